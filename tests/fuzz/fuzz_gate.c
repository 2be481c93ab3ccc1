/* SPDX-License-Identifier: MIT */
/* The gate with the shipped policy for data work: any bytes get a verdict, the same one twice. */
#include "policy.h"

#include <stdlib.h>

#define MUST(condition)                                                                            \
	do {                                                                                       \
		if (!(condition))                                                                  \
			abort();                                                                   \
	} while (0)

#define ARENA_BYTES_MAX ((size_t)512 << 20)

static const struct policy *
shipped_policy(void)
{
	static struct policy *policy;
	static struct arena *arena;
	static struct err_list errs;

	if (policy == NULL) {
		arena = arena_new(ARENA_BYTES_MAX);
		MUST(arena != NULL);
		MUST(policy_load(arena, FUZZ_POLICIES "/data-analysis.yaml", FUZZ_POLICIES, NULL,
		    &policy, &errs));
	}
	return policy;
}

static int
compare(const struct finding *a, const struct finding *b)
{
	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	return str_compare(a->rule, b->rule);
}

static void
check_finding(const struct finding *f, struct str source)
{
	MUST(f->decision == DECISION_DENY || f->decision == DECISION_ESCALATE);
	MUST(f->rule.n > 0 && f->message.n > 0);
	MUST(f->at <= f->end && f->end <= source.n);
	MUST(f->line >= 1 && f->column >= 1);
	MUST(f->end_line > f->line || (f->end_line == f->line && f->end_column >= f->column));
	MUST(f->snippet.n <= 120);
	MUST(f->snippet.n == 0 ||
	     (f->snippet.p >= source.p && f->snippet.p + f->snippet.n <= source.p + source.n));
	MUST(f->snippet.n == 0 || memchr(f->snippet.p, '\n', f->snippet.n) == NULL);
}

static void
check_verdict(const struct policy_verdict *v, struct str source)
{
	enum decision strictest = DECISION_ALLOW;

	for (size_t i = 0; i < v->count; i++) {
		check_finding(&v->findings[i], source);
		MUST(i == 0 || compare(&v->findings[i - 1], &v->findings[i]) <= 0);
		if (v->findings[i].decision < strictest)
			strictest = v->findings[i].decision;
	}
	MUST(v->decision == strictest || v->decision == DECISION_DENY);
	MUST((v->decision == DECISION_ALLOW) == (v->count == 0));
}

/* The whole report in one of its formats. */
static void
report(struct arena *a, struct str source, enum check_format format, struct buf *out)
{
	struct check_result result = {.path = "program.py", .source = source};
	struct err err = {0};

	MUST(policy_check(shipped_policy(), a, source, &result.verdict, &err));
	check_verdict(&result.verdict, source);
	check_report(shipped_policy(), &result, 1, format, false, out);
	MUST(!out->failed && utf8_invalid_at(buf_view(out)) == out->n);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str source = {(const char *)data, size};
	enum check_format format = (enum check_format)(size % (CHECK_GITHUB + 1));
	struct buf once, again;

	buf_init(&once, ARENA_BYTES_MAX);
	buf_init(&again, ARENA_BYTES_MAX);
	for (int i = 0; i < 2; i++) {
		struct arena *a = arena_new(ARENA_BYTES_MAX);

		MUST(a != NULL);
		report(a, source, format, i == 0 ? &once : &again);
		arena_free(a);
	}
	MUST(str_eq(buf_view(&once), buf_view(&again)));
	buf_release(&once);
	buf_release(&again);
	return 0;
}
