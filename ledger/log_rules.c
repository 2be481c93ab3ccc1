/* SPDX-License-Identifier: MIT */
#include "log_rules.h"

/* -- checkpoints ----------------------------------------------------------------------------- */

/* A log signs without a time, a witness with one: neither key can stand in for the other. */
const struct trust_service *
log_signer(const struct trust *t, const struct checkpoint *c, int64_t at_us, struct err *err)
{
	err_set(err, ERR_REFUSED, "no key of the log '%.*s' in the trust file signed it",
	    STR_ARG(c->origin));
	for (size_t i = 0; i < t->service_count; i++) {
		const struct trust_service *s = &t->services[i];
		struct err ignored;
		int64_t time_us;

		if (s->purpose == SERVICE_LOG && str_eq(s->name, c->origin) &&
		    checkpoint_verify(c, c->origin, &s->key, &time_us, &ignored) && time_us == 0 &&
		    service_counts(s, at_us, err))
			return s;
	}
	return NULL;
}

bool
log_witness(const struct checkpoint *c, const struct trust_service *witness, int64_t *seen_us,
    struct err *err)
{
	*err = (struct err){.code = ERR_NONE};
	if (witness->purpose != SERVICE_WITNESS)
		return false;
	if (checkpoint_verify(c, witness->name, &witness->key, seen_us, err)) {
		if (*seen_us > 0 && service_counts(witness, *seen_us, err))
			return true;
		err->code = ERR_NONE;
	}
	if (err->code != ERR_REFUSED)
		err->code = ERR_NONE;
	return false;
}

static bool
has_signed_before(const struct trust *t, size_t at, const struct checkpoint *c, int64_t by_us)
{
	int64_t seen_us;
	struct err ignored;

	for (size_t i = 0; i < at; i++)
		if (str_eq(t->services[i].name, t->services[at].name) &&
		    log_witness(c, &t->services[i], &seen_us, &ignored) && seen_us <= by_us)
			return true;
	return false;
}

/* How many had signed it by then. */
static int64_t
witnesses_by(const struct trust *t, const struct checkpoint *c, int64_t by_us)
{
	int64_t seen_us, count = 0;
	struct err ignored;

	for (size_t i = 0; i < t->service_count; i++)
		count += log_witness(c, &t->services[i], &seen_us, &ignored) && seen_us <= by_us &&
			 !has_signed_before(t, i, c, by_us);
	return count;
}

void
log_cosigned(const struct trust *t, const struct checkpoint *c, struct cosigned *out)
{
	*out = (struct cosigned){.count = witnesses_by(t, c, INT64_MAX)};
	for (size_t i = 0; i < t->service_count; i++) {
		int64_t seen_us;
		struct err why;

		if (log_witness(c, &t->services[i], &seen_us, &why)) {
			if (out->first_us == 0 || seen_us < out->first_us)
				out->first_us = seen_us;
			if ((out->enough_us == 0 || seen_us < out->enough_us) &&
			    witnesses_by(t, c, seen_us) >= t->witnesses)
				out->enough_us = seen_us;
		} else if (why.code != ERR_NONE && out->forged.code == ERR_NONE) {
			out->forged = why;
		}
	}
}

/* -- what people signed ---------------------------------------------------------------------- */

/* Events have words escaped, and cut at their most bytes. */
static bool
field_is(const struct event_row *e, const char *name, struct str value)
{
	struct buf word;

	buf_init(&word, WORD_BYTES_MAX + 1);
	event_word(value, &word);
	bool same = str_eq(event_said(e, name), buf_view(&word));
	buf_release(&word);
	return same;
}

static bool
is_the_events(const struct event_row *e, const char *what, struct str envelope, struct err *err)
{
	char hex[DIGEST_HEX_BYTES];

	digest_hex_of(envelope, hex);
	return str_is(event_said(e, "envelope"), hex) ||
	       err_set(err, ERR_REFUSED, "the %s's envelope was changed", what);
}

static bool
says_otherwise(const char *what, struct err *err)
{
	return err_set(err, ERR_REFUSED, "the event differs from the signed %s", what);
}

static bool
does_not_hold(const char *what, struct err *err)
{
	err_wrap(err, "the %s is not valid", what);
	err->code = ERR_REFUSED;
	return false;
}

static bool
is_the_voters(struct arena *a, const struct trust *t, const struct event_row *e,
    struct str envelope, struct signer *by, struct vote *vote, struct err *err)
{
	const struct person_key *key;

	if (!envelope_signer(a, t, envelope, by, err) ||
	    !vote_read(a, by->envelope.payload, vote, err))
		return false;
	if (by->is_agent || !str_eq(by->person->id, e->actor))
		return err_set(err, ERR_REFUSED, "'%.*s' did not sign it", STR_ARG(e->actor));
	return trust_key(t, by->key->id, e->time_us, &key, err) != NULL;
}

bool
vote_told(struct arena *a, const struct trust *t, const struct event_row *e, struct str envelope,
    struct signer *by, struct err *err)
{
	struct vote v;

	if (!is_the_events(e, "vote", envelope, err))
		return false;
	if (!is_the_voters(a, t, e, envelope, by, &v, err))
		return does_not_hold("vote", err);
	return (str_eq(v.approval, e->approval) && str_eq(v.run, e->run) &&
		   str_eq(v.voter, e->actor) && field_is(e, "need", v.need) &&
		   field_is(e, "on_behalf", v.on_behalf) &&
		   field_is(e, "decision", str_from(vote_decision_name(v.decision))) &&
		   field_is(e, "subject", str_from(v.subject_sha256))) ||
	       says_otherwise("vote", err);
}

/* Whether an event that names the log, or its key, is the effect of this act. */
static bool
says_the_act(const struct event_row *e, const struct act *act)
{
	if (!str_eq(act->by, e->actor))
		return false;
	if (str_is(e->type, event_type(EVENT_LOG_OPENED)))
		return act->kind == ACT_ADOPT && field_is(e, "origin", act->target);
	if (str_is(e->type, event_type(EVENT_LOG_KEY)))
		return act->kind == ACT_ROTATE && field_is(e, "key", act->target);
	return field_is(e, "target", act->target) &&
	       field_is(e, "kind", str_from(act_rule(act->kind)->name));
}

bool
act_told(struct arena *a, const struct trust *t, const struct event_row *e, struct str origin,
    struct str envelope, int64_t now_us, struct signer *by, struct err *err)
{
	struct act act;

	if (!is_the_events(e, "act", envelope, err))
		return false;
	if (!envelope_signer(a, t, envelope, by, err) ||
	    !act_counts(a, t, envelope, origin, now_us, &act, err))
		return does_not_hold("act", err);
	return says_the_act(e, &act) || says_otherwise("act", err);
}
