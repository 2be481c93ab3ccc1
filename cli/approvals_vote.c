/* SPDX-License-Identifier: MIT */
/*
 * A vote: read, compared by its words, signed here with the voter's own key. What is signed is what
 * question_load has hashed again; the words are the reader's proof that it is what he was shown.
 */
#include "approver.h"

#include "file.h"

#include <stdio.h>

#define WORDS_BYTES_MAX 4096
#define DISPLAYED_MAX 6

static const struct {
	const char *verb, *meaning;
	enum vote_decision decision;
} CHOICES[] = {
    {"approve", "I have read what this is and what it is given, and I allow it once, as it is.",
	VOTE_APPROVE},
    {"reject", "I have read what this is, and I do not allow it.", VOTE_REJECT},
    {"request-changes", "I do not allow this until what I ask for is changed.",
	VOTE_REQUEST_CHANGES},
    {"abstain", "I take no part in this decision.", VOTE_ABSTAIN},
    {"break-glass",
	"This is an emergency. I allow this once, alone, and answer for it in a review.",
	VOTE_APPROVE},
};

/* What an approval means depends on what it is for. */
static const struct {
	const char *kind, *meaning;
} APPROVED[] = {
    {"exception", "I have read what this exception lets through and until when, and I allow it."},
    {"redaction", "I have read what shall be erased and why, and I have it erased, for good."},
    {"release_output", "I have read what came out, and I allow its release, once, as it is."},
};

static struct str
meaning_of(const struct question *q, size_t choice)
{
	struct str kind = q->approval.asked.kind;

	for (size_t i = 0; i < ARRAY_LENGTH(APPROVED); i++)
		if (strcmp(CHOICES[choice].verb, "approve") == 0 && str_is(kind, APPROVED[i].kind))
			return str_from(APPROVED[i].meaning);
	return str_from(CHOICES[choice].meaning);
}

static bool
words_given(struct call *w, struct str *out, struct err *err)
{
	const struct options *o = w->o;
	struct buf text;

	buf_init(&text, WORDS_BYTES_MAX);
	buf_text(&text, o->words ? o->words : "");
	for (size_t i = 1; i < w->words.count; i++)
		buf_printf(&text, " %s", word(w, i));
	bool good = !text.failed && arena_copy(w->a, buf_view(&text), out);
	buf_release(&text);
	return good || err_set(err, ERR_USAGE, "these are too many words");
}

static bool
words_match(struct call *w, const struct question *q, struct err *err)
{
	struct str words;

	if (!words_given(w, &words, err))
		return false;
	if (str_trim(words).n == 0) {
		err_set(err, ERR_USAGE, "type the eight words of what you allow: --words W1 .. W8");
		return err_help(err,
		    "`sluice approvals show %s` tells them, with all that they stand "
		    "for",
		    q->approval.id);
	}
	if (digest_words_match(q->approval.subject_sha256, words))
		return true;
	err_set(err, ERR_REFUSED, "these are not the words of what would run");
	return err_help(err, "something is another than you were shown: look again");
}

/* -- the ballot ------------------------------------------------------------------------------ */

static bool
fills(const struct call *w, const struct question *q, const struct approval_need *need,
    const struct person *p)
{
	struct str scope = str_is(need->scope, "*") ? q->approval.asked.scope : need->scope;

	return p && person_holds(p, need->role, scope, w->now_us);
}

static bool
choose_need(const struct call *w, const struct question *q, struct str *out, struct err *err)
{
	const struct approval_rule *rule = &q->approval.asked;
	const struct person *p =
	    w->o->on_behalf ? trust_person(w->place.trust, str_from(w->o->on_behalf)) : w->person;

	for (size_t i = 0; i < rule->need_count; i++) {
		const struct approval_need *need = &rule->needs[i];
		if (w->o->need ? !str_is(need->name, w->o->need) : !fills(w, q, need, p))
			continue;
		*out = need->name;
		return true;
	}
	if (w->o->need)
		return err_set(err, ERR_USAGE, "the rule has no need '%s'", w->o->need);
	err_set(err, ERR_REFUSED, "'%s' holds no role that this rule asks for",
	    w->o->on_behalf ? w->o->on_behalf : w->me);
	return err_help(err, "`sluice trust show` tells who holds which");
}

/* The digests of what question_load has read and hashed. */
static size_t
displayed(const struct question *q, struct str out[DISPLAYED_MAX])
{
	static const char *const names[] = {"code", "task", "findings", "output"};
	const struct json_doc *d = &q->subject_doc;
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		struct str sha256 = json_get_text(d, json_root(d), names[i], STR(""));
		if (sha256.n == DIGEST_HEX_BYTES - 1)
			out[count++] = sha256;
	}
	if (q->plan.n > 0)
		out[count++] = str_from(q->run.plan_sha256);
	return count;
}

static bool
sign_vote(struct call *w, const struct question *q, size_t choice, struct vote *vote,
    struct str *envelope, struct err *err)
{
	const struct stored_approval *a = &q->approval;
	struct str *shown = arena_array(w->a, DISPLAYED_MAX, sizeof(*shown)), statement;

	if (!shown)
		return err_memory(err);
	*vote = (struct vote){.approval = a->asked.approval,
	    .run = a->asked.run,
	    .nonce = a->asked.nonce,
	    .kind = a->asked.kind,
	    .round = a->asked.round,
	    .voter = w->person->id,
	    .printed_name = w->person->name,
	    .on_behalf = str_from(w->o->on_behalf),
	    .decision = CHOICES[choice].decision,
	    .meaning = meaning_of(q, choice),
	    .reason = str_from(w->o->reason),
	    .ticket = str_from(w->o->ticket),
	    .voted_us = store_now_us(w->place.store),
	    .expires_us = a->asked.decide_by_us,
	    .displayed = shown,
	    .displayed_count = displayed(q, shown)};
	memcpy(vote->subject_sha256, a->subject_sha256, sizeof(vote->subject_sha256));
	memcpy(vote->rule_sha256, a->rule_sha256, sizeof(vote->rule_sha256));
	return choose_need(w, q, &vote->need, err) && vote_statement(w->a, vote, &statement, err) &&
	       approver_sign(w, statement, envelope, err);
}

