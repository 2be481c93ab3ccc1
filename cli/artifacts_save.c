/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include "file.h"

#include <errno.h>
#include <sys/stat.h>

/* The file's name in the caller's folder: its folders become part of it. */
static char *
flat_path(struct arena *a, const char *folder, struct str name)
{
	char *path = arena_printf(a, "%s/%.*s", folder, STR_ARG(name));

	for (char *p = path ? path + strlen(folder) + 1 : NULL; p && *p; p++)
		if (*p == '/')
			*p = '_';
	return path;
}

/* Only a name that the caller did not have, and none that a shell or a tool reads unasked. Two
 * names of the program's that become one: the second finds the first, and is told. */
static bool
save(struct arena *a, const char *folder, const struct box_artifact *f, struct err *err)
{
	char *path = flat_path(a, folder, f->name);

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
		if (!save(a, folder, &files[i], &err)) {
			print_error(&err);
			good = false;
		}
	return good;
}
