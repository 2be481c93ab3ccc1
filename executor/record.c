/* SPDX-License-Identifier: MIT */
#include "executor.h"

#include "record.h"

#define STREAM struct box_stream
FORM(stream_form, STREAM, MEMBER_AS("bytes", STREAM, seen_bytes), MEMBER(STREAM, cut),
    MEMBER(STREAM, sha256));

#define M(member) MEMBER(struct box_usage, member)
FORM(usage_form, struct box_usage, M(wall_ms), M(cpu_ms), M(cpu_whole), M(memory_bytes),
    M(processes), MEMBER_OR_NULL("read_bytes", struct box_usage, read_bytes),
    MEMBER_OR_NULL("written_bytes", struct box_usage, written_bytes));
#undef M

FORM(session_form, struct session_use, MEMBER(struct session_use, cells),
    MEMBER_OR_NULL("read_bytes", struct session_use, read_bytes),
    MEMBER_OR_NULL("written_bytes", struct session_use, written_bytes));

#define M(member) MEMBER(struct guarantee, member)
FORM(guarantee_form, struct guarantee, MEMBER_AS("guarantee", struct guarantee, name),
    MEMBER_WORD("state", struct guarantee, state, guarantee_state_name, NULL), M(by), M(bound),
    M(why));
#undef M

#define VIOLATION struct box_violation
FORM(violation_form, VIOLATION, MEMBER(VIOLATION, what), MEMBER(VIOLATION, detail),
    MEMBER(VIOLATION, by), MEMBER_OR_MISSING("address", VIOLATION, address),
    MEMBER_OR_MISSING("rule", VIOLATION, rule), MEMBER_OR_MISSING("line", VIOLATION, line),
    MEMBER_OR_MISSING("attack", VIOLATION, attack));

#define DISPLAY struct box_display
FORM(display_form, DISPLAY, MEMBER(DISPLAY, mime), MEMBER_AS("bytes", DISPLAY, bytes.n),
    MEMBER(DISPLAY, sha256));

#define RESULT struct box_result
FORM(head_form, RESULT, MEMBER_WORD("outcome", RESULT, outcome, box_outcome_name, NULL),
    MEMBER(RESULT, detail), MEMBER(RESULT, backend),
    MEMBER_WORD("start", RESULT, start, box_start_name, NULL), MEMBER(RESULT, ahead_ms),
    MEMBER_OR_NULL("exit_code", RESULT, exit_code), MEMBER(RESULT, signal),
    MEMBER_PART("stdout", RESULT, out, stream_form),
    MEMBER_PART("stderr", RESULT, err, stream_form));
FORM(tail_form, RESULT, MEMBER(RESULT, venv_sha256),
    MEMBER_LIST("displays", RESULT, displays, display_count, display_form),
    MEMBER(RESULT, displays_more), MEMBER_PART("usage", RESULT, usage, usage_form),
    {.name = "inputs_opened",
	.kind = FIELD_STRINGS,
	.or_null = true,
	.at = offsetof(RESULT, inputs_opened),
	.count_at = offsetof(RESULT, inputs_opened_count)},
    MEMBER_LIST("guarantees", RESULT, guarantees, guarantee_count, guarantee_form),
    MEMBER_LIST("violations", RESULT, violations, violation_count, violation_form),
    MEMBER(RESULT, violations_more),
    MEMBER_TEXTS("rejected_artifacts", FIELD_STRINGS, RESULT, rejected, rejected_count));

void
box_violations_json(const struct box_violation *list, size_t count, struct json_writer *w)
{
	json_array(w);
	for (size_t i = 0; i < count; i++)
		record_put_item(w, &violation_form, &list[i]);
	json_end_array(w);
}

void
box_result_json(const struct box_result *r, struct json_writer *w)
{
	struct box_result told = *r;

	told.backend = r->backend ? r->backend : "";
	json_object(w);
	record_put(w, &head_form, &told);
	if (r->result.sha256[0])
		record_put_object(w, "result", &stream_form, &r->result);
	if (r->session.cells > 0)
		record_put_object(w, "session", &session_form, &r->session);
	record_put(w, &tail_form, &told);
	json_end_object(w);
}
