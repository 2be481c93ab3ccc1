/* SPDX-License-Identifier: MIT */
/* lsp_diagnose.c: what is wrong with an open file, as squiggles under it. */
#include "lsp.h"

#include "clock.h"
#include "lint.h"
#include "verdict_cache.h"

enum weight { WEIGHT_ERROR = 1, WEIGHT_WARNING, WEIGHT_INFORMATION };

struct painting {
	struct lsp_call *c;
	const struct lsp_file *f;
	struct str text;
	struct json_writer w;
};

static void
paint(struct painting *p, size_t at, size_t end, enum weight weight, const char *source,
    struct str code, struct str message)
{
	json_object(&p->w);
	lsp_put_range(&p->w, p->text, at, end > at ? end : at + 1);
	json_put_number(&p->w, "severity", weight);
	json_put_text(&p->w, "source", source);
	if (code.n > 0)
		json_put_str(&p->w, "code", code);
	json_put_str(&p->w, "message", message);
	json_end_object(&p->w);
}

/* An error of another file (a parent's) stands at the top, with its place in words. */
static void
paint_error(struct painting *p, const struct err *e)
{
	bool here = !e->file[0] || strcmp(e->file, p->f->path) == 0;
	size_t at = here ? text_at(p->text, e->line, e->column) : 0;
	size_t end = here ? text_at(p->text, e->line, e->column + e->width) : 0;
	struct buf message;

	buf_init(&message, 1 << 13);
	if (!here)
		buf_printf(&message, "%s:%u:%u: ", e->file, e->line, e->column);
	buf_text(&message, e->message);
	if (e->help[0])
		buf_printf(&message, "\n%s", e->help);
	paint(p, at, end, WEIGHT_ERROR, "sluice", STR(""), buf_view(&message));
	buf_release(&message);
}

static void
paint_errors(struct painting *p, const struct err_list *errs)
{
	for (size_t i = 0; i < errs->count; i++)
		paint_error(p, &errs->items[i]);
}

/* -- tests ----------------------------------------------------------------------------------- */

static void
paint_failure(struct painting *p, const struct sample *s, const struct sample_result *r)
{
	size_t at = text_at(p->text, s->line, s->column);
	size_t end = str_find(p->text, STR("\n"), at);
	struct buf message;

	if (r->outcome == SAMPLE_PASSED || strcmp(s->file, p->f->path) != 0)
		return;
	buf_init(&message, 1 << 14);
	buf_printf(&message, "'%.*s' fails\nwant %.*s\ngot  %.*s", STR_ARG(s->name),
	    STR_ARG(r->want), STR_ARG(r->got));
	paint(p, at, end == SIZE_MAX ? p->text.n : end, WEIGHT_ERROR, "sluice test", s->rule,
	    buf_view(&message));
	buf_release(&message);
}

static void
run_tests(struct painting *p, struct suite *suite, struct err_list *errs)
{
	struct suite_result result;

	if (!suite_run(p->c->a, suite, &result, errs, &p->c->err)) {
		(void)err_list_add(errs, &p->c->err);
		return;
	}
	for (size_t i = 0; i < suite->count; i++)
		paint_failure(p, &suite->samples[i], &result.items[i]);
}

/* -- lint ------------------------------------------------------------------------------------ */

static void
paint_finding(struct painting *p, const struct finding *f, enum weight weight, const char *source)
{
	struct buf message;

	buf_init(&message, 1 << 14);
	buf_str(&message, f->message);
	if (f->remedy.n > 0)
		buf_printf(&message, "\n%.*s", STR_ARG(f->remedy));
	paint(p, f->at, f->end, weight, source, f->rule, buf_view(&message));
	buf_release(&message);
}

static enum weight
weight_of(enum decision d)
{
	return d == DECISION_DENY       ? WEIGHT_ERROR
	       : d == DECISION_ESCALATE ? WEIGHT_WARNING
					: WEIGHT_INFORMATION;
}

