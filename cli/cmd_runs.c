/* SPDX-License-Identifier: MIT */
/* sluice runs: what became of them. */
#include "approver.h"
#include "request_sign.h"
#include "run_object.h"

#include "record.h"
#include "retention.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define RUNS_BYTES_MAX ((size_t)1 << 30)
#define WATCH_MS 500

#define RUN struct stored_run
#define DIGEST(name) MEMBER_OR_NULL(#name, RUN, name)
FORM(head_form, RUN, MEMBER_AS("run_id", RUN, id),
    MEMBER_WORD("state", RUN, state, run_state_name, NULL), MEMBER(RUN, requester),
    MEMBER(RUN, title), MEMBER(RUN, policy), MEMBER(RUN, verdict), MEMBER(RUN, reason),
    MEMBER_OR_NULL("exit_code", RUN, exit_code), MEMBER(RUN, revision),
    MEMBER_TIME("created", RUN, created_us), MEMBER_TIME("updated", RUN, updated_us),
    DIGEST(task_sha256), DIGEST(plan_sha256), DIGEST(code_sha256), DIGEST(findings_sha256),
    DIGEST(policy_sha256), DIGEST(subject_sha256), DIGEST(output_sha256), DIGEST(record_sha256),
    DIGEST(receipt_sha256));

static void
run_members(struct json_writer *w, const struct stored_run *r)
{
	struct stored_run told = *r;

	if (run_state_is_open(r->state))
		told.exit_code = -1; /* not yet */
	record_put(w, &head_form, &told);
}

static const char *
short_age(int64_t us, char out[16])
{
	int64_t s = us / 1000000;

	if (s < 120)
		snprintf(out, 16, "%" PRId64 "s", s);
	else if (s < 7200)
		snprintf(out, 16, "%" PRId64 "m", s / 60);
	else if (s < 172800)
		snprintf(out, 16, "%" PRId64 "h", s / 3600);
	else
		snprintf(out, 16, "%" PRId64 "d", s / 86400);
	return out;
}

#define TITLE_AT 56 /* columns before it, and one for the dots of what is cut */
#define TITLE_MAX 400

static void
list_line(const struct stored_run *r, int64_t now_us, struct buf *out)
{
	size_t wide = columns_wide();
	char age[16];

	buf_printf(out, "%-30s %-17s %4s  ", r->id, run_state_name(r->state),
	    short_age(now_us - r->updated_us, age));
	buf_visible(out, r->title,
	    wide == 0             ? TITLE_MAX
	    : wide > TITLE_AT + 8 ? wide - TITLE_AT
				  : 8);
	buf_char(out, '\n');
}

bool
runs_filter(struct call *c, struct run_filter *out)
{
	const struct options *o = c->o;

	*out = (struct run_filter){.requester = o->requester,
	    .open_only = o->open,
	    .before = o->before,
	    .limit = (size_t)o->limit,
	    .state = o->state ? run_state_of(str_from(o->state)) : STATE_NONE};
	return !o->state || out->state != STATE_NONE ||
	       err_set(&c->err, ERR_USAGE, "'%s' is not a state of a run", o->state);
}

static void
put_run(struct call *c, const void *item)
{
	json_object(&c->j);
	run_members(&c->j, item);
	json_end_object(&c->j);
}

static void
draw_run(struct call *c, const void *item)
{
	list_line(item, c->now_us, &c->out);
}

int
runs_tell(struct call *c)
{
	const struct call_list list = {NULL, put_run, draw_run,
	    "RUN                            STATE              AGE  GOAL", "no runs"};
	struct run_filter filter;
	struct stored_run *runs;
	size_t count;

	if (!runs_filter(c, &filter) ||
	    !runs_list(c->place.store, c->a, &filter, &runs, &count, &c->err))
		return call_fail(c);
	return call_list(c, &list, runs, count, sizeof(*runs));
}

static void
step_line(const struct run_step *s, int64_t began_us, struct buf *out)
{
	double seconds = (double)(s->at_us - began_us) / 1e6;

	buf_printf(out, "  %9.3f s  %-17.*s by %.*s", seconds, STR_ARG(s->to), STR_ARG(s->actor));
	if (s->note.n > 0) {
		buf_text(out, ": ");
		buf_visible(out, s->note, 120);
	}
	buf_char(out, '\n');
}

/* A decision under a solo rule says so wherever it is shown. */
static bool
was_solo(struct call *c, const struct stored_run *r)
{
	struct stored_approval approval;
	struct err none;

	return approvals_get(c->place.store, c->a, r->id, &approval, &none) && approval.asked.solo;
}

