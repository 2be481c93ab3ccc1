/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include "file.h"
#include "hash.h"

#include <errno.h>
#include <sys/stat.h>

#define NAME_BYTES_MAX 200 /* a file system takes 255, and writing needs some beside it */
#define MARK_BYTES 8       /* of a name's digest */

/* The name in the caller's folder: its folders become part of it. */
static void
flatten(struct str name, struct buf *out)
{
	for (size_t i = 0; i < name.n; i++)
		buf_char(out, name.p[i] == '/' ? '_' : name.p[i]);
}

static bool
same_when_flat(struct str a, struct str b)
{
	for (size_t i = 0; i < a.n && i < b.n; i++)
		if (a.p[i] != b.p[i] &&
		    (a.p[i] == '/' ? '_' : a.p[i]) != (b.p[i] == '/' ? '_' : b.p[i]))
			return false;
	return a.n == b.n;
}

/* Two names that flatten to one keep apart: the one that stood in a folder is marked. */
static bool
needs_mark(const struct box_artifact *files, size_t count, size_t i)
{
	if (files[i].name.n > NAME_BYTES_MAX)
		return true;
	for (size_t k = 0; k < count && str_find(files[i].name, STR("/"), 0) != SIZE_MAX; k++)
		if (k != i && same_when_flat(files[i].name, files[k].name))
			return true;
	return false;
}

/* A mark is the beginning of the name's digest, before the ending. */
static bool
flat_name(const struct box_artifact *files, size_t count, size_t i, struct buf *out)
{
	struct str name = files[i].name;
	char hex[DIGEST_HEX_BYTES];
	size_t dot = name.n;

	if (!needs_mark(files, count, i)) {
		flatten(name, out);
		return !out->failed;
	}
	for (size_t k = name.n; k > 0 && name.n - k < 16 && name.p[k - 1] != '/'; k--)
		if (name.p[k - 1] == '.') {
			dot = k - 1;
			break;
		}
	size_t room = NAME_BYTES_MAX - MARK_BYTES - 1 - (name.n - dot);
	size_t cut = dot < room ? dot : room;
	while (cut < dot && cut > 0 && ((unsigned char)name.p[cut] & 0xc0) == 0x80)
		cut--; /* not within a character */
	digest_hex_of(name, hex);
	flatten(str_slice(name, 0, cut), out);
	buf_printf(out, "-%.*s", MARK_BYTES, hex);
	flatten(str_slice(name, dot, name.n), out);
	return !out->failed;
}

/* Only a name that the caller did not have, and none that a shell or a tool reads unasked. */
static bool
save(struct arena *a, const char *folder, const struct box_artifact *files, size_t count, size_t i,
    struct err *err)
{
	const struct box_artifact *f = &files[i];
	struct buf name;

	buf_init(&name, 2 * NAME_BYTES_MAX);
	char *path = flat_name(files, count, i, &name)
			 ? arena_printf(a, "%s/%.*s", folder, (int)name.n, name.p)
			 : NULL;
	buf_release(&name);
	if (!path)
		return err_memory(err);
	if (path[strlen(folder) + 1] == '.')
		return err_set(err, ERR_INPUT, "'%.*s' is not saved: its name begins with a dot",
		    STR_ARG(f->name));
	return file_write_private(path, f->bytes, err) ||
	       err_wrap(err, "'%.*s' is not saved", STR_ARG(f->name));
}

bool
artifacts_save(struct arena *a, const char *folder, const struct box_artifact *files, size_t count)
{
	bool good = true;
	struct err err;

	if (count == 0)
		return true;
	if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
		err_sys(&err, "can't make the folder '%s'", folder);
		return print_error(&err), false;
	}
	for (size_t i = 0; i < count; i++)
		if (!save(a, folder, files, count, i, &err)) {
			print_error(&err);
			good = false;
		}
	return good;
}
