/* SPDX-License-Identifier: MIT */
/* bundle_make.c: what belongs to a policy, from the author's files. */
#include "bundle.h"

#include "run.h"

#include "file.h"
#include "suite.h"

struct gathering {
	struct arena *a;
	struct bundle *b;
	struct err_list *errs;
};

static bool
fail(struct gathering *g, const struct err *err)
{
	return err_list_add(g->errs, err);
}

/* A file that two policies stand on is one; two of one name can't lie side by side. */
static bool
add_file(struct gathering *g, struct str name, struct str text)
{
	struct bundle *b = g->b;
	struct err err;

	for (size_t i = 0; i < b->count; i++) {
		if (!str_eq(b->files[i].name, name))
			continue;
		if (str_eq(b->files[i].text, text))
			return true;
		err_set(&err, ERR_INPUT, "two files are called '%.*s'", STR_ARG(name));
		err_help(&err, "a bundle holds its files side by side: rename one of them");
		return fail(g, &err);
	}
	if (b->count == BUNDLE_FILES_MAX) {
		err_set(&err, ERR_LIMIT, "more than %d files", BUNDLE_FILES_MAX);
		return fail(g, &err);
	}
	if (!b->files && !(b->files = arena_array(g->a, BUNDLE_FILES_MAX, sizeof(*b->files))))
		return err_list_memory(g->errs);
	b->files[b->count++] = (struct bundle_file){.name = name, .text = text};
	return true;
}

static bool
add_policy(struct gathering *g, const struct policy *p)
{
	struct bundle *b = g->b;
	size_t count;
	const struct policy_source *sources = policy_sources(p, &count);
	struct err err;

	for (size_t i = 0; i < count; i++)
		if (!add_file(g, sources[i].name, sources[i].text))
			return false;
	if (b->policy_count == BUNDLE_POLICIES_MAX) {
		err_set(&err, ERR_LIMIT, "more than %d policies", BUNDLE_POLICIES_MAX);
		return fail(g, &err);
	}
	if (!b->policies &&
	    !(b->policies = arena_array(g->a, BUNDLE_POLICIES_MAX, sizeof(*b->policies))))
		return err_list_memory(g->errs);
	return true;
}

static bool
add_programs(struct gathering *g, const char *suite, struct str text)
{
	struct str *names, bytes;
	struct err err;
	size_t count;

	if (!suite_programs(g->a, text, &names, &count, g->errs))
		return false;
	for (size_t i = 0; i < count; i++) {
		char *name = arena_text(g->a, names[i]);
		char *path = name ? path_beside(g->a, suite, name) : NULL;

		if (!path)
			return err_list_memory(g->errs);
		if (!file_read(g->a, path, SUITE_SAMPLE_BYTES_MAX, &bytes, &err))
			return fail(g, &err);
		if (!add_file(g, names[i], bytes))
			return false;
	}
	return true;
}

static bool
add_suite(struct gathering *g, const char *path)
{
	struct str text;
	struct err err;

	if (!file_read(g->a, path, SUITE_BYTES_MAX, &text, &err))
		return fail(g, &err);
	return add_file(g, str_from(path_base(path)), text) && add_programs(g, path, text);
}

bool
bundle_gather(
    struct arena *a, const struct bundle_wish *wish, struct bundle *b, struct err_list *errs)
{
	struct gathering g = {a, b, errs};
	struct policy *p;

	if (!policies_load(a, wish->policy, NULL, &p, errs) || !add_policy(&g, p))
		return false;
	b->policies[b->policy_count++] = (struct bundle_policy){
	    policy_id(p), str_from(path_base(wish->policy)), policy_revision(p)};
	for (size_t i = 0; i < wish->suite_count; i++)
		if (!add_suite(&g, wish->suites[i]))
			return false;
	return true;
}
