/* SPDX-License-Identifier: MIT */
/*
 * bundle_folder.c: a bundle's folder holds its list and exactly the files that the list names.
 *
 * Theory: one walk over the folder, never through a link, reads each file that the list names and
 * compares its digest; whatever else the walk meets is refused, and so is a name that it did not
 * meet. From then on the bytes in memory are the bundle: nobody looks at the folder again. A folder
 * is written under another name, synced and renamed, or changes places with the one that is there.
 */
#include "bundle.h"

#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEW_SUFFIX ".new"
#define OPEN_FILES_MAX 8

/* -- reading --------------------------------------------------------------------------------- */

struct walk {
	struct arena *a;
	struct bundle *b;
	size_t left; /* bytes that may still be read */
	struct err *err;
};

static bool
is_stray(struct walk *w, const char *name)
{
	err_set(w->err, ERR_INPUT, "'%s' is in the folder, but the bundle's list does not name it",
	    name);
	return err_help(w->err, "move it out of the folder, or make the bundle again");
}

static bool
read_one(struct walk *w, int folder, const char *entry, const char *name)
{
	struct bundle_file *f = NULL;
	char hex[DIGEST_HEX_BYTES];

	for (size_t i = 0; i < w->b->count && !f; i++)
		if (str_is(w->b->files[i].name, name))
			f = &w->b->files[i];
	if (!f)
		return is_stray(w, name);
	int fd = openat(folder, entry, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return err_sys(w->err, "can't open '%s'", name);
	bool good = file_read_fd(w->a, fd, name, w->left, &f->text, w->err);
	close(fd);
	if (!good)
		return false;
	w->left -= f->text.n;
	digest_hex_of(f->text, hex);
	return strcmp(f->sha256, hex) == 0 ||
	       err_set(w->err, ERR_INPUT, "'%s' differs from the file that the list names", name);
}

static bool
leads_to_a_file(const struct bundle *b, const char *folder)
{
	bool found = false;

	for (size_t i = 0; i < b->count && !found; i++)
		found = str_starts(b->files[i].name, str_from(folder)) &&
			b->files[i].name.n > strlen(folder) &&
			b->files[i].name.p[strlen(folder)] == '/';
	return found;
}

static bool walk_folder(struct walk *w, int fd, const char *below);

static bool
take(struct walk *w, int folder, const char *below, const char *entry)
{
	const char *name =
	    *below ? arena_printf(w->a, "%s/%s", below, entry) : arena_text(w->a, str_from(entry));
	struct stat st;

	if (!name)
		return err_memory(w->err);
	if (fstatat(folder, entry, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return err_sys(w->err, "can't look at '%s'", name);
	if (S_ISREG(st.st_mode))
		return read_one(w, folder, entry, name);
	if (!S_ISDIR(st.st_mode))
		return err_set(w->err, ERR_INPUT, "'%s' is not a plain file", name);
	if (!leads_to_a_file(w->b, name))
		return is_stray(w, name);
	int fd = openat(folder, entry, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY);
	return fd >= 0 ? walk_folder(w, fd, name) : err_sys(w->err, "can't open '%s'", name);
}

/* Closes `fd`. The list itself stands in the bundle's own folder alone. */
static bool
walk_folder(struct walk *w, int fd, const char *below)
{
	DIR *dir = fdopendir(fd);
	const struct dirent *entry;
	bool good = true;

	if (!dir) {
		close(fd);
		return err_memory(w->err);
	}
	while (good && (errno = 0, entry = readdir(dir))) {
		bool skip = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
			    (!*below && strcmp(entry->d_name, BUNDLE_LIST) == 0);
		good = skip || take(w, fd, below, entry->d_name);
	}
	good = good && (errno == 0 || err_sys(w->err, "can't read the folder '%s'", w->b->label));
	closedir(dir);
	return good;
}

static bool
read_files(struct arena *a, struct bundle *b, struct err *err)
{
	struct walk w = {a, b, BUNDLE_BYTES_MAX, err};
	int fd = open(b->label, O_RDONLY | O_CLOEXEC | O_DIRECTORY);

	if (fd < 0)
		return err_sys(err, "can't open '%s'", b->label);
	if (!walk_folder(&w, fd, ""))
		return false;
	for (size_t i = 0; i < b->count; i++)
		if (!b->files[i].text.p)
			return err_set(err, ERR_INPUT, "'%.*s' is missing from its folder",
			    STR_ARG(b->files[i].name));
	return true;
}

bool
bundle_read(
    struct arena *a, const char *folder, const char *ours, struct bundle *out, struct err *err)
{
	const char *list = path_join(a, folder, BUNDLE_LIST);
	struct str text;

	*out = (struct bundle){.label = folder};
	if (!list)
		return err_memory(err);
	bool good = ours ? ours_read(a, list, ours, BUNDLE_LIST_BYTES_MAX, &text, err)
			 : file_read(a, list, BUNDLE_LIST_BYTES_MAX, &text, err);
	return good && bundle_parse(a, text, folder, out, err) &&
	       (read_files(a, out, err) || bundle_is_none(out, err));
}

/* -- writing --------------------------------------------------------------------------------- */

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	(void)at;
	return remove(path);
}

void
bundle_remove(const char *folder)
{
	(void)nftw(folder, remove_one, OPEN_FILES_MAX, FTW_DEPTH | FTW_PHYS);
}

static bool
make_folder(const char *path, struct err *err)
{
	return mkdir(path, 0755) == 0 || errno == EEXIST ||
	       err_sys(err, "can't make the folder '%s'", path);
}

static bool
write_one(struct arena *a, const char *folder, struct str name, struct str text, struct err *err)
{
	char *path = arena_printf(a, "%s/%.*s", folder, STR_ARG(name));

	if (!path)
		return err_memory(err);
	for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		bool good = make_folder(path, err);
		*slash = '/';
		if (!good)
			return false;
	}
	return file_write(path, text, err) && file_settle(path, err);
}

static bool
write_all(struct arena *a, const struct bundle *b, const char *folder, struct err *err)
{
	for (size_t i = 0; i < b->count; i++)
		if (!write_one(a, folder, b->files[i].name, b->files[i].text, err))
			return false;
	return write_one(a, folder, STR(BUNDLE_LIST), b->list, err);
}

static bool
put_in_place(const char *fresh, const char *folder, bool replace, struct err *err)
{
	if (renameat2(AT_FDCWD, fresh, AT_FDCWD, folder, RENAME_NOREPLACE) == 0)
		return true;
	if (errno == EEXIST && replace &&
	    renameat2(AT_FDCWD, fresh, AT_FDCWD, folder, RENAME_EXCHANGE) == 0)
		return true;
	return err_sys(err, "can't put '%s' in its place", folder);
}

/* Removes in the end only what this process made, or what it was told to replace. */
bool
bundle_put(
    struct arena *a, const struct bundle *b, const char *folder, bool replace, struct err *err)
{
	const char *fresh = arena_printf(a, "%s.%ld" NEW_SUFFIX, folder, (long)getpid());

	if (!fresh)
		return err_memory(err);
	if (mkdir(fresh, 0755) != 0)
		return err_sys(err, "can't make the folder '%s'", fresh);
	bool good = write_all(a, b, fresh, err) && put_in_place(fresh, folder, replace, err);
	bundle_remove(fresh);
	return good && file_settle(folder, err);
}
