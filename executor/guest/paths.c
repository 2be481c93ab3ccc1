/* SPDX-License-Identifier: MIT */
/* Which files may be read and written: audit events that name paths. */
#include "guard.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The absolute path without links; of a file that is not there yet, by its folder. */
static bool
resolve(const char *path, char out[PATH_MAX])
{
	char folder[PATH_MAX];
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;

	if (realpath(path, out))
		return true;
	if (strcmp(base, "..") == 0 || strcmp(base, ".") == 0 || strlen(path) >= sizeof(folder))
		return false;
	snprintf(
	    folder, sizeof(folder), "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
	char *real = realpath(*folder ? folder : "/", NULL);
	int n = real ? snprintf(out, PATH_MAX, "%s/%s", real, base) : -1;
	free(real);
	return n > 0 && n < PATH_MAX;
}

/* The absolute path by its words alone, where its folder is not there. */
static void
spell(const char *path, char out[PATH_MAX])
{
	char whole[2 * PATH_MAX], *rest = whole, *part;
	size_t n = 0;

	if (path[0] == '/' || !getcwd(whole, PATH_MAX))
		whole[0] = '\0';
	size_t used = strlen(whole);
	snprintf(whole + used, sizeof(whole) - used, "/%s", path);
	out[0] = '\0';
	while ((part = strsep(&rest, "/"))) {
		if (strcmp(part, "..") == 0)
			while (n > 0 && out[--n] != '/')
				;
		else if (*part && strcmp(part, ".") != 0 && n + strlen(part) + 2 < PATH_MAX)
			n += (size_t)snprintf(out + n, PATH_MAX - n, "/%s", part);
		out[n] = '\0';
	}
}

/* Whether libraries open this file for themselves. */
static bool
is_library_file(const char *path)
{
	static const char *const folders[] = {GUARD_LIBRARY, "/usr/share/zoneinfo",
	    "/usr/share/matplotlib", "/usr/share/fonts", "/etc/matplotlibrc", "/etc/fonts",
	    "/dev/null", "/dev/urandom", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", NULL};

	for (const char *const *folder = folders; *folder; folder++) {
		size_t n = strlen(*folder);
		if (strncmp(path, *folder, n) == 0)
			return true;
	}
	return false;
}

static bool
lies_in(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	return strncmp(path, folder, n) == 0 && (path[n] == '\0' || path[n] == '/');
}

static bool
is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Each input is a mount of its own below the working directory. */
static bool
is_input(const char *path)
{
	struct stat st, work;

	return lies_in(path, WIRE_WORK) && lstat(path, &st) == 0 && stat(WIRE_WORK, &work) == 0 &&
	       st.st_dev != work.st_dev;
}

/* WRITE: a file of this name gets content. ALTER: folders, modes, removal. */
enum act { ACT_LIST, ACT_READ, ACT_ALTER, ACT_WRITE };

static bool
may_read(enum act act, const char *real, const struct cause *cause)
{
	return rulebook_allows_path(RULE_READ, real) || lies_in(real, "/usr/share/zoneinfo") ||
	       (act == ACT_LIST && lies_in(real, WIRE_WORK)) ||
	       (cause->by == BY_LIBRARY && is_library_file(real)) ||
	       /* No code runs: at its end the interpreter shows a line of a library, and where the
		* compiler warns one of the program. */
	       (act == ACT_READ && *cause->file == '\0' &&
		   (is_library_file(real) || strcmp(real, WIRE_WORK "/" PROGRAM_NAME) == 0));
}

static bool
may_write(enum act act, const char *real)
{
	if (!rulebook_allows_path(RULE_WRITE, real) || is_input(real))
		return false;
	return act == ACT_ALTER || !lies_in(real, WIRE_WORK) || is_folder(real) ||
	       rulebook_allows_result(real + strlen(WIRE_WORK) + 1);
}

static void
judge_path(const char *event, const char *path, enum act act, const struct cause *cause)
{
	const char *rule = act >= ACT_ALTER ? "files.write" : "files.read";
	char real[PATH_MAX];

	if (!path)
		guard_violation(rule, event, "a path that is not text");
	if (!resolve(path, real)) {
		/* There is no such folder, so the call fails. */
		spell(path, real);
		if (act == ACT_LIST || lies_in(real, WIRE_WORK) || lies_in(real, "/tmp") ||
		    (cause->by == BY_LIBRARY && is_library_file(real)))
			return;
		guard_violation(rule, event, path);
	}
	if (act != ACT_ALTER && strcmp(real, "/dev/null") == 0)
		return;
	if (lies_in(real, "/tmp") && (cause->by == BY_LIBRARY || rulebook_any(RULE_WRITE)))
		return;
	if (act >= ACT_ALTER ? may_write(act, real) : may_read(act, real, cause))
		return;
	/* A folder that is not there tells no more than that. */
	if (act == ACT_LIST && access(real, F_OK) != 0)
		return;
	guard_violation(rule, event, real);
}

void
paths_judge_open(PyObject *args, const struct cause *cause)
{
	PyObject *path = PyTuple_GET_SIZE(args) > 0 ? PyTuple_GET_ITEM(args, 0) : NULL;
	PyObject *flags = PyTuple_GET_SIZE(args) > 2 ? PyTuple_GET_ITEM(args, 2) : NULL;
	const char *mode = guard_text(args, 1);
	long bits = flags && PyLong_CheckExact(flags) ? PyLong_AsLong(flags) : 0;

	if (path && PyLong_Check(path)) {
		if (cause->by != BY_LIBRARY)
			guard_violation("files.read", "open", "a descriptor by its number");
		return;
	}
	bool writes =
	    (mode && strpbrk(mode, "wax+")) || (bits & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC));
	judge_path("open", guard_text(args, 0), writes ? ACT_WRITE : ACT_READ, cause);
}

/* A database is opened by its file's name, or by a URI; what there is already is not created. */
void
paths_judge_database(PyObject *args, const struct cause *cause)
{
	const char *name = guard_text(args, 0);
	char path[PATH_MAX], real[PATH_MAX];

	if (name && (*name == '\0' || strcmp(name, ":memory:") == 0 ||
			strncmp(name, "file::memory:", 13) == 0))
		return;
	if (name && strncmp(name, "file:", 5) == 0) {
		snprintf(path, sizeof(path), "%.*s", (int)strcspn(name + 5, "?#"), name + 5);
		if (strchr(path, '%'))
			guard_violation("files.read", "sqlite3.connect", name);
		name = path;
	}
	bool there = name && resolve(name, real) && access(real, F_OK) == 0;
	judge_path("sqlite3.connect", name, there ? ACT_READ : ACT_WRITE, cause);
}

/* Events that name paths, what is done to the first and the second of them, and the arguments that
 * hold the folders which they are relative to (descriptors; 0: there is none). */
static const struct path_event {
	const char *event;
	enum act first, second;
	bool two;
	Py_ssize_t first_folder, second_folder;
} path_events[] = {
    {"os.listdir", ACT_LIST, 0, false, 0, 0},
    {"os.scandir", ACT_LIST, 0, false, 0, 0},
    {"os.chdir", ACT_LIST, 0, false, 0, 0},
    {"os.getxattr", ACT_LIST, 0, false, 0, 0},
    {"os.listxattr", ACT_LIST, 0, false, 0, 0},
    {"os.mkdir", ACT_ALTER, 0, false, 2, 0},
    {"os.remove", ACT_ALTER, 0, false, 1, 0},
    {"os.rmdir", ACT_ALTER, 0, false, 1, 0},
    {"os.chmod", ACT_ALTER, 0, false, 2, 0},
    {"os.utime", ACT_ALTER, 0, false, 3, 0},
    {"os.truncate", ACT_WRITE, 0, false, 0, 0},
    {"os.rename", ACT_ALTER, ACT_WRITE, true, 2, 3},
    {"os.link", ACT_READ, ACT_WRITE, true, 2, 3},
    {"os.symlink", ACT_READ, ACT_WRITE, true, 2, 2},
};

/* The path that an event names; one that is relative to a descriptor, by the descriptor's name. */
static const char *
path_of(PyObject *args, Py_ssize_t at, Py_ssize_t folder, char whole[PATH_MAX])
{
	const char *path = guard_text(args, at);
	PyObject *fd =
	    folder && folder < PyTuple_GET_SIZE(args) ? PyTuple_GET_ITEM(args, folder) : NULL;
	long number = fd && PyLong_CheckExact(fd) ? PyLong_AsLong(fd) : -1;

	if (!path || *path == '/' || number < 0)
		return path;
	int n = snprintf(whole, PATH_MAX, "/proc/self/fd/%ld/%s", number, path);
	return n > 0 && n < PATH_MAX ? whole : NULL;
}

bool
paths_judge_event(const char *event, PyObject *args, const struct cause *cause)
{
	char whole[PATH_MAX];

	for (size_t i = 0; i < sizeof(path_events) / sizeof(*path_events); i++) {
		const struct path_event *e = &path_events[i];
		if (strcmp(e->event, event) != 0)
			continue;
		const char *path = path_of(args, 0, e->first_folder, whole);
		if ((!path && e->first == ACT_LIST) || (path && *path == '\0'))
			path = ".";
		judge_path(event, path, e->first, cause);
		if (e->two)
			judge_path(
			    event, path_of(args, 1, e->second_folder, whole), e->second, cause);
		return true;
	}
	return false;
}
