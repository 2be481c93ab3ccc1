/* SPDX-License-Identifier: MIT */
/* Which policies and suites the words of a command line mean. */
#include "author.h"

#include "folder.h"
#include "suite.h"

static bool
add_suite(struct call *w, struct author_target *t, const char *suite)
{
	const char **one;

	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->suites[i], suite) == 0)
			return true;
	one = arena_push(w->a, &t->suites, &t->count, &t->capacity, sizeof(*one));
	if (one)
		*one = suite;
	return one;
}

static struct author_target *
add_target(struct call *w, struct author_targets *out, const char *path)
{
	struct author_target *one;

	for (size_t i = 0; i < out->count; i++)
		if (strcmp(out->items[i].path, path) == 0)
			return &out->items[i];
	one = arena_push(w->a, &out->items, &out->count, &out->capacity, sizeof(*one));
	if (one)
		one->path = path;
	return one;
}

/* A policy with its inline tests and all suites beside it. */
static bool
add_policy(struct call *w, struct author_targets *out, const char *path)
{
	struct author_target *t = add_target(w, out, path);
	const char **suites;
	size_t count;

	if (!t)
		return err_memory(&w->err);
	if (t->rules)
		return true;
	t->rules = true;
	if (!suites_beside(w->a, path, &suites, &count, &w->err))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!add_suite(w, t, suites[i]))
			return err_memory(&w->err);
	return true;
}

static bool
add_suite_alone(struct call *w, struct author_targets *out, const char *suite)
{
	const char *policy = suite_policy(w->a, suite);

	if (!policy) {
		err_set(&w->err, ERR_INPUT, "the suite '%s' belongs to no policy", suite);
		return err_help(&w->err, "NAME.test.yaml tests the NAME.yaml beside it");
	}
	struct author_target *t = add_target(w, out, policy);
	return t && add_suite(w, t, suite) ? true : err_memory(&w->err);
}

static bool
add_folder(struct call *w, struct author_targets *out, const char *folder)
{
	const char **files;
	size_t count, policies = 0;

	if (!suite_folder(w->a, folder, &files, &count, &w->err))
		return err_list_add(&w->errs, &w->err);
	for (size_t i = 0; i < count; i++) {
		bool suite = str_ends(str_from(files[i]), SUITE_SUFFIX), good = true;
		if (!suite)
			good = add_policy(w, out, files[i]);
		else if (!suite_policy(w->a, files[i]))
			good = add_suite_alone(w, out, files[i]);
		policies += !suite;
		if (!good)
			(void)err_list_add(&w->errs, &w->err);
	}
	if (policies > 0 || w->errs.count > 0)
		return w->errs.count == 0;
	err_set(&w->err, ERR_INPUT, "the folder '%s' contains no policy", folder);
	err_help(&w->err, "name a policy, its file, or a folder with .yaml files");
	return err_list_add(&w->errs, &w->err);
}

bool
author_targets(struct call *w, const char *const *words, size_t count, struct author_targets *out)
{
	if (count == 0)
		return add_folder(w, out, ".");
	for (size_t i = 0; i < count; i++) {
		bool good = true;
		if (folder_is(words[i])) {
			(void)add_folder(w, out, words[i]);
			continue;
		}
		if (str_ends(str_from(words[i]), SUITE_SUFFIX)) {
			good = add_suite_alone(w, out, words[i]);
		} else {
			const char *path = policy_find(w->a, words[i], NULL, &w->errs);
			good = !path || add_policy(w, out, path);
		}
		if (!good)
			(void)err_list_add(&w->errs, &w->err);
	}
	return w->errs.count == 0;
}
