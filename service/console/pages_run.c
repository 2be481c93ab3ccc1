/* SPDX-License-Identifier: MIT */
/* pages_run.c: one run as a page: its answer, files, box, steps and receipt. */
#include "pages.h"
#include "routes.h"

#include "receipt.h"
#include "run_object.h"

#include <stdio.h>

#define ROWS_MAX 200
#define COLUMNS_MAX 20

static bool
is_flat(const struct json_doc *d, const struct json_node *n)
{
	for (const struct json_node *m = json_first(d, n); m; m = json_next(d, m))
		if (m[1].kind == JSON_ARRAY || m[1].kind == JSON_OBJECT)
			return false;
	return n->kind == JSON_OBJECT && n->count > 0 && n->count <= COLUMNS_MAX;
}

static void
put_row(struct json_writer *w, const struct json_doc *d, const struct json_node *head,
    const struct json_node *row)
{
	json_format(w, "{cells: [");
	for (const struct json_node *m = json_first(d, head); m; m = json_next(d, m)) {
		const struct json_node *cell = json_get_str(d, row, m->text);
		json_format(w, "{number: %d", cell && cell->kind == JSON_NUMBER);
		json_name(w, "value");
		if (cell)
			json_tree(w, d, cell);
		else
			json_null(w);
		json_end_object(w);
	}
	json_format(w, "]}");
}

/* A list of flat objects is a table; its first row names the columns. */
static void
put_table(
    struct json_writer *w, const struct json_doc *d, struct str name, const struct json_node *list)
{
	const struct json_node *head = list->kind == JSON_ARRAY ? json_first(d, list) : NULL;
	size_t rows = 0;

	if (!head || !is_flat(d, head))
		return;
	json_format(w, "{name: %.*s, count: %u, columns: [", STR_ARG(name), list->count);
	for (const struct json_node *m = json_first(d, head); m; m = json_next(d, m))
		json_format(
		    w, "{name: %.*s, number: %d}", STR_ARG(m->text), m[1].kind == JSON_NUMBER);
	json_format(w, "], rows: [");
	for (const struct json_node *row = head; row && rows < ROWS_MAX;
	     row = json_next(d, row), rows++)
		put_row(w, d, head, row);
	json_format(w, "], cut: %d}", list->count > ROWS_MAX);
}

/* "alone": the members that are no list and no object. */
static void
put_alone(struct json_writer *w, const struct json_doc *d, const struct json_node *first)
{
	json_open_array(w, "alone");
	for (const struct json_node *m = first; m; m = json_next(d, m)) {
		if (m[1].kind == JSON_ARRAY || m[1].kind == JSON_OBJECT)
			continue;
		json_format(w, "{name: %.*s", STR_ARG(m->text));
		json_name(w, "value");
		json_tree(w, d, m + 1);
		json_end_object(w);
	}
	json_end_array(w);
}

static bool
put_answer(struct json_writer *w, const struct json_doc *d, struct err *err)
{
	const struct json_node *answer = json_get(d, json_root(d), "answer"), *first;

	if (!answer)
		return true;
	first = answer->kind == JSON_OBJECT ? json_first(d, answer) : NULL;
	json_open_object(w, "answer");
	put_alone(w, d, first);
	json_open_array(w, "tables");
	put_table(w, d, STR("answer"), answer);
	for (const struct json_node *m = first; m; m = json_next(d, m))
		put_table(w, d, m->text, m + 1);
	json_end_array(w);
	bool good = put_pretty(w, "json", d, answer, err);
	json_end_object(w);
	return good;
}

/* Writes the validated parts, and the walls. The output of a run that was not answered is left out. */
static void
put_parts(struct json_writer *w, const struct json_doc *d)
{
	/* The execution has a digest of each stream by the same name. */
	static const char *const NAMES[][2] = {{"explanation", "explanation"},
	    {"execution", "execution"}, {"obligations", "obligations"}, {"stdout", "printed"},
	    {"stderr", "printed_errors"}};

	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++) {
		const struct json_node *n = json_get(d, json_root(d), NAMES[i][0]);
		json_name(w, NAMES[i][1]);
		if (n)
			json_tree(w, d, n);
		else
			json_null(w);
	}
}

static bool
is_picture(struct str bytes)
{
	return str_starts(bytes, STR("\x89PNG\r\n\x1a\n")) ||
	       str_starts(bytes, STR("\xff\xd8\xff"));
}

