/* SPDX-License-Identifier: MIT */
#include "request_sign.h"

#include "act_draft.h"
#include "approver.h"

static bool
keep_text(struct str text, char *out, size_t size)
{
	if (text.n >= size)
		return false;
	memcpy(out, text.p, text.n);
	out[text.n] = '\0';
	return true;
}

static bool
keep_id(struct requester *who, struct str id, struct err *err)
{
	return keep_text(id, who->id, sizeof(who->id)) ||
	       err_set(err, ERR_INPUT, "'%.*s' is too long for an id", STR_ARG(id));
}

static bool
sign_text(struct arena *a, const struct requester *who, struct str text, struct str *envelope,
    struct err *err)
{
	struct secret_key *key;
	struct buf out;

	if (!log_key_open(who->call->place.key, &key, err))
		return false;
	buf_init(&out, ENVELOPE_BYTES_MAX);
	bool good = envelope_sign(key, text, &out, err) &&
		    (arena_copy(a, buf_view(&out), envelope) || err_memory(err));
	buf_release(&out);
	key_free(key);
	return good;
}

static bool
say_as_agent(const struct requester *who, const struct act_words *words, struct str *envelope,
    struct err *err)
{
	const struct act_wish wish = {.kind = words->kind,
	    .by = who->agent,
	    .target = str_from(words->target),
	    .terms = str_from(words->terms),
	    .reason = words->reason};
	struct arena *a = who->call->a;
	struct str text;

	return act_draft(who->call->place.store, a, &wish, &text, err) &&
	       sign_text(a, who, text, envelope, err);
}

static bool
requester_say(const struct requester *who, const struct act_words *words, struct str *envelope,
    struct err *err)
{
	if (who->agent)
		return say_as_agent(who, words, envelope, err);
	if (approver_act(who->call, words, envelope))
		return true;
	*err = who->call->err;
	return false;
}

static bool
sign_request(void *context, struct arena *a, const char *run, const char *task_sha256,
    struct str *envelope, struct err *err)
{
	struct act_words words = {.kind = ACT_REQUEST, .target = run, .reason = STR("")};
	struct str terms;

	if (!request_terms(a, task_sha256, &terms, err))
		return false;
	words.terms = arena_text(a, terms);
	return words.terms ? requester_say(context, &words, envelope, err) : err_memory(err);
}

static bool
find_agent(const struct trust *t, const char *path, struct requester *who, struct err *err)
{
	struct secret_key *key;
	char keyid[KEYID_BYTES];

	if (!log_key_open(path, &key, err))
		return false;
	public_key_id(key_public(key), keyid);
	key_free(key);
	for (size_t i = 0; i < t->agent_count; i++)
		if (strcmp(t->agents[i].keys[0].id, keyid) == 0)
			who->agent = &t->agents[i];
	if (who->agent)
		return keep_id(who, who->agent->id, err);
	err_set(err, ERR_REFUSED, "the key in '%s' is not an agent's", path);
	return err_help(err, "the trust file names it among its services, with `purpose: agent`");
}

static bool
find_owner(struct requester *who, struct err *err)
{
	const struct place *p = &who->call->place;
	const struct person_key *known;
	const struct person *person;
	struct key_file file;
	char keyid[KEYID_BYTES];
	struct err machines;

	if (!p->trust)
		return err_set(
		    err, ERR_USAGE, "a key was named, but no trust file lists its owner");
	if (!key_look(who->call->a, p->key, &file, err)) {
		if (find_agent(p->trust, p->key, who, &machines))
			return true;
		if (machines.code == ERR_REFUSED) /* it is a machine's key */
			*err = machines;
		return false;
	}
	public_key_id(&file.public_key, keyid);
	person = trust_key(p->trust, keyid, store_now_us(p->store), &known, err);
	return person && keep_id(who, person->id, err);
}

