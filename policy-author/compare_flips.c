/* SPDX-License-Identifier: MIT */
/* Programs by two policies, or by what was said of them before. */
#include "compare.h"

#include "model.h"

#include <stdlib.h>

#define PROGRAM_BYTES_MAX ((size_t)512 << 20)
#define MESSAGE_BYTES_MAX 300

void
compare_recorded(const struct policy *after, struct comparison *out)
{
	*out = (struct comparison){.b = after};
}

/* -- reasons --------------------------------------------------------------------------------- */

struct reasons {
	struct arena *a; /* the comparison's: what is kept is copied there */
	struct verdict_flip *flip;
	bool failed;
};

static bool
copy(struct arena *a, struct str s, struct str *out)
{
	return arena_copy(
	    a, str_slice(s, 0, s.n < MESSAGE_BYTES_MAX ? s.n : MESSAGE_BYTES_MAX), out);
}

static void
keep_reason(struct reasons *r, const struct flip_reason *reason)
{
	struct verdict_flip *f = r->flip;
	struct flip_reason *one;

	if (f->reason_count++ >= FLIP_REASONS_MAX)
		return;
	one = &f->reasons[f->reason_count - 1];
	*one = *reason;
	r->failed = !copy(r->a, reason->rule, &one->rule) ||
		    !copy(r->a, reason->message, &one->message) || r->failed;
}

static void
keep_findings(struct reasons *r, const struct policy_verdict *v)
{
	for (size_t i = 0; i < v->count; i++) {
		const struct finding *f = &v->findings[i];

		if (finding_decides(f) && f->decision == v->decision)
			keep_reason(
			    r, &(struct flip_reason){f->rule, f->message, f->line, f->column});
	}
}

static unsigned
number(const struct json_doc *d, const struct json_node *n, const char *name)
{
	int64_t number = json_get_number(d, n, name, 0);

	return number > 0 && number < 1 << 30 ? (unsigned)number : 0;
}

static bool
is_true(const struct json_doc *d, const struct json_node *n, const char *name)
{
	const struct json_node *value = json_get(d, n, name);

	return value && value->kind == JSON_TRUE;
}

/* Findings that can't be read any more give no reason; the verdict stands without. */
static void
keep_recorded(struct reasons *r, struct arena *own, const struct compare_case *program)
{
	struct json_doc d;
	struct err err;

	if (program->findings.n == 0 ||
	    !json_parse(own, program->findings, NULL, &JSON_LIMITS, &d, NULL, &err))
		return;
	JSON_EACH(n, &d, json_root(&d)) {
		struct str decision = json_get_text(&d, n, "decision", STR(""));

		if (str_is(decision, decision_name(program->recorded)) &&
		    !is_true(&d, n, "shadow") && !is_true(&d, n, "waived"))
			keep_reason(r, &(struct flip_reason){json_get_text(&d, n, "rule", STR("")),
					   json_get_text(&d, n, "message", STR("")),
					   number(&d, n, "line"), number(&d, n, "column")});
	}
}

/* -- verdicts -------------------------------------------------------------------------------- */

static bool
judge(const struct comparison *c, struct arena *own, const struct compare_case *program,
    struct policy_verdict *before, struct policy_verdict *after, struct err *err)
{
	const struct check_setting at = {.now_us = c->now_us, .path = program->path};

	*before = (struct policy_verdict){.decision = program->recorded};
	return (!c->a || policy_check_at(c->a, own, program->code, &at, before, err)) &&
	       policy_check_at(c->b, own, program->code, &at, after, err);
}

static bool
add_flip(struct arena *a, struct comparison *c, const struct compare_case *program,
    const struct policy_verdict *before, const struct policy_verdict *after, struct arena *own)
{
	struct verdict_flip *one =
	    arena_push(a, &c->flips, &c->flip_count, &c->flip_capacity, sizeof(*one));
	struct reasons r = {.a = a, .flip = one};

	if (!one)
		return false;
	*one = (struct verdict_flip){.before = before->decision, .after = after->decision};
	memcpy(one->code_sha256, after->code_sha256, sizeof(one->code_sha256));
	if (after->decision < before->decision)
		keep_findings(&r, after);
	else if (c->a)
		keep_findings(&r, before);
	else
		keep_recorded(&r, own, program);
	return !r.failed && arena_copy(a, program->path, &one->path);
}

bool
compare_program(struct arena *a, struct comparison *c, const struct compare_case *program,
    size_t *flip, struct err *err)
{
	struct arena *own = arena_new(PROGRAM_BYTES_MAX);
	struct policy_verdict before, after;

	*flip = SIZE_MAX;
	if (!own)
		return err_memory(err);
	bool good = judge(c, own, program, &before, &after, err);
	c->programs += good;
	if (good && before.decision != after.decision) {
		*flip = c->flip_count;
		good = add_flip(a, c, program, &before, &after, own) || err_memory(err);
	}
	arena_free(own);
	return good;
}

size_t
compare_loosened(const struct comparison *c)
{
	size_t count = 0;

	for (size_t i = 0; i < c->flip_count; i++)
		count += c->flips[i].after > c->flips[i].before && !c->flips[i].acknowledged;
	return count;
}

/* Deny to allow first; of one kind files by their paths, then code, that of most runs first. */
static int
compare_flips(const void *left, const void *right)
{
	const struct verdict_flip *a = left, *b = right;
	int gain_a = (int)a->after - (int)a->before, gain_b = (int)b->after - (int)b->before;

	if (gain_a != gain_b)
		return gain_a > gain_b ? -1 : 1;
	if (a->before != b->before)
		return a->before < b->before ? -1 : 1;
	if (a->run_count != b->run_count && (a->run_count > 0) == (b->run_count > 0))
		return a->run_count > b->run_count ? -1 : 1;
	if (a->run_count != b->run_count)
		return a->run_count == 0 ? -1 : 1;
	int order = str_compare(a->path, b->path);
	return order != 0 ? order : strcmp(a->code_sha256, b->code_sha256);
}

void
compare_finish(struct comparison *c)
{
	if (c->flip_count > 1)
		qsort(c->flips, c->flip_count, sizeof(*c->flips), compare_flips);
}
