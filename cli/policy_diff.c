/* SPDX-License-Identifier: MIT */
/* sluice policy diff: what another policy would decide otherwise. */
#include "author.h"

#include "compare.h"
#include "file.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#define CODE_BYTES_MAX ((size_t)16 << 20)
#define PROGRAMS_MAX 100000
#define FOLDERS_DEPTH_MAX 16

struct programs {
	const char **paths;
	size_t count, capacity;
};

static bool
is_folder(const char *path)
{
	struct stat s;

	return lstat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool
add(struct arena *a, struct programs *p, const char *path, struct err *err)
{
	if (p->count == PROGRAMS_MAX)
		return err_set(err, ERR_LIMIT, "more than %d programs", PROGRAMS_MAX);
	const char **one = arena_push(a, &p->paths, &p->count, &p->capacity, sizeof(*one));
	if (!one)
		return err_memory(err);
	*one = path;
	return true;
}

/* The .py files below a folder; links are not followed. */
static bool
add_folder(struct arena *a, struct programs *p, const char *folder, unsigned depth, struct err *err)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	bool whole = true;

	if (!dir)
		return err_sys(err, "can't open the folder '%s'", folder);
	while (whole && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		char *path = path_join(a, folder, entry->d_name);
		if (!path)
			whole = err_memory(err);
		else if (is_folder(path))
			whole = depth == FOLDERS_DEPTH_MAX
				    ? err_set(err, ERR_LIMIT, "the folder '%s' is too deep", path)
				    : add_folder(a, p, path, depth + 1, err);
		else if (str_ends(str_from(path), STR(".py")))
			whole = add(a, p, path, err);
	}
	closedir(dir);
	return whole;
}

static int
by_path(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool
judge_programs(struct author *w, struct comparison *c, struct err *err)
{
	struct programs programs = {.count = 0};

	for (size_t i = 0; i < w->o->over.count; i++) {
		const char *word = w->o->over.values[i];
		if (!(is_folder(word) ? add_folder(w->a, &programs, word, 0, err)
				      : add(w->a, &programs, word, err)))
			return false;
	}
	if (programs.count > 1)
		qsort(programs.paths, programs.count, sizeof(*programs.paths), by_path);
	for (size_t i = 0; i < programs.count; i++) {
		struct arena *own = arena_new(CODE_BYTES_MAX * 2);
		struct str code;
		bool whole = own ? file_read(own, programs.paths[i], CODE_BYTES_MAX, &code, err) &&
				       compare_program(w->a, c, programs.paths[i], code, err)
				 : err_memory(err);
		arena_free(own);
		if (!whole)
			return false;
	}
	if (w->o->over.count > 0 && programs.count == 0)
		return err_set(err, ERR_INPUT, "no program is in '%s'", w->o->over.values[0]);
	compare_finish(c);
	return true;
}

int
policy_diff(struct author *w)
{
	struct err_list errs = {.count = 0};
	struct policy *before, *after;
	struct comparison c;
	struct buf out;
	struct err err;

	if (!policy_open(w->a, w->o->words.values[1], NULL, &before, &errs) ||
	    !policy_open(w->a, w->o->words.values[2], NULL, &after, &errs))
		return print_errors(&errs);
	if (!compare_policies(w->a, before, after, &c, &err) || !judge_programs(w, &c, &err))
		return print_error(&err);
	buf_init(&out, AUTHOR_REPORT_BYTES_MAX);
	if (w->o->json)
		compare_json(&c, &out);
	else
		compare_render(&c, &out);
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	return c.loosened + c.flips_loosened > 0 ? EXIT_FINDINGS : EXIT_ANSWERED;
}