/* Skips a file that can't be read: its errors have been reported. The check that loads the
 * policy once for each entry is left to the command. */
static void
lint(struct painting *p, const struct policy *policy, const char *path,
    const struct policy_texts *texts)
{
	struct str slow = STR("entry-idle");
	const struct words disabled = {.items = &slow, .count = 1};
	const struct lint_subject subject = {.policy = policy,
	    .path = path,
	    .folder = policies_folder(p->c->a),
	    .texts = texts,
	    .disabled = &disabled,
	    .now_us = clock_utc_us()};
	struct err_list errs = {.count = 0};
	struct check_result result;

	if (!lint_run(p->c->a, &subject, &result, &errs, &p->c->err) ||
	    strcmp(path, p->f->path) != 0)
		return;
	for (size_t i = 0; i < result.verdict.count; i++)
		paint_finding(p, &result.verdict.findings[i],
		    weight_of(result.verdict.findings[i].decision), "sluice lint");
}

/* -- the kinds of files ---------------------------------------------------------------------- */

static void
diagnose_policy(struct painting *p)
{
	const char *path = lsp_policy_path(p->c->a, p->f);
	struct err_list errs = {.count = 0};
	struct policy_texts texts;
	struct policy *policy;

	if (!path || !lsp_texts(p->c, &texts))
		return;
	if (policies_load(p->c->a, path, &texts, &policy, &errs)) {
		struct suite suite = {.policy = policy, .path = path};
		bool whole = p->f->kind == LSP_SUITE
				 ? suite_load_open(p->c->a, &suite, &texts, p->f->path, &errs)
				 : suite_load_rules(p->c->a, &suite, &errs);
		if (whole)
			run_tests(p, &suite, &errs);
		if (whole)
			lint(p, policy, path, &texts);
	}
	paint_errors(p, &errs);
}

static void
paint_verdict(struct painting *p, const struct finding *f)
{
	paint_finding(p, f,
	    !finding_decides(f)            ? WEIGHT_INFORMATION
	    : f->decision == DECISION_DENY ? WEIGHT_ERROR
					   : WEIGHT_WARNING,
	    "sluice");
}

static void
diagnose_program(struct painting *p)
{
	const struct check_setting at = {.now_us = 0};
	struct err_list errs = {.count = 0};
	struct policy_verdict verdict;
	struct policy *policy;

	if (!p->c->server->policy)
		return;
	if (!policy_open(p->c->a, p->c->server->policy, NULL, &policy, &errs)) {
		paint_errors(p, &errs);
		return;
	}
	if (!verdict_check(
		p->c->server->verdicts, policy, p->c->a, p->text, &at, &verdict, &p->c->err)) {
		paint_error(p, &p->c->err);
		return;
	}
	for (size_t i = 0; i < verdict.count; i++)
		paint_verdict(p, &verdict.findings[i]);
	for (size_t i = 0; i < verdict.obligation_count; i++)
		paint_verdict(p, &verdict.obligations[i]);
}

bool
lsp_diagnose(struct lsp_call *c, const struct lsp_file *f)
{
	struct painting p = {.c = c, .f = f, .text = lsp_file_text(f)};
	struct buf message;

	lsp_notify_begin(&p.w, &message, "textDocument/publishDiagnostics");
	json_put_text(&p.w, "uri", f->uri);
	json_open_array(&p.w, "diagnostics");
	if (f->kind == LSP_POLICY || f->kind == LSP_SUITE)
		diagnose_policy(&p);
	else if (f->kind == LSP_PROGRAM)
		diagnose_program(&p);
	json_end_array(&p.w);
	return lsp_notify_end(c->server, &p.w, &message);
}

/* A policy that changes may change what is wrong with all that stands on it. */
bool
lsp_diagnose_all(struct lsp_call *c)
{
	for (size_t i = 0; i < c->server->file_count; i++)
		if (!lsp_diagnose(c, &c->server->files[i]))
			return false;
	return true;
}
