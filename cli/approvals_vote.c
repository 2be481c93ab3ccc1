/* SPDX-License-Identifier: MIT */
/*
 * A vote: read, compared by its words, signed here with the voter's own key. What is signed is what
 * question_load has hashed again; the words are the reader's proof that it is what he was shown.
 */
#include "approver.h"
#include "vote_draft.h"

#include "file.h"
#include "record.h"

#include <stdio.h>

#define WORDS_BYTES_MAX 4096

static bool
words_given(struct call *w, struct str *out)
{
	const struct options *o = w->o;
	struct buf text;

	buf_init(&text, WORDS_BYTES_MAX);
	buf_text(&text, o->words ? o->words : "");
	for (size_t i = 1; i < w->words.count; i++)
		buf_printf(&text, " %s", word(w, i));
	return buf_keep(&text, w->a, out) || err_set(&w->err, ERR_USAGE, "too many words");
}

static bool
words_match(struct call *w, const struct question *q)
{
	struct str words;

	if (!words_given(w, &words))
		return false;
	if (str_trim(words).n == 0) {
		err_set(&w->err, ERR_USAGE,
		    "give the eight words of the program that you approve: --words W1 .. W8");
		return err_help(&w->err,
		    "`sluice approvals show %s` prints them, with everything that they stand "
		    "for",
		    q->approval.id);
	}
	if (digest_words_match(q->approval.subject_sha256, words))
		return true;
	err_set(&w->err, ERR_REFUSED, "these words do not match the program that would run");
	return err_help(
	    &w->err, "the program, its inputs or its limits differ from what you saw: look again");
}

/* -- the ballot ------------------------------------------------------------------------------ */

static bool
sign_vote(struct call *w, const struct question *q, const char *answer, struct vote *vote,
    struct str *envelope)
{
	const struct vote_wish wish = {.answer = answer,
	    .voter = w->person,
	    .need = w->o->need,
	    .on_behalf = w->o->on_behalf,
	    .reason = str_from(w->o->reason),
	    .ticket = str_from(w->o->ticket),
	    .now_us = store_now_us(w->place.store)};
	struct str statement;

	return vote_draft(w->a, w->place.trust, q, &wish, vote, &w->err) &&
	       vote_statement(w->a, vote, &statement, &w->err) &&
	       approver_sign(w, statement, envelope);
}

/* Which needs are met, and who could meet the others. */
static void
tell_missing(struct call *w, const struct vote *v, struct buf *out)
{
	const char *id = arena_text(w->a, v->approval);
	struct question q = {.about_code = false};

	if (id && approvals_get(w->place.store, w->a, id, &q.approval, &w->err) &&
	    q.approval.state == APPROVAL_PENDING)
		draw_needs(w, &q, out);
}

#define VOTE struct vote
FORM(vote_form, VOTE, MEMBER(VOTE, approval), MEMBER(VOTE, run),
    MEMBER_WORD("decision", VOTE, decision, vote_decision_name, NULL), MEMBER(VOTE, voter),
    MEMBER(VOTE, printed_name), MEMBER(VOTE, need), MEMBER(VOTE, meaning));

static int
told(struct call *w, const struct vote *v, const char *state)
{
	call_begin(w);
	if (w->o->json) {
		json_object(&w->j);
		record_put(&w->j, &vote_form, v);
		json_put_text(&w->j, "state", state);
		json_end_object(&w->j);
	} else {
		bool granted =
		    strcmp(state, "consumed") == 0; /* an exception: used as it is approved */
		buf_printf(&w->out, "%.*s is %s, signed: %.*s\n", STR_ARG(v->approval),
		    granted ? "granted" : state, STR_ARG(w->person->name));
		if (strcmp(state, "approved") == 0)
			buf_text(&w->out,
			    "next: a worker runs it; where none is running: sluice worker --once\n");
		tell_missing(w, v, &w->out);
	}
	return call_print(w);
}

/* Before the signature and not behind it: what is signed, in whose name. */
static void
say_meaning(const struct call *w, const struct question *q, const char *answer)
{
	struct buf out;

	buf_init(&out, 1 << 16);
	buf_printf(&out, "%s\n", q->words);
	text_wrap(&out, vote_meaning(q, answer), 400, 0, 0);
	buf_printf(&out, "\nsigning as %.*s\n", STR_ARG(w->person->name));
	struct str text = buf_view(&out);
	(void)!fwrite(text.p, 1, text.n, stderr);
	buf_release(&out);
}

int
approvals_decide_by_vote(struct call *w)
{
	const char *answer = strchr(w->action->path, ' ') + 1;
	enum approval_state now;
	struct str envelope;
	struct question q;
	struct vote vote;

	if (!question_load(w, word(w, 0), &q) ||
	    (strcmp(answer, "approve") == 0 && !words_match(w, &q)) || !approver_name(w))
		return call_fail(w);
	say_meaning(w, &q, answer);
	if (!sign_vote(w, &q, answer, &vote, &envelope))
		return call_fail(w);
	if (w->o->envelope)
		return file_write(w->o->envelope, envelope, &w->err) ? EXIT_ANSWERED : call_fail(w);
	if (!approvals_vote(w->place.store, w->a, w->place.trust, envelope, &now, &w->err))
		return call_fail(w);
	return told(w, &vote, approval_state_name(now));
}

/* -- emergencies ----------------------------------------------------------------------------- */

int
break_glass_judge(struct call *w)
{
	const struct options *o = w->o;
	struct str terms, envelope;

	if (o->justified == o->unjustified)
		return call_error(w, "add --justified or --unjustified");
	if (!review_terms(w->a, o->justified, &terms, &w->err) ||
	    !approver_say(w, ACT_REVIEW, word(w, 0), terms, &envelope) ||
	    !break_glass_review(w->place.store, envelope, &w->err))
		return call_fail(w);
	printf("%s is reviewed\n", word(w, 0));
	return EXIT_ANSWERED;
}

/* The emergency's approval is for the same subject, and its rule names the single role. The worker
 * that runs the program compares the rule with the policy. */
static bool
declare(struct call *w, const struct question *waiting, struct question *out)
{
	const struct approval_need need = {.name = STR("emergency"),
	    .role = STR(BREAK_GLASS_ROLE),
	    .scope = str_from(w->o->scope ? w->o->scope : "*"),
	    .n = 1};
	char id[STORE_ID_BYTES];

	if (!break_glass_open(w->place.store, waiting->approval.id, w->me, &need, id, &w->err) ||
	    !question_load(w, id, out))
		return false;
	return strcmp(out->approval.subject_sha256, waiting->approval.subject_sha256) == 0 ||
	       err_set(&w->err, ERR_REFUSED, "the emergency covers a different subject");
}

int
approvals_break_glass(struct call *w)
{
	static const char answer[] = "break-glass";
	struct question waiting, q;
	struct str envelope;
	struct vote vote;

	if (!question_load(w, word(w, 0), &waiting) || !words_match(w, &waiting) ||
	    !approver_name(w) || !declare(w, &waiting, &q))
		return call_fail(w);
	say_meaning(w, &q, answer);
	if (!sign_vote(w, &q, answer, &vote, &envelope) ||
	    !break_glass_use(
		w->place.store, w->a, w->place.trust, envelope, w->o->incident, &w->err))
		return call_fail(w);
	fputs("sluice: another person must review this within 24 hours\n", stderr);
	return told(w, &vote, approval_state_name(APPROVAL_APPROVED));
}
