/* SPDX-License-Identifier: MIT */
#include "artifacts.h"

#include "ceilings.h"
#include "hash.h"
#include "results.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct folder {
	char *path; /* from the working directory, "" for itself */
	size_t depth;
};

struct walk {
	struct arena *a;
	int root;
	const struct box_spec *spec;
	struct misfits *misfits;
	struct box_result *out;
	struct folder *folders; /* still to be looked at */
	size_t folder_count, folder_capacity, artifact_capacity, rejected_capacity, entries;
	int64_t bytes;
	bool full, no_memory;
};

static int
open_beneath(int root, const char *path, uint64_t flags)
{
	struct open_how how = {.flags = flags | O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
	    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV};

	return (int)syscall(SYS_openat2, root, *path ? path : ".", &how, sizeof(how));
}

static void
reject(struct walk *w, const char *path, const char *why)
{
	struct buf line;

	if (w->out->rejected_count >= REJECTED_MAX)
		return;
	buf_init(&line, 1024);
	buf_visible(&line, str_from(path), ARTIFACT_NAME_SHOWN);
	buf_printf(&line, ": %s", why);
	struct str *slot = arena_push(
	    w->a, &w->out->rejected, &w->out->rejected_count, &w->rejected_capacity, sizeof(*slot));
	if (!slot || !arena_copy(w->a, buf_view(&line), slot))
		w->no_memory = true;
	buf_release(&line);
}

static bool
may_be_left(const struct rules *rules, const char *path)
{
	for (size_t i = 0; i < rules->result_count; i++)
		if (result_fits(rules->results[i], path))
			return true;
	return !rules->has_results;
}

static void
note_misfit(struct walk *w, const char *path)
{
	struct str *slot;
	struct buf name;

	reject(w, path, "it matches none of the policy's patterns for results");
	if (w->misfits->count >= MISFITS_MAX) {
		w->misfits->more++;
		return;
	}
	buf_init(&name, 1024);
	buf_visible(&name, str_from(path), ARTIFACT_NAME_SHOWN);
	slot = arena_push(
	    w->a, &w->misfits->names, &w->misfits->count, &w->misfits->capacity, sizeof(*slot));
	if (!slot || !arena_copy(w->a, buf_view(&name), slot))
		w->no_memory = true;
	buf_release(&name);
}

static const char *
fault_of_name(const char *name)
{
	struct str s = str_from(name);

	if (s.n > ARTIFACT_NAME_BYTES_MAX)
		return "its name is too long";
	if (utf8_invalid_at(s) != s.n)
		return "its name is not UTF-8";
	for (size_t at = 0; at < s.n;) {
		int32_t c = utf8_next(s, &at);
		if (c < 0 || codepoint_is_invisible((uint32_t)c))
			return "its name has invisible characters";
	}
	if (*name == '-')
		return "its name begins with a dash";
	return NULL;
}

static const char *
kind_name(mode_t mode)
{
	switch (mode & S_IFMT) {
	case S_IFLNK:
		return "it is a symbolic link";
	case S_IFIFO:
		return "it is a pipe";
	case S_IFSOCK:
		return "it is a socket";
	default:
		return "it is a device";
	}
}

