/* SPDX-License-Identifier: MIT */
/* suite_files.c: which suites lie beside a policy. */
#include "suite.h"

#include "file.h"

#include <dirent.h>
#include <stdlib.h>

#define FOLDER_FILES_MAX 4096

bool
suite_folder(struct arena *a, const char *folder, const char ***out, size_t *count, struct err *err)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	bool whole = true;
	size_t capacity = 0;

	*out = NULL;
	*count = 0;
	if (!dir)
		return err_sys(err, "can't open the folder '%s'", folder);
	while (whole && (entry = readdir(dir)) && *count < FOLDER_FILES_MAX) {
		struct str name = str_from(entry->d_name);
		if (!str_ends(name, STR(".yaml")) || str_is(name, "waivers.yaml") ||
		    str_ends(name, STR(".waivers.yaml")))
			continue;
		const char **one = arena_push(a, out, count, &capacity, sizeof(*one));
		if (one)
			*one = strcmp(folder, ".") == 0 ? arena_text(a, str_from(entry->d_name))
							: path_join(a, folder, entry->d_name);
		whole = one && *one;
	}
	closedir(dir);
	if (!whole)
		return err_memory(err);
	if (*count > 1)
		qsort(*out, *count, sizeof(**out), path_order);
	return true;
}

const char *
suite_policy(struct arena *a, const char *suite)
{
	size_t base = (size_t)(path_base(suite) - suite), n = strlen(suite) - SUITE_SUFFIX.n;

	for (; n > base; n--) {
		if (suite[n] != '.')
			continue;
		char *path = arena_printf(a, "%.*s.yaml", (int)n, suite);
		if (!path || file_exists(path))
			return path;
	}
	return NULL;
}

bool
suites_beside(
    struct arena *a, const char *policy, const char ***out, size_t *count, struct err *err)
{
	const char *base = path_base(policy);
	char *folder = path_folder(a, policy);
	size_t all, kept = 0;

	if (!folder)
		return err_memory(err);
	if (!suite_folder(a, folder, out, &all, err))
		return false;
	for (size_t i = 0; i < all; i++) {
		const char *owner =
		    str_ends(str_from((*out)[i]), SUITE_SUFFIX) ? suite_policy(a, (*out)[i]) : NULL;
		if (owner && strcmp(path_base(owner), base) == 0)
			(*out)[kept++] = (*out)[i];
	}
	*count = kept;
	return true;
}
