/* SPDX-License-Identifier: MIT */
/*
 * pages_people.c: the review, with all that may be said there.
 *
 * The review shows what question_read has hashed; the browser hashes code and subject once more. A
 * vote is signed by the voter's own key: in the browser, where the key can't leave it, or at a
 * terminal, and then it is handed in as a file. The service writes down what is to be signed and
 * signs nothing.
 */
#include "act_draft.h"
#include "pages.h"
#include "rounds.h"
#include "routes.h"
#include "vote_draft.h"

#include <stdio.h>

#define ALIKE_SHOWN 5

/* -- the review ------------------------------------------------------------------------------ */

static void
put_words(struct json_writer *w, const char *words)
{
	struct str rest = str_from(words), one;

	json_open_array(w, "words");
	while (str_cut(&rest, '-', &one))
		json_str(w, one);
	json_end_array(w);
}

static void
put_rule(
    const struct request *r, struct json_writer *w, const struct stored_approval *a, int64_t now)
{
	put_needs(r, w, a, now);
	json_format(w, "reason_min: %ld, ticket: %.*s, solo: %d", a->asked.reason_min,
	    STR_ARG(a->asked.ticket), a->asked.solo);
}

/* As policies and tasks write them. */
static void
put_limits(struct json_writer *w, const struct json_doc *doc, const struct json_node *limits)
{
	int64_t amount;

	json_open_array(w, "limits");
	for (size_t i = 0; i < LIMITS; i++) {
		const struct limit *l = &LIMIT_LIST[i];
		if (!json_int(json_get(doc, limits, l->member), &amount))
			continue;
		json_format(w, "{name: %s, meaning: %s, value: %ld}", l->name, l->meaning,
		    amount / l->unit);
	}
	json_end_array(w);
}

static void
put_facts(struct json_writer *w, const struct question *q)
{
	const struct json_node *root = json_root(&q->subject_doc);
	const struct json_node *box = json_get(&q->subject_doc, root, "box");
	const struct json_node *limits = json_get(&q->subject_doc, box, "limits");
	struct str plan = q->plan.n > 0 ? q->plan : STR("null");

	put_limits(w, &q->subject_doc, limits);
	json_name(w, "about");
	json_tree(w, &q->subject_doc, root);
	json_format(w, "subject: %.*s, plan: =%.*s, plan_whole: %.*s, output: %.*s",
	    STR_ARG(q->subject), STR_ARG(plan), STR_ARG(q->plan), STR_ARG(q->output));
}

/* "alike": earlier runs with the same findings, and how they ended. */
static bool
put_alike(struct request *r, struct json_writer *w, const struct question *q, struct err *err)
{
	struct store *s = request_store(r, err);
	struct stored_run *runs;
	size_t count = 0;

	if (q->about_code && !question_alike(s, r->a, q, ALIKE_SHOWN, &runs, &count, err))
		return false;
	json_open_array(w, "alike");
	for (size_t i = 0; i < count; i++) {
		json_format(w, "{id: %s", runs[i].id);
		put_state(w, runs[i].state);
		put_moment(w, "updated", runs[i].updated_us, store_now_us(s));
		json_end_object(w);
	}
	json_end_array(w);
	return true;
}

static void
put_rounds(struct json_writer *w, const struct rounds *c)
{
	json_format(w, "approval_before: %s, before: %ld, after: %ld, change_kind: %s",
	    c->before.approval.id, c->before.approval.asked.round, c->after.approval.asked.round,
	    policy_change_name(c->kind));
	put_diff(w, c->lines);
}

/* Writes the subject of a decision without a program: its members. */
static bool
put_terms(struct arena *a, struct json_writer *w, const struct question *q, struct err *err)
{
	const struct json_doc *d = &q->subject_doc;
	struct str value;

	json_open_array(w, "terms");
	for (const struct json_node *m = json_first(d, json_root(d)); m; m = json_next(d, m)) {
		char words[WORDS_BYTES];
		if (!question_term(a, d, m, &value, err))
			return false;
		json_object(w);
		json_put_str(w, "name", words_of(m->text, words));
		json_format(w, "value: %.*s}", STR_ARG(value));
	}
	json_end_array(w);
	return true;
}

/* "meaning": of the signature under each answer. */
static void
put_meanings(struct json_writer *w, const struct question *q)
{
	static const char *const NAMES[] = {"reject", "request-changes", "approve", "abstain"};

	json_open_object(w, "meaning");
	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
		json_put_str(w, NAMES[i], vote_meaning(q, NAMES[i]));
	json_end_object(w);
}

