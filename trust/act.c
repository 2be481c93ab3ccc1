/* SPDX-License-Identifier: MIT */
/*
 * act.c: one form for what people say, and one verifier.
 *
 * An act's subject is what it is about, with the digest of its predicate: so the digest names the
 * act, and two acts about one thing differ.
 */
#include "ballot.h"

#include "statement.h"

#define TERMS_DEPTH_MAX 8
#define TERMS_NODES_MAX 1000

static const struct act_rule RULES[ACT_COUNT] = {
    [ACT_NONE] = {"", "", "", ""},
#define ACT(ID, NAME, ROLE, ABOUT, MEANING) [ACT_##ID] = {NAME, ROLE, ABOUT, MEANING},
#include "acts.def"
#undef ACT
};

const struct act_rule *
act_rule(enum act_kind k)
{
	return &RULES[(size_t)k < ACT_COUNT ? k : ACT_NONE];
}

enum act_kind
act_kind_of(struct str name)
{
	for (size_t i = ACT_NONE + 1; i < ACT_COUNT; i++)
		if (str_is(name, RULES[i].name))
			return (enum act_kind)i;
	return ACT_NONE;
}

/* -- the statement --------------------------------------------------------------------------- */

struct act_record { /* the predicate; the target is the statement's subject */
	struct act act;
	struct str kind;
};

#define AT(member) offsetof(struct act_record, member)

FORM(act_form, struct act_record, {.name = "by", .kind = FIELD_ID, .at = AT(act.by)},
    {.name = "kind", .kind = FIELD_ID, .at = AT(kind)},
    {.name = "made_us", .kind = FIELD_NUMBER, .at = AT(act.made_us)},
    {.name = "meaning", .kind = FIELD_ID, .at = AT(act.meaning)},
    {.name = "nonce", .kind = FIELD_ID, .at = AT(act.nonce)},
    {.name = "printed_name", .kind = FIELD_ID, .at = AT(act.printed_name)},
    {.name = "reason", .kind = FIELD_TEXT, .at = AT(act.reason)},
    {.name = "store", .kind = FIELD_ID, .at = AT(act.store)},
    {.name = "terms", .kind = FIELD_TEXT, .at = AT(act.terms)});

static const struct statement shape = {.type = ACT_PREDICATE_TYPE, .form = &act_form};

static bool
is_an_act(enum act_kind k)
{
	return k > ACT_DELEGATION && k < ACT_COUNT;
}

static bool
terms_are_an_object(struct arena *a, struct str terms, struct err *err)
{
	const struct json_limits limits = {RECORD_BYTES_MAX, TERMS_DEPTH_MAX, TERMS_NODES_MAX, 20};
	struct json_doc d;

	if (!json_parse_canonical(a, terms, NULL, &limits, &d, err))
		return err_wrap(err, "'terms'");
	return json_root(&d)->kind == JSON_OBJECT ||
	       err_set(err, ERR_INPUT, "'terms' must be the text of a JSON object");
}

static bool
write_act(struct arena *a, const struct act *act, struct str *out, struct err *err)
{
	const struct act_rule *rule = act_rule(act->kind);
	struct act_record record = {*act, str_from(rule->name)};
	struct statement s = shape;

	if (!is_an_act(act->kind))
		return err_set(err, ERR_INPUT, "there is no such kind of act");
	if (act->meaning.n == 0)
		record.act.meaning = str_from(rule->meaning);
	s.subject = act->target;
	return terms_are_an_object(a, act->terms, err) &&
	       statement_digest(a, &s, &record, s.sha256, err) &&
	       statement_write(a, &s, &record, out, err);
}

bool
act_sign_text(struct arena *a, const struct act *act, struct str *out, struct err *err)
{
	return write_act(a, act, out, err) || err_wrap(err, "the act");
}

static bool
read_act(struct arena *a, struct str statement, struct act *out, struct err *err)
{
	struct act_record record = {.kind = STR("")};
	struct statement s = shape;
	struct str again;

	if (!statement_read(a, statement, &s, &record, err))
		return false;
	record.act.target = s.subject;
	record.act.kind = act_kind_of(record.kind);
	if (!write_act(a, &record.act, &again, err))
		return false;
	if (!str_eq(again, statement))
		return err_set(err, ERR_INPUT, "its form is not that of an act");
	*out = record.act;
	return true;
}

bool
act_read(struct arena *a, struct str statement, struct act *out, struct err *err)
{
	*out = (struct act){.kind = ACT_NONE};
	return read_act(a, statement, out, err) || err_wrap(err, "the act can't be read");
}

/* -- does it count? -------------------------------------------------------------------------- */

