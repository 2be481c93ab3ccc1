/* SPDX-License-Identifier: MIT */
/*
 * pages_acts.c: what people sign in the browser besides votes.
 *
 * A form says what kind of act it makes. The service writes the statement down; the browser compares it with what was
 * typed, signs it with its own key and hands it in; the store judges it as one that the command line brings. Nothing is
 * signed here, and a session alone does nothing.
 */
#include "act_draft.h"
#include "pages.h"
#include "routes.h"

#include "clock.h"

#include <stdlib.h>

#define CODE_BYTES_MAX ((size_t)1 << 20)
#define DELEGATION "delegation"

struct saying {
	struct request *r;
	struct store *store;
	const struct form_field *form;
	const struct person *by;
	char *target;
	struct str envelope;
};

/* -- what forms add to an act ---------------------------------------------------------------- */

static int64_t
number_of(const struct saying *w, const char *name)
{
	char digits[24] = "";
	struct str text = str_trim(form_get(w->form, name));

	if (text.n < sizeof(digits))
		memcpy(digits, text.p ? text.p : "", text.n);
	return strtoll(digits, NULL, 10);
}

static bool
date_of(const struct saying *w, int64_t *us, struct err *err)
{
	struct str text = str_trim(form_get(w->form, "until"));

	return clock_read(text.p ? text.p : "", text.n, us) ||
	       err_set(err, ERR_USAGE, "'until' must be a date, such as 2027-01-31");
}

static bool
comment_words_of(struct saying *w, struct str *terms, struct err *err)
{
	char id[STORE_ID_BYTES];
	struct comment_words words = {.id = id,
	    .body = form_get(w->form, "text"),
	    .line_from = number_of(w, "line_from"),
	    .line_to = number_of(w, "line_to"),
	    .must_resolve = form_get(w->form, "must_resolve").n > 0};

	store_id("cmt", id);
	if (words.line_to == 0)
		words.line_to = words.line_from;
	return comment_terms(w->r->a, &words, terms, err);
}

static bool
edit_words_of(struct saying *w, struct str *terms, struct err *err)
{
	char sha256[DIGEST_HEX_BYTES];

	digest_hex_of(form_get(w->form, "code"), sha256);
	return edit_terms(w->r->a, sha256, terms, err);
}

static bool
question_of(struct saying *w, struct question *out, struct err *err)
{
	char *id = arena_text(w->r->a, form_get(w->form, "approval"));

	return id ? question_read(w->store, w->r->a, id, out, err) : err_memory(err);
}

static bool
exception_words_of(struct saying *w, struct str *terms, struct err *err)
{
	struct exception_wish wish = {.finding = form_get(w->form, "finding"),
	    .owner = str_trim(form_get(w->form, "owner")),
	    .reason = str_trim(form_get(w->form, "reason")),
	    .by = w->by,
	    .uses = number_of(w, "uses")};
	struct waiver e;
	struct question q;
	char *id = arena_alloc(w->r->a, STORE_ID_BYTES);

	if (!id)
		return err_memory(err);
	store_id("exc", id);
	wish.id = str_from(id);
	w->target = id;
	return date_of(w, &wish.until_us, err) && question_of(w, &q, err) &&
	       exception_draft(w->store, &q, &wish, &e, err) &&
	       exception_write(w->r->a, &e, terms, err);
}

/* -- what follows from an act ---------------------------------------------------------------- */

static bool
decide_now(struct saying *w, struct str approval, struct err *err)
{
	char *id = arena_text(w->r->a, approval), *me = arena_text(w->r->a, w->by->id);
	enum approval_state now;

	return id && me ? approvals_decide(w->store, w->r->a, w->r->trust, id, me, &now, err)
			: err_memory(err);
}

static bool
turn(struct saying *w, struct err *err)
{
	enum act_kind kind = act_kind_of(form_get(w->form, "kind"));
	enum store_mode mode = STORE_HALT;
	bool done;

	while (mode < STORE_RUN && store_mode_act(mode) != kind)
		mode = (enum store_mode)(mode + 1);
	return store_mode_set(w->store, w->r->a, mode, w->envelope, &done, err);
}

