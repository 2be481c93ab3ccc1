/* SPDX-License-Identifier: MIT */
/* act.h: what a person says besides votes and delegations, in one signed form. A part of trust.h. */
#ifndef TRUST_ACT_H
#define TRUST_ACT_H

#include "trust.h"

/*
 * Whatever a person says besides votes and delegations is an act: a DSSE envelope over an in-toto
 * statement, signed by one key of that person. acts.def has all kinds. An act is believed because
 * of its signature, wherever it is used, and never because of a row that repeats it.
 */
#define ACT_PREDICATE_TYPE "urn:sluice:act:v1"

enum act_kind {
	ACT_NONE = 0,
#define ACT(ID, NAME, ROLE, ABOUT, MEANING) ACT_##ID,
#include "acts.def"
#undef ACT
	ACT_COUNT
};

struct act_rule { /* static; empty for ACT_NONE */
	const char *name, *role, *about, *meaning;
};
const struct act_rule *act_rule(enum act_kind k);
enum act_kind act_kind_of(struct str name); /* ACT_NONE where it is none */

struct act {
	enum act_kind kind;
	struct str store; /* the ledger's origin: an act counts in this store alone */
	struct str by, printed_name;
	struct str target;  /* an id or a digest, by kind; "store" where it is the store itself */
	struct str terms;   /* what the kind adds, as the text of a canonical JSON object */
	struct str meaning; /* empty: the kind's */
	struct str reason;  /* may be empty */
	struct str nonce;
	int64_t made_us; /* since 1970, by the store's clock */
};

/* The bytes that are signed, into the arena. */
bool act_sign_text(struct arena *a, const struct act *act, struct str *out, struct err *err);
/* The reverse, strictly: the bytes must be exactly what act_sign_text would write. */
bool act_read(struct arena *a, struct str statement, struct act *out, struct err *err);
/* The kind's role for all scopes at `at_us`. ERR_REFUSED, by name, where the person lacks it. */
bool act_role_held(const struct person *p, enum act_kind k, int64_t at_us, struct err *err);
/*
 * True where the envelope has one signature, by a key of `by` that counted at made_us and is not
 * revoked at `now_us`, the person held the kind's role then, and the act is for the store `origin`.
 * ERR_REFUSED says what is missing; ERR_MEMORY: the world failed.
 */
bool act_counts(struct arena *a, const struct trust *t, struct str envelope, struct str origin,
    int64_t now_us, struct act *out, struct err *err);
/* The further conditions on an act that comes in now: made within ACT_FRESH_US of now, by a role
 * that counts now, with the printed name and the meaning that are in force. */
#define ACT_FRESH_US (INT64_C(300) * 1000000)
bool act_is_fresh(const struct trust *t, const struct act *act, int64_t now_us, struct err *err);

/* Are runs asked for by some people and agents alone? Where one is named, others may not. */
#define REQUESTER_ROLE "requester"
bool requests_are_restricted(const struct trust *t);
/*
 * May a run under this policy (its id) be asked for like this? `act` is a request that counts, or
 * NULL: nobody signed it, which both `requests: {signed: true}` and a named requester rule out. The
 * role must have been held when it was signed. ERR_REFUSED says what is missing.
 */
bool request_is_allowed(
    const struct trust *t, const struct act *act, struct str policy, struct err *err);
/* A person by id, else an agent by name; NULL where there is none. */
const struct person *trust_asker(const struct trust *t, struct str id);

/* The signer of an envelope with one valid signature: the key's owner in the trust file, whenever
 * the key is valid. ERR_REFUSED otherwise. */
struct signer {
	struct envelope envelope;
	const struct person *person; /* or an agent */
	bool is_agent;
	const struct person_key *key;
};
bool envelope_signer(
    struct arena *a, const struct trust *t, struct str json, struct signer *out, struct err *err);
/* The key counted at `at_us` and is not revoked at `now_us`. */
bool key_held(const struct trust *t, const char *keyid, int64_t at_us, int64_t now_us,
    const struct person **out, struct err *err);

#endif
