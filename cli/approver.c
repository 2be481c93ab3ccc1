/* SPDX-License-Identifier: MIT */
#include "approver.h"
#include "act_draft.h"

#include <stdio.h>

void
approver_look(struct call *w)
{
	const char *path = w->place.key ? w->place.key : key_path(w->a);
	struct key_file file;

	if (!path || !w->place.trust || !key_look(w->a, path, &file, &w->err) ||
	    file.owner.n >= sizeof(w->me))
		return;
	w->person = trust_person(w->place.trust, file.owner);
	if (w->person)
		memcpy(w->me, file.owner.p, file.owner.n);
}

static bool
know(struct call *w, const struct public_key *k)
{
	const struct person_key *known;
	char keyid[KEYID_BYTES];

	public_key_id(k, keyid);
	w->person = trust_key(w->place.trust, keyid, store_now_us(w->place.store), &known, &w->err);
	if (!w->person)
		return false;
	if (w->person->id.n >= sizeof(w->me))
		return err_set(&w->err, ERR_INPUT, "the person's id is too long");
	memcpy(w->me, w->person->id.p, w->person->id.n);
	w->me[w->person->id.n] = '\0';
	return true;
}

static bool
find_key(struct call *w, const char **path)
{
	*path = w->place.key ? w->place.key : key_path(w->a);
	if (!w->place.trust) {
		err_set(&w->err, ERR_USAGE, "there is no trust file, so nobody may decide");
		return err_help(&w->err,
		    "name one with --trust or SLUICE_TRUST; `sluice trust init --approver KEYFILE FILE` writes a first one");
	}
	return *path || err_set(&w->err, ERR_USAGE, "name your key file by --key or SLUICE_KEY");
}

bool
key_ask(
    struct arena *a, const char *prompt, const char *path, struct secret_key **out, struct err *err)
{
	struct str passphrase;

	if (!passphrase_ask(a, prompt, false, &passphrase, err))
		return false;
	bool good = key_open(a, path, passphrase, out, err);
	secret_wipe(passphrase);
	return good;
}

bool
approver_name(struct call *w)
{
	struct key_file file;
	const char *path;

	return find_key(w, &path) && key_look(w->a, path, &file, &w->err) &&
	       know(w, &file.public_key);
}

bool
approver_unlock(struct call *w)
{
	const char *path;

	return w->key ||
	       (find_key(w, &path) && key_ask(w->a, "passphrase: ", path, &w->key, &w->err) &&
		   know(w, key_public(w->key)));
}

bool
call_requester(struct call *c, char id[STORE_ID_BYTES])
{
	char *login;

	if (!c->place.key)
		return work_login(c->a, &login, &c->err) &&
		       principal_of_login(c->place.store, login, id, &c->err);
	bool good = approver_unlock(c);
	key_free(c->key);
	c->key = NULL;
	memcpy(id, c->me, sizeof(c->me));
	return good;
}

bool
approver_sign(struct call *w, struct str statement, struct str *envelope)
{
	const char *path;
	struct buf out;

	if (!find_key(w, &path))
		return false;
	buf_init(&out, ENVELOPE_BYTES_MAX);
	bool good = statement_sign(w->a, path, statement, &out, &w->err) &&
		    (arena_copy(w->a, buf_view(&out), envelope) || err_memory(&w->err));
	buf_release(&out);
	return good;
}

/* Says what is about to be signed, and by whom. */
static void
say_act(const struct call *w, enum act_kind kind, struct str target)
{
	struct buf out;

	buf_init(&out, 1 << 16);
	buf_printf(&out, "%s: ", act_rule(kind)->name);
	buf_visible(&out, target, 200);
	buf_printf(
	    &out, "\n%s\nsigning as %.*s\n", act_rule(kind)->meaning, STR_ARG(w->person->name));
	struct str text = buf_view(&out);
	(void)!fwrite(text.p, 1, text.n, stderr);
	buf_release(&out);
}

bool
approver_act(struct call *w, const struct act_words *words, struct str *envelope)
{
	struct act_wish wish = {.kind = words->kind,
	    .target = str_from(words->target),
	    .terms = str_from(words->terms),
	    .reason = words->reason};
	struct str text;

	if (!approver_name(w))
		return false;
	wish.by = w->person;
	if (!act_draft(w->place.store, w->a, &wish, &text, &w->err))
		return false;
	say_act(w, words->kind, wish.target);
	return approver_sign(w, text, envelope);
}

bool
approver_say(
    struct call *w, enum act_kind kind, const char *target, struct str terms, struct str *envelope)
{
	const struct act_words words = {.kind = kind,
	    .target = target,
	    .terms = terms.n > 0 ? arena_text(w->a, terms) : NULL,
	    .reason = str_from(w->o->reason)};

	return approver_act(w, &words, envelope);
}

/* -- the question ---------------------------------------------------------------------------- */

bool
question_load(struct call *w, const char *id, struct question *out)
{
	return question_read(w->place.store, w->a, id, out, &w->err);
}

int
approver_revoke(struct call *w, enum act_kind kind,
    bool (*revoke)(struct store *s, struct str envelope, struct err *err))
{
	const char *id = word(w, 0);
	struct str envelope;

	if (!approver_say(w, kind, id, STR(""), &envelope) ||
	    !revoke(w->place.store, envelope, &w->err))
		return call_fail(w);
	printf("%s is revoked\n", id);
	return EXIT_ANSWERED;
}

bool
question_shows_votes(const struct call *w, const struct question *q)
{
	const struct stored_approval *a = &q->approval;

	return !a->asked.blind || a->state != APPROVAL_PENDING || question_has_vote_of(q, w->me);
}