static bool
comment(struct saying *w, struct err *err)
{
	return approvals_comment(w->store, w->envelope, form_get(w->form, "text"), err);
}

/* Decides now if nothing is missing any more. */
static bool
resolve(struct saying *w, struct err *err)
{
	return approvals_resolve(w->store, w->envelope, err) &&
	       decide_now(w, form_get(w->form, "approval"), err);
}

static bool
withdraw_vote(struct saying *w, struct err *err)
{
	return approvals_withdraw_vote(w->store, w->envelope, err) &&
	       decide_now(w, str_from(w->target), err);
}

static bool
edit(struct saying *w, struct err *err)
{
	struct str code = form_get(w->form, "code");
	char sha256[DIGEST_HEX_BYTES];

	if (code.n > CODE_BYTES_MAX)
		return err_set(err, ERR_LIMIT, "a program has at most %zu bytes", CODE_BYTES_MAX);
	return content_put(w->store, code, "text/x-python", sha256, err) &&
	       approvals_edit(w->store, w->envelope, err);
}

static bool
propose(struct saying *w, struct err *err)
{
	struct approval_rule rule;
	struct question q;

	if (!question_of(w, &q, err))
		return false;
	rule = exception_rule(&q);
	return exceptions_propose(w->store, w->envelope, &rule, err);
}

static bool
cancel(struct saying *w, struct err *err)
{
	enum run_state now;

	return runs_cancel_signed(w->store, w->envelope, &now, err);
}

static bool
delegate(struct saying *w, struct err *err)
{
	return delegations_add(w->store, w->r->trust, w->r->a, w->envelope, err);
}

/* -- which there are ------------------------------------------------------------------------- */

static const struct saying_kind {
	const char *name; /* as acts.def has it */
	unsigned right;
	bool (*terms)(struct saying *w, struct str *terms, struct err *err); /* NULL: none */
	bool (*take)(struct saying *w, struct err *err);
	bool (*plain)(struct store *s, struct str envelope, struct err *err); /* in place of it */
} KINDS[] = {
    {"halt", RIGHT_ANY, .take = turn},
    {"drain", RIGHT_ANY, .take = turn},
    {"resume", RIGHT_ANY, .take = turn},
    {"cancel", RIGHT_READ, .take = cancel},
    {"comment", RIGHT_APPROVE, .terms = comment_words_of, .take = comment},
    {"resolve", RIGHT_APPROVE, .take = resolve},
    {"edit", RIGHT_APPROVE, .terms = edit_words_of, .take = edit},
    {"withdraw", RIGHT_ANY, .plain = approvals_withdraw},
    {"withdraw_vote", RIGHT_APPROVE, .take = withdraw_vote},
    {"revoke", RIGHT_APPROVE, .plain = approvals_revoke},
    {"exception", RIGHT_APPROVE, .terms = exception_words_of, .take = propose},
    {"end_exception", RIGHT_APPROVE, .plain = exceptions_revoke},
    {DELEGATION, RIGHT_APPROVE, .take = delegate},
    {"end_delegation", RIGHT_APPROVE, .plain = delegations_revoke},
};

static const struct saying_kind *
kind_of(const struct request *r, const struct form_field *form, struct err *err)
{
	struct str name = form_get(form, "kind");

	for (size_t i = 0; i < ARRAY_LENGTH(KINDS); i++) {
		unsigned right = KINDS[i].right;
		if (!str_is(name, KINDS[i].name))
			continue;
		if (right == RIGHT_ANY || (r->who->rights & right) == right)
			return &KINDS[i];
		err_set(err, ERR_REFUSED, "'%s' may not do this", r->who->id);
		return NULL;
	}
	err_set(err, ERR_USAGE, "'%.*s' is not signed on this page", STR_ARG(name));
	return NULL;
}

