/* SPDX-License-Identifier: MIT */
/* lsp_lens.c: the tests of a policy, over its text, and run from there. */
#include "lsp.h"

#include "file.h"

#include <stdlib.h>

/* -- all tests of a policy ------------------------------------------------------------------- */

static bool
load_suite(struct lsp_call *c, const char *path, struct suite *out, struct err_list *errs)
{
	struct policy_texts texts;
	const char **files;
	struct policy *p;
	size_t count;

	if (!lsp_texts(c, &texts) || !policies_load(c->a, path, &texts, &p, errs))
		return false;
	if (!suites_beside(c->a, path, &files, &count, &c->err))
		return err_list_add(errs, &c->err);
	*out = (struct suite){.policy = p, .path = path};
	bool whole = suite_load_rules(c->a, out, errs);
	for (size_t i = 0; i < count; i++)
		whole = suite_load_open(c->a, out, &texts, files[i], errs) && whole;
	return whole && suite_finish(out, errs);
}

/* -- running --------------------------------------------------------------------------------- */

static struct lsp_lens *
lens_of(struct lsp_outcome *o, struct str rule)
{
	for (size_t i = 0; i < o->count; i++)
		if (str_is(rule, o->lenses[i].rule))
			return &o->lenses[i];
	if (o->count == LSP_LENSES_MAX || rule.n >= sizeof(o->lenses[0].rule))
		return NULL;
	struct lsp_lens *one = &o->lenses[o->count++];
	*one = (struct lsp_lens){.run = 0};
	memcpy(one->rule, rule.p ? rule.p : "", rule.n);
	return one;
}

static void
count(struct lsp_outcome *o, struct str rule, bool failed)
{
	struct lsp_lens *one = lens_of(o, rule);

	if (!one)
		return;
	one->run++;
	one->failed += failed;
}

static bool
run(struct lsp_call *c, const char *path, struct err_list *errs)
{
	struct lsp_outcome *o = &c->server->outcome;
	struct suite_result result;
	struct suite suite;

	if (!load_suite(c, path, &suite, errs))
		return false;
	if (!suite_run(c->a, &suite, &result, errs, &c->err))
		return err_list_add(errs, &c->err);
	free(o->path);
	o->count = 0;
	o->path = strdup(path);
	for (size_t i = 0; i < result.count; i++) {
		bool failed = result.items[i].outcome != SAMPLE_PASSED;
		count(o, STR(""), failed);
		if (i < suite.count && suite.samples[i].rule.n > 0)
			count(o, suite.samples[i].rule, failed);
	}
	return o->path != NULL;
}

static bool
show_message(struct lsp_call *c, bool good, struct str text)
{
	struct json_writer w;
	struct buf message;

	lsp_notify_begin(&w, &message, "window/showMessage");
	json_put_number(&w, "type", good ? 3 : 1);
	json_put_str(&w, "message", text);
	return lsp_notify_end(c->server, &w, &message);
}

/* `sluice.test`, with the policy's path. */
void
lsp_execute(struct lsp_call *c, struct json_writer *w)
{
	const struct json_node *first = json_first(c->d, json_get(c->d, c->params, "arguments"));
	struct lsp_outcome *o = &c->server->outcome;
	struct err_list errs = {.count = 0};
	struct buf text;

	json_null(w);
	if (!str_is(json_get_text(c->d, c->params, "command", STR("")), "sluice.test") || !first ||
	    first->kind != JSON_STRING)
		return;
	const char *path = arena_text(c->a, first->text);
	buf_init(&text, 1 << 14);
	bool ran = path && run(c, path, &errs);
	if (ran && o->count > 0)
		buf_printf(&text, "%s: %u tests, %u failed", path_base(path), o->lenses[0].run,
		    o->lenses[0].failed);
	for (size_t i = 0; i < errs.count; i++)
		buf_printf(&text, "%s%s", i > 0 ? "\n" : "", errs.items[i].message);
	(void)show_message(
	    c, ran && errs.count == 0 && o->count > 0 && o->lenses[0].failed == 0, buf_view(&text));
	buf_release(&text);
	(void)lsp_diagnose_all(c);
}

/* -- lenses ---------------------------------------------------------------------------------- */

static void
put_lens(struct json_writer *w, struct str text, size_t at, const char *path, struct str title)
{
	json_object(w);
	lsp_put_range(w, text, at, at);
	json_open_object(w, "command");
	json_put_str(w, "title", title);
	json_put_text(w, "command", "sluice.test");
	json_open_array(w, "arguments");
	json_text(w, path);
	json_end_array(w);
	json_end_object(w);
	json_end_object(w);
}

static void
put_titled(struct lsp_call *c, struct json_writer *w, const struct lsp_file *f, size_t at,
    struct str rule, size_t tests)
{
	const struct lsp_outcome *o = &c->server->outcome;
	const char *path = lsp_policy_path(c->a, f);
	bool known = o->path && path && strcmp(o->path, path) == 0;
	struct buf title;

	buf_init(&title, 1 << 10);
	buf_printf(&title, "Run %zu %s", tests, tests == 1 ? "test" : "tests");
	for (size_t i = 0; known && i < o->count; i++)
		if (str_is(rule, o->lenses[i].rule))
			buf_printf(&title,
			    o->lenses[i].failed ? ": %u of %u failed" : ": %u passed",
			    o->lenses[i].failed ? o->lenses[i].failed : o->lenses[i].run,
			    o->lenses[i].run);
	put_lens(w, lsp_file_text(f), at, path, buf_view(&title));
	buf_release(&title);
}

/* Over the first sample of each rule, and over the whole. */
static void
put_lenses(
    struct lsp_call *c, struct json_writer *w, const struct lsp_file *f, const struct suite *suite)
{
	struct str text = lsp_file_text(f);

	put_titled(c, w, f, 0, STR(""), suite->count + suite->limit_count);
	for (size_t i = 0; i < suite->count; i++) {
		const struct sample *s = &suite->samples[i];
		size_t tests = 0, before = 0;
		if (s->rule.n == 0 || strcmp(s->file, f->path) != 0)
			continue;
		for (size_t k = 0; k < suite->count; k++) {
			bool same = str_eq(suite->samples[k].rule, s->rule);
			tests += same;
			before += same && k < i;
		}
		if (before == 0)
			put_titled(c, w, f, text_at(text, s->line, 1), s->rule, tests);
	}
}

void
lsp_lenses(struct lsp_call *c, struct json_writer *w)
{
	const struct lsp_file *f = lsp_file_of(c);
	const char *path = f ? lsp_policy_path(c->a, f) : NULL;
	struct err_list errs = {.count = 0};
	struct suite suite;

	json_array(w);
	if (path && load_suite(c, path, &suite, &errs))
		put_lenses(c, w, f, &suite);
	json_end_array(w);
}
