/* SPDX-License-Identifier: MIT */
/* Runs samples: the verdict that is wanted, and the one that came. */
#include "suite.h"

#include "outline.h"

#include <inttypes.h>

#define LINE_BYTES_MAX ((size_t)64 << 10)

static bool
keep(struct arena *a, struct buf *b, struct str *out, struct err *err)
{
	return buf_keep(b, a, out) || err_memory(err);
}

static void
tell_places(struct buf *out, const struct sample_findings *f, const char *head, const char *none)
{
	if (f->count > 0 || none[0] != '\0')
		buf_printf(out, "%s%s", head, f->count == 0 ? none : "");
	for (size_t i = 0; i < f->count; i++)
		buf_printf(out, "%s %.*s at line %u", i == 0 ? "" : ",", STR_ARG(f->items[i].rule),
		    f->items[i].line);
}

static bool
tell_want(struct arena *a, const struct sample *s, struct str *out, struct err *err)
{
	struct buf b;

	buf_init(&b, LINE_BYTES_MAX);
	buf_text(&b, decision_name(s->expect));
	if (s->rule.n > 0 && s->expect != DECISION_ALLOW)
		buf_printf(&b, ", by %.*s alone", STR_ARG(s->rule));
	tell_places(&b, &s->findings, ":", "");
	if (s->has_obligations)
		tell_places(&b, &s->obligations, "; held by the box:", " nothing");
	return keep(a, &b, out, err);
}

static bool
tell_got(struct arena *a, const struct policy_verdict *v, struct str *out, struct err *err)
{
	struct buf b;

	buf_init(&b, LINE_BYTES_MAX);
	buf_text(&b, decision_name(v->decision));
	for (size_t i = 0, told = 0; i < v->count; i++)
		if (finding_decides(&v->findings[i]))
			buf_printf(&b, "%s %.*s at line %u", told++ == 0 ? ":" : ",",
			    STR_ARG(v->findings[i].rule), v->findings[i].line);
	for (size_t i = 0; i < v->obligation_count; i++)
		buf_printf(&b, "%s %.*s at line %u", i == 0 ? "; held by the box:" : ",",
		    STR_ARG(v->obligations[i].rule), v->obligations[i].line);
	return keep(a, &b, out, err);
}

/* How often the verdict tells of the rule at the line (NULL: of any), among its findings that
 * decide or among its obligations. */
static size_t
times_told(const struct policy_verdict *v, bool obligations, const struct sample_finding *f)
{
	size_t times = 0, all = obligations ? v->obligation_count : v->count;

	for (size_t i = 0; i < all; i++) {
		struct str rule = obligations ? v->obligations[i].rule : v->findings[i].rule;
		unsigned line = obligations ? v->obligations[i].line : v->findings[i].line;

		times += (obligations || finding_decides(&v->findings[i])) &&
			 (f == NULL || (line == f->line && str_eq(rule, f->rule)));
	}
	return times;
}

/* Each as often as the sample lists it, and no others. */
static bool
are_told(const struct sample_findings *s, const struct policy_verdict *v, bool obligations)
{
	if (times_told(v, obligations, NULL) != s->count)
		return false;
	for (size_t i = 0; i < s->count; i++) {
		size_t wanted = 0;

		for (size_t k = 0; k < s->count; k++)
			wanted += s->items[k].line == s->items[i].line &&
				  str_eq(s->items[k].rule, s->items[i].rule);
		if (times_told(v, obligations, &s->items[i]) != wanted)
			return false;
	}
	return true;
}

bool
sample_holds(struct arena *a, const struct policy *p, const struct sample *s,
    struct policy_verdict *verdict, struct err *err)
{
	if (!policy_check(p, a, s->code, verdict, err))
		return false;
	err->code = ERR_NONE;
	if (verdict->decision != s->expect)
		return false;
	if (s->rule.n == 0)
		return are_told(&s->findings, verdict, false) &&
		       (!s->has_obligations || are_told(&s->obligations, verdict, true));
	for (size_t i = 0; i < verdict->count; i++)
		if (finding_decides(&verdict->findings[i]) &&
		    !str_eq(verdict->findings[i].rule, s->rule))
			return false;
	return true;
}

/* A sample of something else than syntax that is refused for its syntax tests nothing. */
static bool
is_unreadable(const struct sample *s, const struct policy_verdict *v, struct err_list *errs)
{
	for (size_t i = 0; i < v->count && !s->is_code_refused; i++) {
		const struct finding *f = &v->findings[i];
		struct err err = {0};

		if (!str_starts(f->rule, STR("syntax.")) && !str_starts(f->rule, STR("source.")))
			continue;
		err_set(&err, ERR_INPUT, "the code of '%.*s' can't be read: line %u: %.*s",
		    STR_ARG(s->name), f->line, STR_ARG(f->message));
		err_place(&err, s->file, s->line, s->column, 1);
		err_help(&err, "where that is what is tested, expect '%.*s'", STR_ARG(f->rule));
		(void)err_list_add(errs, &err);
		return true;
	}
	return false;
}

bool
suite_limit_holds(const struct policy *p, const struct suite_limit *l, int64_t *amount)
{
	for (size_t i = 0; i < LIMITS; i++)
		if (str_is(l->name, LIMIT_LIST[i].name)) {
			int64_t have = limits_get(&p->settings.limits, i);

			*amount = have / LIMIT_LIST[i].unit;
			return have == l->amount * LIMIT_LIST[i].unit;
		}
	*amount = 0;
	return false;
}

static bool
run_sample(struct arena *a, const struct suite *s, const struct sample *sample,
    struct sample_result *r, struct err *err)
{
	bool holds;

	*r = (struct sample_result){
	    .name = sample->name, .file = sample->file, .line = sample->line, .sample = sample};
	holds = sample_holds(a, s->policy, sample, &r->verdict, err);
	if (!holds && err->code != ERR_NONE)
		return false;
	r->outcome = holds ? SAMPLE_PASSED : SAMPLE_FAILED;
	return tell_want(a, sample, &r->want, err) && tell_got(a, &r->verdict, &r->got, err);
}

static bool
run_limit(struct arena *a, const struct suite *s, const struct suite_limit *l,
    struct sample_result *r, struct err *err)
{
	int64_t amount;
	bool holds = suite_limit_holds(s->policy, l, &amount);

	*r = (struct sample_result){.name = l->name,
	    .file = l->file,
	    .line = l->line,
	    .outcome = holds ? SAMPLE_PASSED : SAMPLE_FAILED,
	    .want = str_from(arena_printf(a, "%" PRId64, l->amount)),
	    .got = str_from(arena_printf(a, "%" PRId64, amount))};
	return (r->want.n > 0 && r->got.n > 0) || err_memory(err);
}

bool
suite_run(struct arena *a, const struct suite *s, struct suite_result *out, struct err_list *errs,
    struct err *err)
{
	*out = (struct suite_result){.count = s->count + s->limit_count};
	out->items = arena_array(a, out->count, sizeof(*out->items));
	if (out->items == NULL)
		return err_memory(err);
	for (size_t i = 0; i < out->count; i++) {
		struct sample_result *r = &out->items[i];
		bool done = i < s->count ? run_sample(a, s, &s->samples[i], r, err)
					 : run_limit(a, s, &s->limits[i - s->count], r, err);

		if (!done)
			return false;
		if (i < s->count && is_unreadable(&s->samples[i], &r->verdict, errs))
			r->outcome = SAMPLE_BROKEN;
		out->failed += r->outcome == SAMPLE_FAILED;
		out->broken += r->outcome == SAMPLE_BROKEN;
	}
	return true;
}