static bool
put_files(struct request *r, struct json_writer *w, const struct json_doc *record, struct err *err)
{
	struct box_artifact *files;
	size_t count;

	if (!work_artifacts(r->a, request_store(r, err), record, &files, &count, err))
		return false;
	json_open_array(w, "files");
	for (size_t i = 0; i < count; i++)
		json_format(w, "{name: %.*s, bytes: %ld, sha256: %s, picture: %d}",
		    STR_ARG(files[i].name), (int64_t)files[i].bytes.n, files[i].sha256,
		    is_picture(files[i].bytes));
	json_end_array(w);
	return true;
}

/* "asked": the inputs that it opened, and the addresses that it asked for. Those are the program's words,
 * and an ended run without an answer has let none out: they are for who may read all. */
static void
put_asked(const struct request *r, struct json_writer *w, const struct json_doc *d)
{
	const struct json_node *e = json_get(d, json_root(d), "execution"),
			       *opened = json_get(d, e, "inputs_opened"),
			       *inputs = json_get(d, json_root(d), "inputs"),
			       *refused = json_get(d, e, "violations");
	const bool some = inputs && inputs->count > 0;

	if (!opened || (!some && (!refused || refused->count == 0)))
		return;
	json_format(w, "asked: {known: %d, unknown: %d, inputs: [",
	    some && opened->kind == JSON_ARRAY, some && opened->kind != JSON_ARRAY);
	for (const struct json_node *n = json_first(d, inputs); n; n = json_next(d, n)) {
		struct str name = json_get_text(d, n, "name", STR(""));
		bool found = false;
		for (const struct json_node *o = json_first(d, opened); o; o = json_next(d, o))
			found = found || str_eq(o->text, name);
		json_format(w, "{name: %.*s, opened: %d}", STR_ARG(name), found);
	}
	json_end_array(w);
	if (r->who->rights & RIGHT_READ_ALL)
		run_addresses(d, w);
	json_end_object(w);
}

static bool
put_record(struct request *r, struct json_writer *w, const struct stored_run *run, struct err *err)
{
	struct json_doc record, none = {.count = 0};
	const struct json_node *findings = NULL;
	bool known = run->record_sha256[0] != '\0';
	struct str code;

	if (known && !work_record(r->a, request_store(r, err), run->record_sha256, &record, err))
		return false;
	if (known) {
		findings = json_get(&record, json_root(&record), "findings");
		put_asked(r, w, &record);
	}
	if (known && run->state == STATE_ANSWERED) {
		put_parts(w, &record);
		if (!put_answer(w, &record, err) || !put_files(r, w, &record, err))
			return false;
	}
	if (!run->code_sha256[0])
		return true;
	if (!content_get(request_store(r, err), r->a, run->code_sha256, &code, err))
		return false;
	put_code(r->a, w, code,
	    &(struct code_notes){.findings = known ? &record : &none, .list = findings});
	return true;
}

/* -- its steps ------------------------------------------------------------------------------- */

static void
put_span(struct json_writer *w, const char *name, int64_t us)
{
	char words[32];

	if (us < 1000000)
		snprintf(words, sizeof(words), "%.1f ms", (double)us / 1e3);
	else
		snprintf(words, sizeof(words), "%.3f s", (double)us / 1e6);
	json_put_text(w, name, words);
}

#define STRIP_WIDE 10000 /* of the template; browsers draw no shape that is millions wide */

/* A step takes the time since the one before it: its part of the strip. */
static void
put_step(struct json_writer *w, const struct run_step *s, const struct run_step *before,
    int64_t from_us, int64_t whole_us)
{
	int64_t x = (before->at_us - from_us) * STRIP_WIDE / whole_us;
	enum run_state to = run_state_of(s->to);
	char words[WORDS_BYTES];

	json_object(w);
	put_state(w, to);
	json_put_bool(w, "passed", run_state_is_open(to) && to != STATE_AWAITING_APPROVAL);
	json_put_str(w, "to", words_of(s->to, words));
	json_put_str(w, "actor", str_starts(s->actor, STR("wrk_")) ? STR("a worker") : s->actor);
	json_put_str(w, "note", s->note);
	put_span(w, "took", s->at_us - before->at_us);
	put_span(w, "since", s->at_us - from_us);
	json_format(w, "x: %ld, width: %ld, waited: %d}", x,
	    (s->at_us - from_us) * STRIP_WIDE / whole_us - x,
	    run_state_of(before->to) == STATE_AWAITING_APPROVAL);
}