bool
page_signer(struct request *r, const struct form_field *form, const struct person **out,
    char keyid[KEYID_BYTES], struct err *err)
{
	const struct trust *t = r->trust;
	const struct person *p = t ? trust_person(t, str_from(r->who->id)) : NULL;
	struct public_key public;

	if (!p)
		return err_set(err, ERR_REFUSED, "the trust file does not list '%s'", r->who->id);
	if (!public_key_read(form_get(form, "key"), &public, err))
		return false;
	public_key_id(&public, keyid);
	for (size_t i = 0; i < p->key_count; i++)
		if (strcmp(p->keys[i].id, keyid) == 0) {
			*out = p;
			return true;
		}
	err_set(err, ERR_REFUSED, "the trust file does not give this browser's key to '%s'",
	    r->who->id);
	return err_help(err, "a custodian can add it; the page `/key` shows what to send");
}

static bool
write_delegation(struct saying *w, struct str *out, struct err *err)
{
	char id[STORE_ID_BYTES];
	struct delegation d = {.id = {id, 0},
	    .from = w->by->id,
	    .to = str_trim(form_get(w->form, "to")),
	    .role = str_trim(form_get(w->form, "role")),
	    .scope = str_trim(form_get(w->form, "scope")),
	    .reason = str_trim(form_get(w->form, "reason")),
	    .from_us = store_now_us(w->store)};

	store_id("del", id);
	d.id = str_from(id);
	return date_of(w, &d.until_us, err) && delegation_statement(w->r->a, &d, out, err);
}

static bool
write_statement(struct saying *w, const struct saying_kind *kind, struct str *out, struct err *err)
{
	struct act_wish wish = {.kind = act_kind_of(str_from(kind->name)),
	    .by = w->by,
	    .terms = STR(""),
	    .reason = form_get(w->form, "reason")};

	if (strcmp(kind->name, DELEGATION) == 0)
		return write_delegation(w, out, err);
	if (kind->terms && !kind->terms(w, &wish.terms, err))
		return false;
	wish.target = str_from(w->target);
	return act_draft(w->store, w->r->a, &wish, out, err);
}

static bool
begin(struct request *r, struct saying *w, const struct saying_kind **kind, struct err *err)
{
	struct form_field *form;

	*w = (struct saying){.r = r, .store = request_store(r, err)};
	if (!w->store || !page_form(r, &form, err) || !(*kind = kind_of(r, form, err)))
		return false;
	w->form = form;
	w->target = arena_text(r->a, form_get(form, "target"));
	return w->target || err_memory(err);
}

bool
page_to_sign(struct request *r, struct answer *out, struct str statement, const char *keyid)
{
	out->media_type = ENVELOPE_PAYLOAD_TYPE;
	answer_header(out, "X-Key-Id", arena_printf(r->a, "%s", keyid));
	buf_str(&out->body, statement);
	return true;
}

bool
page_act_statement(struct request *r, struct answer *out, struct err *err)
{
	const struct saying_kind *kind;
	char keyid[KEYID_BYTES];
	struct str statement;
	struct saying w;

	if (!begin(r, &w, &kind, err) || !page_signer(r, w.form, &w.by, keyid, err) ||
	    !write_statement(&w, kind, &statement, err))
		return false;
	return page_to_sign(r, out, statement, keyid);
}

/* The act must be the session owner's: nobody may hand in what another has signed. */
bool
page_act(struct request *r, struct answer *out, struct err *err)
{
	const struct saying_kind *kind;
	struct signer signer;
	struct saying w;

	if (!begin(r, &w, &kind, err))
		return false;
	w.envelope = form_get(w.form, "envelope");
	if (!envelope_signer(r->a, r->trust, w.envelope, &signer, err))
		return false;
	w.by = signer.person;
	if (signer.is_agent || !str_is(w.by->id, r->who->id))
		return err_set(err, ERR_REFUSED, "someone other than '%s' signed it", r->who->id);
	out->media_type = "text/plain";
	buf_text(&out->body, "done\n");
	return kind->take ? kind->take(&w, err) : kind->plain(w.store, w.envelope, err);
}

void
put_act(struct json_writer *w, const char *name, const char *kind, struct str target)
{
	json_open_object(w, name);
	json_format(w, "kind: %s, target: %.*s, meaning: %s}", kind, STR_ARG(target),
	    act_rule(act_kind_of(str_from(kind)))->meaning);
}
