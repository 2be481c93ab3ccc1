/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include "file.h"

#include <dirent.h>
#include <sys/stat.h>

#define FOLDERS_DEPTH_MAX 16

bool
folder_is(const char *path)
{
	struct stat s;

	return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool
folder_add(struct arena *a, struct option_values *files, const char *path, struct err *err)
{
	const char **one;

	if (files->count == FOLDER_FILES_MAX)
		return err_set(err, ERR_LIMIT, "more than %d files", FOLDER_FILES_MAX);
	one = arena_push(a, &files->values, &files->count, &files->capacity, sizeof(*one));
	if (!one)
		return err_memory(err);
	*one = path;
	return true;
}

static bool
walk(struct arena *a, const char *folder, const char *ending, unsigned depth,
    struct option_values *files, struct err *err)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	struct stat s;
	bool whole = dir || err_sys(err, "can't open the folder '%s'", folder);

	while (whole && (entry = readdir(dir))) {
		char *path = path_join(a, folder, entry->d_name);
		if (!path)
			whole = err_memory(err);
		else if (entry->d_name[0] == '.' || lstat(path, &s) != 0)
			continue;
		else if (S_ISDIR(s.st_mode))
			whole = depth == FOLDERS_DEPTH_MAX
				    ? err_set(err, ERR_LIMIT, "the folder '%s' is too deep", path)
				    : walk(a, path, ending, depth + 1, files, err);
		else if (S_ISREG(s.st_mode) && str_ends(str_from(path), str_from(ending)))
			whole = folder_add(a, files, path, err);
	}
	if (dir)
		closedir(dir);
	return whole;
}

bool
folder_walk(struct arena *a, const char *folder, const char *ending, struct option_values *files,
    struct err *err)
{
	return walk(a, folder, ending, 0, files, err);
}
