/* SPDX-License-Identifier: MIT */
#include "framing.h"

enum {
	FEEDBACK_CODEPOINTS = 200,
	ALIKE_MAX = 3, /* of a mistake that is made again and again */
};

static bool
check_document(const struct schema *s, struct arena *a, struct output_report *out, struct err *err)
{
	if (!s) {
		out->verdict = OUTPUT_VALID;
		return true;
	}
	if (!schema_check(s, a, &out->doc, &out->schema, err))
		return false;
	switch (out->schema.verdict) {
	case SCHEMA_VALID:
		out->verdict = OUTPUT_VALID;
		break;
	case SCHEMA_INVALID:
		out->message = STR("the output does not fit the schema");
		out->hint = STR("keep the program's purpose and change what it prints, so that "
				"each line below is met");
		break;
	case SCHEMA_INDETERMINATE:
	default:
		out->verdict = OUTPUT_INDETERMINATE;
		out->message =
		    STR("nobody can say whether the output fits the schema: a limit was met");
	}
	return true;
}

bool
output_check(const struct schema *s, struct arena *a, enum output_framing framing,
    struct str stdout_bytes, struct output_report *out, struct err *err)
{
	struct schema *list = NULL;
	struct framed framed;
	*out = (struct output_report){0};
	if (!framing_read(framing, s, a, stdout_bytes, &framed, out, err))
		return false;
	if (out->code.n > 0)
		return true;
	if (s && framing == OUTPUT_NDJSON && !schema_of_list(s, a, &list, err))
		return false;
	if (!check_document(list ? list : s, a, out, err))
		return false;
	framing_places(&framed, out);
	if (out->verdict == OUTPUT_VALID)
		out->answer = json_source(&out->doc, json_root(&out->doc));
	return true;
}

static const char *const FRAMINGS[] = {"json", "ndjson", "csv", "text"};

const char *
output_framing_name(enum output_framing f)
{
	return FRAMINGS[f];
}

bool
output_framing_find(struct str name, enum output_framing *out)
{
	for (size_t i = 0; i < ARRAY_LENGTH(FRAMINGS); i++) {
		*out = (enum output_framing)i;
		if (str_is(name, FRAMINGS[i]))
			return true;
	}
	*out = OUTPUT_JSON;
	return false;
}

static void
add_issue(const struct schema_issue *issue, struct buf *out)
{
	buf_printf(out, "- line %u, column %u", issue->line, issue->column);
	if (issue->instance.n > 0) {
		buf_text(out, ", at ");
		buf_visible(out, issue->instance, FEEDBACK_CODEPOINTS);
	}
	buf_text(out, ": ");
	buf_str(out, issue->message);
	if (issue->help.n > 0) {
		buf_text(out, "; ");
		buf_str(out, issue->help);
	}
	buf_char(out, '\n');
}

/* Two failures of one rule are one mistake, whatever the values are. */
static bool
is_like(const struct schema_issue *a, const struct schema_issue *b)
{
	return str_eq(a->schema, b->schema) &&
	       (str_eq(a->message, b->message) ||
		   (a->expected.n > 0 && str_eq(a->expected, b->expected) &&
		       str_starts(a->message, STR("expected "))));
}

bool
schema_issue_is_told(const struct schema_report *r, size_t i, size_t *untold)
{
	size_t before = 0, all = 0;

	for (size_t k = 0; k < r->count; k++) {
		bool like = is_like(&r->issues[k], &r->issues[i]);
		all += like;
		before += like && k < i;
	}
	*untold = before == ALIKE_MAX - 1 ? all - ALIKE_MAX : 0;
	return before < ALIKE_MAX;
}

static void
add_issues(const struct schema_report *r, struct buf *out)
{
	size_t untold;

	for (size_t i = 0; i < r->count; i++) {
		if (!schema_issue_is_told(r, i, &untold))
			continue;
		add_issue(&r->issues[i], out);
		if (untold > 0)
			buf_printf(out, "  and the same at %zu more places\n", untold);
	}
}

void
output_feedback(const struct output_report *r, struct buf *out)
{
	if (r->message.n > 0) {
		buf_str(out, r->message);
		buf_char(out, '\n');
	}
	if (r->hint.n > 0) {
		buf_text(out, "hint: ");
		buf_str(out, r->hint);
		buf_char(out, '\n');
	}
	add_issues(&r->schema, out);
	if (r->schema.more > 0)
		buf_printf(out, "- and %zu more\n", r->schema.more);
	if (r->schema.reason.n > 0) {
		buf_text(out, "reason: ");
		buf_str(out, r->schema.reason);
		buf_char(out, '\n');
	}
}

const char *
output_verdict_name(enum output_verdict v)
{
	return v == OUTPUT_VALID           ? "valid"
	       : v == OUTPUT_INDETERMINATE ? "indeterminate"
					   : "invalid";
}