/* How far the needs are met, and by whom they could be. */
static void
tell_missing(struct call *w, const struct vote *v, struct buf *out)
{
	const char *id = arena_text(w->a, v->approval);
	struct question q = {.about_code = false};
	struct err err;

	if (id && approvals_get(w->place.store, w->a, id, &q.approval, &err) &&
	    q.approval.state == APPROVAL_PENDING)
		draw_needs(w, &q, out);
}

static int
told(struct call *w, const struct vote *v, const char *state)
{
	call_begin(w);
	if (w->o->json) {
		json_object(&w->j);
		json_put_str(&w->j, "approval", v->approval);
		json_put_str(&w->j, "run", v->run);
		json_put_text(&w->j, "decision", vote_decision_name(v->decision));
		json_put_str(&w->j, "voter", v->voter);
		json_put_str(&w->j, "printed_name", v->printed_name);
		json_put_str(&w->j, "need", v->need);
		json_put_str(&w->j, "meaning", v->meaning);
		json_put_text(&w->j, "state", state);
		json_end_object(&w->j);
	} else {
		buf_printf(&w->out, "%.*s is %s, signed: %.*s\n", STR_ARG(v->approval), state,
		    STR_ARG(w->person->name));
		tell_missing(w, v, &w->out);
	}
	return call_print(w);
}

/* Before the signature and not behind it: what is signed, in whose name. */
static void
say_meaning(const struct call *w, const struct question *q, size_t choice)
{
	struct buf out;

	buf_init(&out, 1 << 16);
	buf_printf(&out, "%s\n", q->words);
	text_wrap(&out, meaning_of(q, choice), 400, 0, 0);
	buf_printf(&out, "\nsigning as %.*s\n", STR_ARG(w->person->name));
	struct str text = buf_view(&out);
	(void)!fwrite(text.p, 1, text.n, stderr);
	buf_release(&out);
}

static size_t
choice_of(const char *verb)
{
	for (size_t i = 0; i < ARRAY_LENGTH(CHOICES); i++)
		if (strcmp(CHOICES[i].verb, verb) == 0)
			return i;
	UNREACHABLE();
}

int
approvals_decide_by_vote(struct call *w)
{
	size_t choice = choice_of(strchr(w->action->path, ' ') + 1);
	enum approval_state now;
	struct str envelope;
	struct question q;
	struct vote vote;
	struct err err;

	if (!question_load(w, word(w, 0), &q, &err) ||
	    (CHOICES[choice].decision == VOTE_APPROVE && !words_match(w, &q, &err)) ||
	    !approver_name(w, &err))
		return print_error(&err);
	say_meaning(w, &q, choice);
	if (!sign_vote(w, &q, choice, &vote, &envelope, &err))
		return print_error(&err);
	if (w->o->envelope)
		return file_write(w->o->envelope, envelope, &err) ? EXIT_ANSWERED
								  : print_error(&err);
	if (!approvals_vote(w->place.store, w->a, w->place.trust, envelope, &now, &err))
		return print_error(&err);
	return told(w, &vote, approval_state_name(now));
}

/* -- emergencies ----------------------------------------------------------------------------- */

int
break_glass_judge(struct call *w)
{
	const struct options *o = w->o;
	struct str terms, envelope;
	struct err err;

	if (o->justified == o->unjustified)
		return call_error(w, "say --justified or --unjustified");
	if (!review_terms(w->a, o->justified, &terms, &err) ||
	    !approver_say(w, ACT_REVIEW, word(w, 0), terms, &envelope, &err) ||
	    !break_glass_review(w->place.store, envelope, &err))
		return print_error(&err);
	printf("%s is reviewed\n", word(w, 0));
	return EXIT_ANSWERED;
}

/* The emergency's own approval is for the very same subject; its rule names the one role. Whoever
 * runs the code compares it with the policy. */
static bool
declare(struct call *w, const struct question *waiting, struct question *out, struct err *err)
{
	const struct approval_need need = {.name = STR("emergency"),
	    .role = STR(BREAK_GLASS_ROLE),
	    .scope = str_from(w->o->scope ? w->o->scope : "*"),
	    .n = 1};
	char id[STORE_ID_BYTES];

	if (!break_glass_open(w->place.store, waiting->approval.id, w->me, &need, id, err) ||
	    !question_load(w, id, out, err))
		return false;
	return strcmp(out->approval.subject_sha256, waiting->approval.subject_sha256) == 0 ||
	       err_set(err, ERR_REFUSED, "the emergency is about another subject");
}

int
approvals_break_glass(struct call *w)
{
	size_t choice = choice_of("break-glass");
	struct question waiting, q;
	struct str envelope;
	struct vote vote;
	struct err err;

	if (!question_load(w, word(w, 0), &waiting, &err) ||
	    !words_match(w, &waiting, &err) || !approver_name(w, &err) ||
	    !declare(w, &waiting, &q, &err))
		return print_error(&err);
	say_meaning(w, &q, choice);
	if (!sign_vote(w, &q, choice, &vote, &envelope, &err) ||
	    !break_glass_use(w->place.store, w->a, w->place.trust, envelope, w->o->incident, &err))
		return print_error(&err);
	fputs("sluice: another person has to review this within 24 hours\n", stderr);
	return told(w, &vote, approval_state_name(APPROVAL_APPROVED));
}