/* Reads exactly st_size bytes; NULL in bytes->p where that many are not there. */
static bool
read_whole(struct walk *w, int fd, size_t size, struct str *bytes)
{
	char *p = arena_alloc(w->a, size + 1);
	size_t n = 0;

	*bytes = (struct str){NULL, 0};
	if (!p) {
		w->no_memory = true;
		return false;
	}
	while (n < size) {
		ssize_t got = read(fd, p + n, size - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		n += (size_t)got;
	}
	*bytes = (struct str){p, n};
	return true;
}

static void
keep(struct walk *w, const char *path, struct str bytes)
{
	struct box_artifact *artifact = arena_push(w->a, &w->out->artifacts,
	    &w->out->artifact_count, &w->artifact_capacity, sizeof(*artifact));

	if (!artifact || !arena_copy(w->a, str_from(path), &artifact->name)) {
		w->no_memory = true;
		return;
	}
	artifact->bytes = bytes;
	artifact->mime = str_from(mime_of(bytes));
	digest_hex_of(bytes, artifact->sha256);
	w->bytes += (int64_t)bytes.n;
}

static void
take_file(struct walk *w, const char *path)
{
	struct stat st;
	struct str bytes;
	int fd = open_beneath(w->root, path, 0);

	if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		reject(w, path, "it can't be opened");
	else if (st.st_nlink != 1)
		reject(w, path, "it has more than one hard link");
	else if (st.st_size > w->spec->limits.artifact_bytes - w->bytes)
		reject(w, path, "the artifacts would be too large");
	else if ((int64_t)w->out->artifact_count >= w->spec->limits.artifacts)
		reject(w, path, "there are too many artifacts");
	else if (!read_whole(w, fd, (size_t)st.st_size, &bytes))
		reject(w, path, "it can't be read completely");
	else
		keep(w, path, bytes);
	if (fd >= 0)
		close(fd);
}

static void
enter_later(struct walk *w, char *path, size_t depth)
{
	if (depth > ARTIFACT_DEPTH_MAX) {
		reject(w, path, "it is too deep in folders");
		return;
	}
	struct folder *next =
	    arena_push(w->a, &w->folders, &w->folder_count, &w->folder_capacity, sizeof(*next));
	if (next)
		*next = (struct folder){path, depth};
	else
		w->no_memory = true;
}

static bool
is_input(const struct walk *w, const char *path)
{
	for (size_t i = 0; i < w->spec->input_count; i++)
		if (str_is(w->spec->inputs[i].name, path))
			return true;
	return false;
}

static void
look(struct walk *w, int folder_fd, const struct folder *folder, const char *name)
{
	struct stat st;
	char *path = *folder->path ? arena_printf(w->a, "%s/%s", folder->path, name)
				   : arena_text(w->a, str_from(name));

	if (!path) {
		w->no_memory = true;
		return;
	}
	if (folder->depth == 0 && is_input(w, path))
		return;
	const char *fault = fault_of_name(name);
	if (fstatat(folder_fd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		reject(w, path, "it can't be examined");
	else if (!S_ISDIR(st.st_mode) && !may_be_left(w->misfits->rules, path))
		note_misfit(w, path);
	else if (fault)
		reject(w, path, fault);
	else if (S_ISDIR(st.st_mode))
		enter_later(w, path, folder->depth + 1);
	else if (!S_ISREG(st.st_mode))
		reject(w, path, kind_name(st.st_mode));
	else
		take_file(w, path);
}

static void
look_into(struct walk *w, const struct folder *folder)
{
	struct dirent *entry;
	int fd = open_beneath(w->root, folder->path, O_DIRECTORY);
	DIR *listing = fd >= 0 ? fdopendir(fd) : NULL;

	if (!listing) {
		if (fd >= 0)
			close(fd);
		reject(w, folder->path, "it can't be opened");
		return;
	}
	while (!w->full && !w->no_memory && (entry = readdir(listing))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (++w->entries > ARTIFACT_ENTRIES_MAX) {
			reject(w, folder->path,
			    "there are too many entries; the rest was not examined");
			w->full = true;
			break;
		}
		look(w, dirfd(listing), folder, entry->d_name);
	}
	closedir(listing);
}

static int
by_name(const void *a, const void *b)
{
	const struct box_artifact *left = a, *right = b;
	return str_compare(left->name, right->name);
}

bool
artifacts_collect(struct arena *a, int workdir, const struct box_spec *spec,
    struct misfits *misfits, struct box_result *out, struct err *err)
{
	struct walk w = {.a = a, .root = workdir, .spec = spec, .misfits = misfits, .out = out};
	char nothing[] = "";

	enter_later(&w, nothing, 0);
	while (w.folder_count > 0 && !w.full && !w.no_memory) {
		struct folder next = w.folders[--w.folder_count];
		look_into(&w, &next);
	}
	/* A folder lists its entries in no fixed order. */
	if (out->artifact_count > 1)
		qsort(out->artifacts, out->artifact_count, sizeof(*out->artifacts), by_name);
	return !w.no_memory || err_memory(err);
}