static bool
put_steps(struct request *r, struct json_writer *w, const struct stored_run *run, struct err *err)
{
	struct run_step *steps;
	int64_t whole_us;
	size_t count;

	if (!runs_history(request_store(r, err), r->a, run->id, &steps, &count, err))
		return false;
	whole_us = count > 0 ? steps[count - 1].at_us - run->created_us : 0;
	json_open_array(w, "steps");
	for (size_t i = 0; i < count; i++)
		put_step(w, &steps[i], &steps[i > 0 ? i - 1 : 0], run->created_us,
		    whole_us > 0 ? whole_us : 1);
	json_end_array(w);
	if (whole_us > 0)
		put_span(w, "whole", whole_us);
	return true;
}

/* -- its receipt ----------------------------------------------------------------------------- */

/* Writes the service's findings about the receipt; the browser follows the proofs itself (console.js). */
static bool
put_proofs(struct request *r, struct json_writer *w, const struct stored_run *run, struct err *err)
{
	struct receipt_finding findings[RECEIPT_FINDINGS_MAX];
	struct str receipt, witnessed;
	size_t count = 0;

	json_put_text(w, "receipt", run->receipt_sha256);
	if (!run->receipt_sha256[0])
		return true;
	if (!request_receipt(r, run->id, &receipt, &witnessed, err))
		return false;
	if (witnessed.n > 0)
		receipt = str_from(
		    arena_printf(r->a, "%.*s\n%.*s", STR_ARG(receipt), STR_ARG(witnessed)));
	if (r->trust && !receipt_verify(r->a, receipt, r->trust, findings, &count, err) &&
	    err->code != ERR_NONE)
		return false;
	put_services(r, w);
	json_format(w, "proofs_by: %d, proofs: [", count > 0);
	for (size_t i = 0; i < count; i++) {
		bool unseen = str_starts(findings[i].detail, STR("unwitnessed"));
		json_format(w, "{what: %s, good: %d, icon: %s, detail: %.*s}", findings[i].what,
		    findings[i].good,
		    unseen             ? "wait"
		    : findings[i].good ? "allow"
				       : "deny",
		    STR_ARG(findings[i].detail));
	}
	json_end_array(w);
	return true;
}

bool
page_run(struct request *r, struct answer *out, struct err *err)
{
	struct stored_run run;
	struct page_data p;

	if (!request_run(r, out, &run, err) || !page_begin(r, &p, "Run", "at_runs", err) ||
	    !put_run_head(r, &p.w, &run, err))
		return false;
	json_format(&p.w, "under_way: %d, waits: %d, code_sha256: %s", run_state_is_open(run.state),
	    run.state == STATE_AWAITING_APPROVAL, run.code_sha256);
	return put_record(r, &p.w, &run, err) && put_steps(r, &p.w, &run, err) &&
	       put_proofs(r, &p.w, &run, err) && page_end(r, &p, "run", out, err);
}

bool
page_file(struct request *r, struct answer *out, struct err *err)
{
	out->media_type = "application/octet-stream";
	return runs_artifact_http(r, out, err);
}

/* The steps as they come, for the script of the page. */
bool
page_steps(struct request *r, struct answer *out, struct err *err)
{
	if (!runs_events_http(r, out, err))
		return false;
	if (!out->media_type)
		out->media_type = "application/x-ndjson";
	return true;
}

bool
page_receipt(struct request *r, struct answer *out, struct err *err)
{
	answer_header(out, "Content-Disposition", "attachment; filename=\"receipt.json\"");
	return runs_receipt_http(r, out, err);
}

/* Pixels alone: bytes that begin as such a picture does, told as that. An SVG is a page of its own
 * and is never shown. */
bool
page_picture(struct request *r, struct answer *out, struct err *err)
{
	if (!runs_artifact_http(r, out, err))
		return false;
	if (!is_picture(buf_view(&out->body)))
		return answer_missing(out, err, "picture", r->parts[1]);
	out->media_type = out->body.p[0] == '\x89' ? "image/png" : "image/jpeg";
	out->header_count = 0;
	return true;
}