/* The findings that an exception could let pass, each once. */
static void
put_passable(struct json_writer *w, const struct question *q)
{
	const struct json_doc *d = &q->findings_doc;

	if (!finding_asked(d, STR("")))
		return;
	put_act(w, "exception", "exception", STR(""));
	json_open_array(w, "passable");
	for (const struct json_node *f = json_first(d, json_root(d)); f; f = json_next(d, f)) {
		struct str print = json_get_text(d, f, "fingerprint", STR(""));
		if (print.n == 0 || finding_asked(d, print) != f)
			continue;
		json_format(w, "{print: %.*s", STR_ARG(print));
		json_put_str(w, "rule", json_get_text(d, f, "rule", STR("")));
		json_put_str(w, "message", json_get_text(d, f, "message", STR("")));
		json_end_object(w);
	}
	json_end_array(w);
}

/* The people on whose behalf the session's person may vote. */
static bool
put_lenders(struct request *r, struct json_writer *w, struct err *err)
{
	struct delegation *all;
	size_t count;

	if (!request_delegations(r, r->who->id, &all, &count, err))
		return false;
	json_open_array(w, "lenders");
	for (size_t i = 0; i < count; i++)
		if (str_is(all[i].to, r->who->id))
			json_str(w, all[i].from);
	json_end_array(w);
	return true;
}

/* Writes the acts besides a vote. The store judges whether this person may do them. */
static void
put_talk(struct request *r, struct json_writer *w, const struct question *q, int64_t now_us)
{
	const struct stored_approval *a = &q->approval;
	bool open = a->state == APPROVAL_PENDING || a->state == APPROVAL_CHANGES_REQUESTED;
	struct str id = str_from(a->id);

	put_remarks(w, q, -1, now_us);
	if (open)
		put_act(w, "say", "comment", id);
	if (open && str_is(a->asked.kind, "execute")) {
		put_act(w, "edit", "edit", id);
		json_put_str(w, "code_text", q->code);
	}
	if (open && question_has_vote_of(q, r->who->id))
		put_act(w, "withdraw_vote", "withdraw_vote", id);
	if (open && str_is(a->asked.requester, r->who->id))
		put_act(w, "withdraw", "withdraw", id);
	if (a->state == APPROVAL_APPROVED)
		put_act(w, "revoke", "revoke", id);
	if (open)
		put_passable(w, q);
	put_people(r, w, true);
}

#define WORDS 8
#define WORDS_ASKED 2

/* Which of the eight words are asked for: the same for one session and approval, other ones for the
 * next. */
static void
places_asked(const struct request *r, const char *approval, unsigned places[WORDS_ASKED])
{
	const struct str parts[] = {str_from(r->session.word), str_from(approval)};
	struct digest d;

	digest_of_parts(parts, ARRAY_LENGTH(parts), &d);
	places[0] = d.bytes[0] % WORDS;
	places[1] = (places[0] + 1 + d.bytes[1] % (WORDS - 1)) % WORDS;
}

static bool
show_review(struct request *r, struct answer *out, const struct question *q,
    const struct err *fault, struct err *err)
{
	const struct stored_approval *a = &q->approval;
	struct store *s = request_store(r, err);
	unsigned places[WORDS_ASKED];
	struct page_data p;
	char words[WORDS_BYTES];

	if (!page_begin(r, &p, "Review", "at_inbox", err) ||
	    !put_requester(r, &p.w, a->asked.requester, err))
		return false;
	json_format(&p.w, "approval: %s, run: %s", a->id, a->run);
	json_put_str(&p.w, "goal", q->goal.n > 0 ? q->goal : a->asked.kind);
	json_put_str(&p.w, "state_words", words_of(str_from(approval_state_name(a->state)), words));
	json_format(&p.w,
	    "pending: %d, policy: %.*s, round: %ld, why: %.*s, subject_sha256: %s, code_sha256: %s",
	    a->state == APPROVAL_PENDING, STR_ARG(a->asked.scope), a->asked.round,
	    STR_ARG(q->run.reason), a->subject_sha256, q->about_code ? q->run.code_sha256 : NULL);
	if (!q->about_code && !put_terms(r->a, &p.w, q, err))
		return false;
	put_moment(&p.w, "opened", a->asked.opened_us, store_now_us(s));
	put_moment(&p.w, "due", a->asked.decide_by_us, store_now_us(s));
	put_words(&p.w, q->words);
	put_meanings(&p.w, q);
	places_asked(r, a->id, places);
	json_format(&p.w, "place_a: %u, place_b: %u", places[0] + 1, places[1] + 1);
	put_rule(r, &p.w, a, store_now_us(s));
	put_risk(&p.w, findings_severity(&q->findings_doc));
	put_facts(&p.w, q);
	put_talk(r, &p.w, q, store_now_us(s));
	if (!put_lenders(r, &p.w, err) || !put_uses(r, &p.w, q, err) || !put_alike(r, &p.w, q, err))
		return false;
	if (q->about_code)
		put_code(r->a, &p.w, q->code,
		    &(struct code_notes){.findings = &q->findings_doc,
			.list = json_root(&q->findings_doc),
			.question = q,
			.now_us = store_now_us(s)});
	if (q->about_code && a->asked.round > 1) {
		struct rounds c;
		if (rounds_compare(s, r->a, a->run,
			(const int64_t[2]){a->asked.round - 1, a->asked.round}, &c, err))
			put_rounds(&p.w, &c);
		else if (err->code == ERR_MEMORY || err->code == ERR_SYSTEM)
			return false;
		json_put_bool(&p.w, "rounds", true);
	}
	put_fault(&p.w, fault);
	return page_end(r, &p, "review", out, err);
}

