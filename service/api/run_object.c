/* SPDX-License-Identifier: MIT */
/* run_object.c: a run as every caller gets it. */
#include "run_object.h"

#include "record.h"

#define RUN struct stored_run
FORM(name_form, RUN, MEMBER_AS("run_id", RUN, id),
    MEMBER_WORD("state", RUN, state, run_state_name, NULL));
FORM(row_form, RUN, MEMBER(RUN, requester), MEMBER(RUN, policy), MEMBER(RUN, verdict),
    MEMBER(RUN, reason), MEMBER_OR_NULL("exit_code", RUN, exit_code),
    MEMBER_TIME("created", RUN, created_us), MEMBER_TIME("updated", RUN, updated_us),
    MEMBER_OR_NULL("code_sha256", RUN, code_sha256),
    MEMBER_OR_NULL("record_sha256", RUN, record_sha256),
    MEMBER_OR_NULL("receipt_sha256", RUN, receipt_sha256));

static void
put_row(struct json_writer *w, const struct stored_run *r)
{
	bool over = !run_state_is_open(r->state);
	struct stored_run told = *r;

	if (!over)
		told.exit_code = -1; /* not yet */
	record_put(w, &name_form, r);
	json_put_bool(w, "over", over);
	record_put(w, &row_form, &told);
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

/* Null: not known. Without an execution there is no such member. */
static void
put_opened(const struct json_doc *record, struct json_writer *w)
{
	const struct json_node *e = json_get(record, json_root(record), "execution"),
			       *opened = json_get(record, e, "inputs_opened");

	if (!opened)
		return;
	json_name(w, "inputs_opened");
	json_raw(w, json_source(record, opened));
}

void
run_addresses(const struct json_doc *record, struct json_writer *w)
{
	const struct json_node *e = json_get(record, json_root(record), "execution"),
			       *list = json_get(record, e, "violations");

	json_open_array(w, "addresses");
	for (const struct json_node *v = json_first(record, list); v; v = json_next(record, v)) {
		struct str address = json_get_text(record, v, "address", STR(""));
		if (address.n == 0)
			continue;
		json_format(w, "{address: %.*s", STR_ARG(address));
		json_put_str(w, "what", json_get_text(record, v, "what", STR("")));
		json_put_str(w, "by", json_get_text(record, v, "by", STR("")));
		json_end_object(w);
	}
	json_end_array(w);
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
	put_opened(&record, w);
	return true;
}

#define CELL struct run_cell
FORM(cell_form, CELL, MEMBER_AS("session_id", CELL, session), MEMBER(CELL, first_line),
    MEMBER(CELL, over));

bool
run_cell_object(struct arena *a, struct store *s, const struct stored_run *r,
    const struct run_cell *cell, struct json_writer *w, struct err *err)
{
	json_object(w);
	put_row(w, r);
	bool good = run_outcome(a, s, r, w, err);
	if (cell) {
		json_name(w, "session");
		json_object(w);
		record_put(w, &cell_form, cell);
		json_end_object(w);
	}
	put_links(w, r);
	json_end_object(w);
	return good;
}

bool
run_object(struct arena *a, struct store *s, const struct stored_run *r, struct json_writer *w,
    struct err *err)
{
	return run_cell_object(a, s, r, NULL, w, err);
}