bool
envelope_signer(
    struct arena *a, const struct trust *t, struct str json, struct signer *out, struct err *err)
{
	*out = (struct signer){.person = NULL};
	if (!t)
		return err_set(err, ERR_REFUSED, "there is no trust file to check it against");
	if (!envelope_read(a, json, &out->envelope, err))
		return false;
	if (out->envelope.count != 1)
		return err_set(err, ERR_REFUSED, "it must have exactly one signature");
	out->person = trust_owner(t, out->envelope.signatures[0].keyid, &out->key);
	if (!out->person) {
		out->person = agent_owner(t, out->envelope.signatures[0].keyid, &out->key);
		out->is_agent = out->person != NULL;
	}
	if (!out->person)
		return err_set(err, ERR_REFUSED, "its key belongs to no one in the trust file");
	if (envelope_verify(&out->envelope, 0, &out->key->key))
		return true;
	err_set(err, ERR_REFUSED, "the signature does not hold");
	if (public_key_is_security(&out->key->key))
		err_help(err,
		    out->key->key.verify
			? "the trust file asks for a touch and the security key's PIN or fingerprint with each signature"
			: "the trust file asks for a touch of the security key with each signature");
	return false;
}

static bool
is_held(const struct person *p, const struct person_key *key, int64_t at_us, int64_t now_us,
    struct err *err)
{
	return key_counts(p->id, key, at_us, err) &&
	       (key->revoked_us == 0 || key->revoked_us > now_us ||
		   err_set(err, ERR_REFUSED, "its key has been revoked since"));
}

bool
key_held(const struct trust *t, const char *keyid, int64_t at_us, int64_t now_us,
    const struct person **out, struct err *err)
{
	const struct person_key *key;

	*out = trust_key(t, keyid, at_us, &key, err);
	return *out && is_held(*out, key, at_us, now_us, err);
}

bool
act_role_held(const struct person *p, enum act_kind k, int64_t at_us, struct err *err)
{
	const char *role = act_rule(k)->role;

	return !*role || person_holds(p, str_from(role), STR("*"), at_us) ||
	       err_set(err, ERR_REFUSED, "'%.*s' does not hold the role '%s' for all scopes",
		   STR_ARG(p->id), role);
}

static bool
is_an_agents(enum act_kind k)
{
	return k == ACT_REQUEST || k == ACT_CANCEL;
}

static bool
judge(struct arena *a, const struct trust *t, struct str json, struct str origin, int64_t now_us,
    struct act *out, struct err *err)
{
	struct signer signer;

	if (!envelope_signer(a, t, json, &signer, err) ||
	    !act_read(a, signer.envelope.payload, out, err))
		return false;
	if (!str_eq(out->by, signer.person->id))
		return err_set(
		    err, ERR_REFUSED, "the key of '%.*s' signed it", STR_ARG(signer.person->id));
	if (!str_eq(out->store, origin))
		return err_set(
		    err, ERR_REFUSED, "it is for another store, '%.*s'", STR_ARG(out->store));
	if (out->made_us > now_us + ACT_FRESH_US)
		return err_set(err, ERR_REFUSED, "it was made in the future");
	if (signer.is_agent && !is_an_agents(out->kind))
		return err_set(
		    err, ERR_REFUSED, "an agent may sign only requests and cancellations");
	return is_held(signer.person, signer.key, out->made_us, now_us, err) &&
	       act_role_held(signer.person, out->kind, out->made_us, err);
}

bool
act_counts(struct arena *a, const struct trust *t, struct str envelope, struct str origin,
    int64_t now_us, struct act *out, struct err *err)
{
	*out = (struct act){.kind = ACT_NONE};
	if (judge(a, t, envelope, origin, now_us, out, err))
		return true;
	if (err->code == ERR_INPUT || err->code == ERR_LIMIT)
		err->code = ERR_REFUSED;
	if (out->by.n > 0)
		err_wrap(
		    err, "the act '%s' of '%.*s'", act_rule(out->kind)->name, STR_ARG(out->by));
	*out = (struct act){.kind = ACT_NONE};
	return false;
}

bool
act_is_fresh(const struct trust *t, const struct act *act, int64_t now_us, struct err *err)
{
	const struct person *p =
	    is_an_agents(act->kind) ? trust_asker(t, act->by) : trust_person(t, act->by);

	if (!p)
		return err_set(
		    err, ERR_REFUSED, "'%.*s' is not in the trust file", STR_ARG(act->by));
	if (act->made_us > now_us + ACT_FRESH_US || act->made_us < now_us - ACT_FRESH_US) {
		err_set(err, ERR_REFUSED, "the act's time is %lld s from the store's",
		    (long long)((act->made_us - now_us) / 1000000));
		return err_help(err, "correct this machine's clock, then sign it again");
	}
	if (!str_eq(act->printed_name, p->name))
		return err_set(
		    err, ERR_REFUSED, "the printed name differs from the one in the trust file");
	if (!str_is(act->meaning, act_rule(act->kind)->meaning))
		return err_set(err, ERR_REFUSED, "the signature's meaning is not that of '%s'",
		    act_rule(act->kind)->name);
	return act_role_held(p, act->kind, now_us, err);
}
