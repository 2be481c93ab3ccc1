/* SPDX-License-Identifier: MIT */
/* run_object.c: a run as every caller gets it. */
#include "run_object.h"

#include "clock.h"

static void
put_time(struct json_writer *w, const char *name, int64_t us)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(us, stamp);
	json_put_text(w, name, stamp);
}

static void
put_row(struct json_writer *w, const struct stored_run *r)
{
	bool over = !run_state_is_open(r->state);

	json_put_text(w, "run_id", r->id);
	json_put_text(w, "state", run_state_name(r->state));
	json_put_bool(w, "over", over);
	json_put_str(w, "requester", r->requester);
	json_put_str(w, "policy", r->policy);
	json_put_str(w, "verdict", r->verdict);
	json_put_str(w, "reason", r->reason);
	json_name(w, "exit_code");
	if (over)
		json_number(w, r->exit_code);
	else
		json_null(w);
	put_time(w, "created", r->created_us);
	put_time(w, "updated", r->updated_us);
	json_put_text(w, "code_sha256", r->code_sha256[0] ? r->code_sha256 : NULL);
	json_put_text(w, "record_sha256", r->record_sha256[0] ? r->record_sha256 : NULL);
	json_put_text(w, "receipt_sha256", r->receipt_sha256[0] ? r->receipt_sha256 : NULL);
}

static void
put_links(struct json_writer *w, const struct stored_run *r)
{
	static const char *const KINDS[] = {"events", "receipt", "cancel"};
	struct buf path;

	buf_init(&path, 256);
	json_open_object(w, "links");
	buf_printf(&path, "/v1/runs/%s", r->id);
	json_put_str(w, "self", buf_view(&path));
	for (size_t i = 0; i < ARRAY_LENGTH(KINDS); i++) {
		buf_clear(&path);
		buf_printf(&path, "/v1/runs/%s/%s", r->id, KINDS[i]);
		json_put_str(w, KINDS[i], buf_view(&path));
	}
	json_end_object(w);
	buf_release(&path);
}

bool
run_outcome(struct arena *a, struct store *s, const struct stored_run *r, struct json_writer *w,
    struct err *err)
{
	static const char *const ANSWERED[] = {
	    "answer", "value", "explanation", "artifacts", "findings", "obligations", "usage"};
	static const char *const OTHERS[] = {"findings", "obligations", "usage"};
	bool answered = r->state == STATE_ANSWERED;
	const char *const *names = answered ? ANSWERED : OTHERS;
	size_t count = answered ? ARRAY_LENGTH(ANSWERED) : ARRAY_LENGTH(OTHERS);
	struct json_doc record;

	if (!r->record_sha256[0])
		return true;
	if (!work_record(a, s, r->record_sha256, &record, err)) {
		if (err->code != ERR_INPUT && err->code != ERR_REFUSED)
			return false;
		/* Erased, by time or by a decision; or who reads has no right to the keys. */
		json_put_text(w, err->code == ERR_INPUT ? "gone" : "sealed", err->message);
		return true;
	}
	for (size_t i = 0; i < count; i++) {
		const struct json_node *n = json_get(&record, json_root(&record), names[i]);
		if (!n)
			continue;
		json_name(w, names[i]);
		json_raw(w, json_source(&record, n));
	}
	return true;
}

bool
run_object(struct arena *a, struct store *s, const struct stored_run *r, struct json_writer *w,
    struct err *err)
{
	json_object(w);
	put_row(w, r);
	bool good = run_outcome(a, s, r, w, err);
	put_links(w, r);
	json_end_object(w);
	return good;
}