bool
page_review(struct request *r, struct answer *out, struct err *err)
{
	struct question q;

	return request_question(r, out, &q, err) && show_review(r, out, &q, NULL, err);
}

/* The changes since the round before, or between the two that `rounds` names. */
bool
page_changes(struct request *r, struct answer *out, struct err *err)
{
	const char *rounds = request_query(r, "rounds");
	struct store *s;
	char *id;
	int64_t wanted[2];
	struct page_data p;
	struct rounds c;

	if (!request_named(r, &s, &id, err))
		return false;
	if (rounds && !str_numbers(str_from(rounds), ',', wanted))
		return err_set(err, ERR_USAGE, "'rounds' must be two numbers, such as 1,2");
	if (!rounds_compare(s, r->a, id, rounds ? wanted : NULL, &c, err))
		return err->code == ERR_INPUT
			   ? answer_missing(out, err, "two rounds of", r->parts[0])
			   : false;
	if (!page_begin(r, &p, "What changed", "at_inbox", err))
		return false;
	json_format(&p.w, "approval: %s, goal: %.*s", c.after.approval.id, STR_ARG(c.after.goal));
	put_rounds(&p.w, &c);
	return page_end(r, &p, "changes", out, err);
}

/* The bytes that the browser hashes. */
bool
page_part(struct request *r, struct answer *out, struct err *err)
{
	struct question q;

	if (!request_question(r, out, &q, err))
		return false;
	out->media_type = "application/octet-stream";
	if (str_is(r->parts[1], "code"))
		buf_str(&out->body, q.code);
	else if (str_is(r->parts[1], "subject"))
		buf_str(&out->body, q.subject);
	else
		return answer_missing(out, err, "part", r->parts[1]);
	return true;
}

bool
page_vote(struct request *r, struct answer *out, struct err *err)
{
	struct answer made = {.status = 0};
	struct err fault = {.code = ERR_NONE};
	struct form_field *form;
	struct question q;

	if (!page_form(r, &form, err) || !request_question(r, out, &q, err))
		return false;
	r->body = form_get(form, "vote");
	buf_init(&made.body, REQUEST_BYTES_MAX);
	bool good = approvals_vote_http(r, &made, &fault);
	buf_release(&made.body);
	if (good)
		return answer_go(out, arena_printf(r->a, "/approvals/%s", q.approval.id));
	return page_form_again(out, 409, &fault, err) && show_review(r, out, &q, &fault, err);
}

/* -- what the browser signs ------------------------------------------------------------------ */

static bool
words_fit(
    struct request *r, const struct question *q, const struct form_field *form, struct err *err)
{
	unsigned places[WORDS_ASKED], nth = 0;
	struct str rest = str_from(q->words), one;
	bool fit = true;

	places_asked(r, q->approval.id, places);
	for (; str_cut(&rest, '-', &one); nth++) {
		if (nth == places[0])
			fit = fit && str_eq(str_trim(form_get(form, "word_a")), one);
		if (nth == places[1])
			fit = fit && str_eq(str_trim(form_get(form, "word_b")), one);
	}
	return fit || err_set(err, ERR_REFUSED,
			  "word %u or word %u does not match the program that would run",
			  places[0] + 1, places[1] + 1);
}

bool
page_statement(struct request *r, struct answer *out, struct err *err)
{
	char keyid[KEYID_BYTES];
	struct vote_wish wish = {.now_us = 0};
	struct form_field *form;
	struct str statement;
	struct question q;
	struct vote vote;

	if (!page_form(r, &form, err) || !request_question(r, out, &q, err) ||
	    !page_signer(r, form, &wish.voter, keyid, err))
		return false;
	wish.answer = arena_text(r->a, form_get(form, "answer"));
	wish.on_behalf = arena_text(r->a, form_get(form, "on_behalf"));
	if (!wish.answer || !wish.on_behalf)
		return err_memory(err);
	if (!*wish.on_behalf)
		wish.on_behalf = NULL;
	wish.reason = str_trim(form_get(form, "reason"));
	wish.ticket = str_trim(form_get(form, "ticket"));
	wish.now_us = store_now_us(request_store(r, err));
	if ((strcmp(wish.answer, "approve") == 0 && !words_fit(r, &q, form, err)) ||
	    !vote_draft(r->a, r->trust, &q, &wish, &vote, err) ||
	    !vote_statement(r->a, &vote, &statement, err))
		return false;
	return page_to_sign(r, out, statement, keyid);
}

bool
page_key(struct request *r, struct answer *out, struct err *err)
{
	struct page_data p;

	return page_begin(r, &p, "Your key", "at_key", err) && page_end(r, &p, "key", out, err);
}
