/* SPDX-License-Identifier: MIT */
/* sluice policy diff: what another policy would decide otherwise. */
#include "policy_diff.h"

#include "clock.h"
#include "file.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#define DIFF_BYTES_MAX ((size_t)2 << 30)
#define REPORT_BYTES_MAX ((size_t)256 << 20)
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
judge_program(struct arena *a, struct comparison *c, const char *path, struct err *err)
{
	struct arena *own = arena_new(CODE_BYTES_MAX * 2);
	struct compare_case program = {.path = str_from(path)};
	size_t flip;

	if (!own)
		return err_memory(err);
	bool good = file_read(own, path, CODE_BYTES_MAX, &program.code, err) &&
		    compare_program(a, c, &program, &flip, err);
	arena_free(own);
	return good;
}

static bool
judge_programs(
    struct arena *a, const struct option_values *over, struct comparison *c, struct err *err)
{
	struct programs programs = {.count = 0};

	for (size_t i = 0; i < over->count; i++) {
		const char *word = over->values[i];
		if (!(is_folder(word) ? add_folder(a, &programs, word, 0, err)
				      : add(a, &programs, word, err)))
			return false;
	}
	if (programs.count > 1)
		qsort(programs.paths, programs.count, sizeof(*programs.paths), by_path);
	for (size_t i = 0; i < programs.count; i++)
		if (!judge_program(a, c, programs.paths[i], err))
			return false;
	return over->count == 0 || programs.count > 0 ||
	       err_set(err, ERR_INPUT, "no program is in '%s'", over->values[0]);
}

static bool
open_both(
    struct arena *a, const struct diff_options *o, struct comparison *c, struct err_list *errs)
{
	const char *const *names = o->words.values;
	struct policy *before = NULL, *after;
	struct err err;

	if (o->words.count == 2 && !policy_open(a, names[0], NULL, &before, errs))
		return false;
	if (!policy_open(a, names[o->words.count - 1], NULL, &after, errs))
		return false;
	if (before)
		return compare_policies(a, before, after, c, &err) || err_list_add(errs, &err);
	compare_recorded(after, c);
	return true;
}

/* Over runs it is they that decide: what no run has ever needed stops nobody. */
static bool
is_loosened(const struct diff_options *o, const struct comparison *c)
{
	return compare_loosened(c) > 0 || (!o->over_runs && c->loosened > 0);
}

static int
diff(struct arena *a, const struct diff_options *o)
{
	struct err_list errs = {.count = 0};
	struct comparison c;
	struct buf out;
	struct err err;

	if (!open_both(a, o, &c, &errs))
		return print_errors(&errs);
	c.now_us = clock_utc_us();
	if (!judge_programs(a, &o->over, &c, &err) ||
	    (o->over_runs && !diff_over_runs(a, o, &c, &err)))
		return print_error(&err);
	compare_finish(&c);
	buf_init(&out, REPORT_BYTES_MAX);
	if (o->json)
		compare_json(&c, &out);
	else
		compare_render(&c, &out);
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	return is_loosened(o, &c) ? EXIT_FINDINGS : EXIT_ANSWERED;
}

static int
run_diff(const struct verb *verb, int argc, char **argv)
{
	static struct diff_options o;
	const struct option options[] = {
	    {"--over", "PATH", "a program, or a folder of them; may be repeated", OPTION_MANY,
		&o.over},
	    {"--over-runs", NULL, "the code that past runs had; the exit code is theirs",
		OPTION_FLAG, &o.over_runs},
	    {"--store", "WHERE", "whose runs; default: SLUICE_STORE, else your own", OPTION_TEXT,
		&o.store},
	    {"--policy", "ID", "runs under this policy alone", OPTION_TEXT, &o.policy},
	    {"--since", "DATE", "runs that were asked for then or later", OPTION_TEXT, &o.since},
	    {"--until", "DATE", "runs that were asked for before", OPTION_TEXT, &o.until},
	    {"--limit", "N", "the newest N runs; 10000 by default", OPTION_TEXT, &o.limit},
	    {"--acknowledge", "RUN|FILE",
		"what became of this run's code is meant; a file has a run a line; may be repeated",
		OPTION_MANY, &o.acknowledge},
	    {"--json", NULL, "print JSON", OPTION_FLAG, &o.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);

	if (code >= 0)
		return code;
	if (o.words.count != 2 && !(o.words.count == 1 && o.over_runs && o.over.count == 0))
		return usage_error(verb, "'diff' needs two policies, or one and --over-runs");
	if (!o.over_runs &&
	    (o.store || o.policy || o.since || o.until || o.limit || o.acknowledge.count > 0))
		return usage_error(verb, "--store, --policy, --since, --until, --limit and "
					 "--acknowledge are of --over-runs: add it");
	struct arena *a = arena_new(DIFF_BYTES_MAX);
	if (!a)
		return EXIT_INTERNAL;
	code = diff(a, &o);
	arena_free(a);
	return code;
}

const struct verb VERB_POLICY_DIFF = {
    .name = "policy diff",
    .summary = "compares two policies by what they decide, and for which programs",
    .usage = "policy diff BEFORE AFTER [--over PATH]... [--json]\n"
	     "       sluice policy diff [BEFORE] AFTER --over-runs [--store WHERE] [--policy ID] "
	     "[--since DATE]\n"
	     "                   [--until DATE] [--limit N] [--acknowledge RUN|FILE]... [--json]",
    .example = "sluice policy diff team.yaml next.yaml --over-runs --since 2026-10-01",
    .run = run_diff,
};