struct told { /* of a run besides its row */
	bool solo;
	const struct run_step *steps;
	size_t count;
	const struct redacted *redacted;
	const struct request_told *request;
};

FORM(redacted_form, struct redacted, MEMBER(struct redacted, approval),
    MEMBER_TIME("at", struct redacted, at_us));
#define STEP struct run_step
FORM(step_form, STEP, MEMBER(STEP, seq), MEMBER_TIME("at", STEP, at_us), MEMBER(STEP, actor),
    MEMBER(STEP, from), MEMBER(STEP, to), MEMBER(STEP, note),
    MEMBER_OR_NULL("sha256", STEP, sha256));

static bool
show_json(struct call *c, const struct stored_run *r, const struct told *t)
{
	struct json_writer *w = &c->j;
	struct json_doc record;
	struct err none;

	json_object(w);
	run_members(w, r);
	request_json(t->request, t->solo, w);
	if (!run_outcome(c->a, c->place.store, r, w, &c->err))
		return false;
	if (r->record_sha256[0] &&
	    work_record(c->a, c->place.store, r->record_sha256, &record, &none))
		run_addresses(&record, w);
	if (t->redacted->approval[0])
		record_put_object(w, "redacted", &redacted_form, t->redacted);
	record_put_list(w, "history", &step_form, t->steps, t->count);
	json_end_object(w);
	return true;
}

/* The record of an answer; other runs have released nothing. */
static bool
read_record(struct call *c, const struct stored_run *r, struct json_doc *out)
{
	return (r->state == STATE_ANSWERED && r->record_sha256[0])
		   ? work_record(c->a, c->place.store, r->record_sha256, out, &c->err)
		   : err_set(&c->err, ERR_INPUT, "run '%s' is '%s': no answer was released", r->id,
			 run_state_name(r->state));
}

static void
draw_names(const struct json_doc *d, const struct json_node *list, struct buf *out)
{
	const char *between = "";

	JSON_EACH(n, d, list) {
		buf_text(out, between);
		buf_visible(out, n->text, 200);
		between = ", ";
	}
}

/* What its box saw of it. An erased record has nothing to tell. */
static void
show_box(struct call *c, const struct stored_run *r, struct buf *out)
{
	struct json_doc d;
	struct err none;

	if (!r->record_sha256[0] || !work_record(c->a, c->place.store, r->record_sha256, &d, &none))
		return;
	const struct json_node *inputs = json_get(&d, json_root(&d), "inputs"),
			       *e = json_get(&d, json_root(&d), "execution"),
			       *opened = json_get(&d, e, "inputs_opened"),
			       *violations = json_get(&d, e, "violations");

	if (opened && inputs && inputs->count > 0) {
		buf_text(out, "  opened     ");
		if (opened->kind != JSON_ARRAY)
			buf_text(
			    out, "unknown: the kernel did not report which inputs were opened");
		else if (opened->count == 0)
			buf_text(out, "none");
		draw_names(&d, opened, out);
		if (opened->kind == JSON_ARRAY)
			buf_printf(out, " (%u of %u inputs)", opened->count, inputs->count);
		buf_char(out, '\n');
	}
	JSON_EACH(v, &d, violations) {
		struct str address = json_get_text(&d, v, "address", STR(""));
		if (address.n == 0)
			continue;
		buf_text(out, "  asked for  ");
		buf_visible(out, address, 300);
		buf_printf(out, " (%.*s, refused; reported by the %.*s)\n",
		    STR_ARG(json_get_text(&d, v, "what", STR(""))),
		    STR_ARG(json_get_text(&d, v, "by", STR(""))));
	}
}

static void
show_answer(struct call *c, const struct stored_run *r, struct buf *out)
{
	struct json_doc doc;

	if (r->state != STATE_ANSWERED || !r->record_sha256[0])
		return;
	if (!read_record(c, r, &doc)) {
		buf_printf(out, "\nthe answer can't be shown: %s\n", c->err.message);
		return;
	}
	const struct json_node *answer = json_get(&doc, json_root(&doc), "answer");
	buf_text(out, "\nanswer\n");
	if (answer)
		answer_render(&doc, answer, c->colour, out);
}