bool
requester_find(struct requester *who, struct work_request *request, struct err *err)
{
	const struct place *p = &who->call->place;
	char *login;

	request->requester = who->id;
	request->context = who;
	if (p->key) {
		request->sign = sign_request;
		return find_owner(who, err);
	}
	return work_login(who->call->a, &login, err) &&
	       principal_of_login(p->store, login, who->id, err);
}

/* -- its end ----------------------------------------------------------------------------------- */

static bool
cancel_by_key(struct call *c, const char *run, struct str reason, enum run_state *now)
{
	const struct act_words words = {.kind = ACT_CANCEL, .target = run, .reason = reason};
	struct work_request unused = {.claim = false};
	struct requester who = {.call = c};
	struct str envelope;

	return requester_find(&who, &unused, &c->err) &&
	       requester_say(&who, &words, &envelope, &c->err) &&
	       runs_cancel_signed(c->place.store, envelope, now, &c->err);
}

/* Without a signature, where a trust file is in force: from the account that asked, alone, and only
 * where that was not signed either. */
static bool
cancel_own(struct call *c, const char *id, struct str reason, enum run_state *now)
{
	char who[STORE_ID_BYTES];
	struct request_told told;
	struct stored_run run;

	if (!call_requester(c, who) || !runs_get(c->place.store, c->a, id, &run, &c->err))
		return false;
	if (c->place.trust && !str_is(run.requester, who)) {
		err_set(&c->err, ERR_REFUSED, "another person requested run '%s'", id);
		return err_help(&c->err, "its requester or an operator can cancel it, with --key");
	}
	request_look(c->a, &c->place, &run, &told);
	if (told.asked.is_signed) {
		err_set(&c->err, ERR_REFUSED, "the request for run '%s' was signed", id);
		return err_help(&c->err, "sign the cancellation too, with --key");
	}
	return runs_cancel(c->place.store, id, who, reason, now, &c->err);
}

bool
request_cancel(struct call *c, const char *run, struct str reason, enum run_state *now)
{
	return c->place.key ? cancel_by_key(c, run, reason, now) : cancel_own(c, run, reason, now);
}

/* -- as it is shown -------------------------------------------------------------------------- */

#define KEYID_SHOWN 16

void
request_look(
    struct arena *a, const struct place *p, const struct stored_run *run, struct request_told *out)
{
	*out = (struct request_told){.why = {.code = ERR_NONE}};
	(void)(runs_asked(p->store, a, run->id, run->policy, &out->asked, &out->why) ||
	       keep_text(run->requester, out->asked.requester, sizeof(out->asked.requester)));
}

void
request_draw(const struct request_told *t, struct buf *out)
{
	if (t->why.code != ERR_NONE) {
		buf_text(out, "does not count: ");
		buf_visible(out, str_from(t->why.message), 400);
	} else if (t->asked.is_signed) {
		buf_text(out, "signed by ");
		buf_visible(out, t->asked.name, 200);
		buf_printf(out, " (key %.*s)", KEYID_SHOWN, t->asked.keyid);
	} else {
		buf_text(out, "not signed: anybody with this account name");
	}
}

void
request_json(const struct request_told *t, bool solo, struct json_writer *w)
{
	bool holds = t->why.code == ERR_NONE && t->asked.is_signed;
	const char *why = run_duties_joined(solo, holds);

	json_open_object(w, "requested_by");
	json_put_text(w, "id", t->asked.requester);
	json_put_bool(w, "authenticated", holds);
	if (holds) {
		json_put_str(w, "name", t->asked.name);
		json_put_text(w, "keyid", t->asked.keyid);
		json_put_text(w, "request_sha256", t->asked.request_sha256);
	}
	if (t->why.code != ERR_NONE)
		json_put_text(w, "refused", t->why.message);
	json_end_object(w);
	json_put_bool(w, "separation_of_duties", !why);
	if (why)
		json_put_text(w, "separation_reason", why);
}