int
runs_files(struct call *c)
{
	struct box_artifact *files;
	struct json_doc record;
	struct stored_run r;
	size_t count;

	if (!runs_get(c->place.store, c->a, word(c, 0), &r, &c->err) ||
	    !read_record(c, &r, &record) ||
	    !work_artifacts(c->a, c->place.store, &record, &files, &count, &c->err))
		return call_fail(c);
	call_begin(c);
	if (c->o->json)
		json_tree(&c->j, &record, json_get(&record, json_root(&record), "artifacts"));
	for (size_t i = 0; i < count && !c->o->json; i++)
		artifact_draw(&files[i], &c->out);
	if (count == 0 && !c->o->json)
		buf_text(&c->out, "the run left no files\n");
	int code = call_print(c);
	bool saved =
	    code != EXIT_ANSWERED || !c->o->out || artifacts_save(c->a, c->o->out, files, count);
	return saved ? code : EXIT_USAGE;
}

static int
tell(struct call *c, const struct stored_run *r)
{
	struct run_step *steps;
	struct redacted redacted;
	struct request_told request;
	struct buf *out = &c->out;
	struct str name;
	size_t count;

	if (!runs_history(c->place.store, c->a, r->id, &steps, &count, &c->err) ||
	    !redactions_of(c->place.store, r->id, &redacted, &c->err))
		return call_fail(c);
	request_look(c->a, &c->place, r, &request);
	call_begin(c);
	if (c->o->json) {
		const struct told told = {was_solo(c, r), steps, count, &redacted, &request};
		return show_json(c, r, &told) ? call_print(c) : call_fail(c);
	}
	buf_printf(out, "%s  %s\n  goal       ", r->id, run_state_name(r->state));
	buf_visible(out, r->title, 200);
	buf_printf(out, "\n  requester  %.*s", STR_ARG(r->requester));
	if (principal_name(c->place.store, c->a, r->requester, &name, &c->err) && name.n > 0 &&
	    !str_eq(name, r->requester)) {
		buf_text(out, " (");
		buf_visible(out, name, 200);
		buf_char(out, ')');
	}
	buf_text(out, "\n  request    ");
	request_draw(&request, out);
	buf_printf(out, "\n  policy     %.*s\n", STR_ARG(r->policy));
	if (was_solo(c, r))
		buf_text(out, "  solo       no separation of duties: the requester may approve\n");
	if (r->code_sha256[0])
		buf_printf(out, "  code       sha256 %s\n", r->code_sha256);
	if (r->reason.n > 0) {
		buf_line(out, "  reason     ", r->reason, 400);
	}
	if (redacted.approval[0])
		buf_printf(out, "  contents   redacted on %s by approval %s\n",
		    day_of(redacted.at_us).text, redacted.approval);
	show_box(c, r, out);
	buf_char(out, '\n');
	for (size_t i = 0; i < count; i++)
		step_line(&steps[i], r->created_us, out);
	show_answer(c, r, out);
	return call_print(c);
}

int
runs_show(struct call *c)
{
	struct stored_run r;

	return runs_get(c->place.store, c->a, word(c, 0), &r, &c->err) ? tell(c, &r) : call_fail(c);
}

/* New steps as they come, until the run has ended or the reader has seen enough. */
int
runs_watch(struct call *c)
{
	const struct timespec rest = {.tv_nsec = (long)WATCH_MS * 1000000};
	struct run_step *steps;
	struct stored_run r;
	size_t count, told = 0;

	if (c->o->service)
		return runs_watch_at_service(c);
	if (!call_open(c))
		return call_fail(c);
	call_note_signal(SIGINT);
	while (!call_is_interrupted(NULL)) {
		struct buf out;
		if (!runs_get(c->place.store, c->a, word(c, 0), &r, &c->err) ||
		    !runs_history(c->place.store, c->a, r.id, &steps, &count, &c->err))
			return call_fail(c);
		buf_init(&out, RUNS_BYTES_MAX);
		for (; told < count; told++)
			step_line(&steps[told], r.created_us, &out);
		if (!print_buf(&out))
			return EXIT_INTERNAL;
		if (!run_state_is_open(r.state))
			return r.exit_code;
		(void)nanosleep(&rest, NULL);
	}
	return EXIT_ANSWERED;
}

int
runs_end(struct call *c)
{
	enum run_state now;

	if (!c->o->reason)
		c->o->reason = "cancelled by its requester";
	if (!request_cancel(c, word(c, 0), str_from(c->o->reason), &now))
		return call_fail(c);
	printf("%s %s\n", word(c, 0), now == STATE_CANCELLED ? "cancelled" : "was asked to stop");
	return EXIT_ANSWERED;
}
