/* SPDX-License-Identifier: MIT */
/*
 * trust.h: who a person is, what a person signed, and whether that is enough.
 *
 * Parts that the store and the executor share, so that both judge by the same code and neither
 * has to believe the other:
 *
 *   keys     Ed25519 (libsodium), one file a person, sealed with a passphrase; or a security key
 *   people   the trust file: who may decide what, with which keys, from when until when
 *   envelope DSSE over an in-toto statement: exact bytes with signatures on them
 *   acts     what a person says, in one signed form
 *   agent    ssh-agent may hold a key for its person for a while
 *   quorum   are these votes, under this rule, enough for this subject, now?
 *
 * Everything that a person signs is canonical JSON (json_canonical in json.h), so that the same
 * words have one digest. Zero is refusal: an empty trust file trusts nobody, an empty rule is never
 * met.
 *
 * Sources of the formats: RFC 8032 (Ed25519), DSSE v1 (github.com/secure-systems-lab/dsse,
 * protocol.md: PAE and envelope), in-toto attestation v1 (statement), RFC 8785 (canonical JSON).
 */
#ifndef TRUST_H
#define TRUST_H

#include "hash.h"
#include "json.h"

/* -- keys ------------------------------------------------------------------------------------ */

#define KEYID_BYTES 65 /* hex SHA-256 of the 32 public bytes (or of an SSH blob), with the NUL */
#define PUBLIC_KEY_BYTES 32
#define SIGNATURE_BYTES 64
#define TOUCH_BYTES 5 /* of a security key's signature: flags and counter (ssh_key.h) */
#define SIGNATURE_BYTES_MAX (SIGNATURE_BYTES + TOUCH_BYTES)
#define APPLICATION_BYTES 64 /* with the NUL */

/* A person's may be a FIDO2 security key: then it has an application, its id is the SHA-256 of its
 * SSH blob, and it signs in no other form than its own. */
struct public_key {
	uint8_t bytes[PUBLIC_KEY_BYTES];
	char application[APPLICATION_BYTES]; /* "ssh:" or "ssh:.."; filled up with zeroes */
	bool verify; /* the trust file asks that the device verifies its person each time */
};

struct signature {
	uint8_t bytes[SIGNATURE_BYTES_MAX];
	size_t n;
};

struct secret_key; /* in locked memory, wiped by key_free; or a name for one in a token */

/* False for what is no public key: wrong length, not canonical, of small order. Text is
 * `ed25519:` and 43 characters of base64url without padding. */
bool public_key_read(struct str text, struct public_key *out, struct err *err);
/* The same of a person's, which may also be `sk-ssh-ed25519@openssh.com` and the base64 of its blob, as
 * in OpenSSH's .pub files. */
bool person_key_read(struct str text, struct public_key *out, struct err *err);
bool public_key_is_security(const struct public_key *k);
void public_key_write(const struct public_key *k, struct buf *out);
void public_key_id(const struct public_key *k, char out[KEYID_BYTES]);

struct secret_key *key_new(struct err *err);
const struct public_key *key_public(const struct secret_key *k);
/* False where the limit on locked memory (RLIMIT_MEMLOCK) is too small for a key: it works all the
 * same, between guard pages and left out of core files, but may reach the swap; say so. */
bool key_is_locked(const struct secret_key *k);
bool key_in_token(const struct secret_key *k);
void key_free(struct secret_key *k);
/*
 * A key file is JSON: the public key, and the secret one sealed by a key that Argon2id makes of the
 * passphrase (libsodium, its moderate limits). `owner` is the person's id in the trust file. The
 * file is written once, readable by its owner only, and never over another. A file that others may
 * read is not opened.
 */
bool key_save(const struct secret_key *k, const char *path, struct str owner, struct str passphrase,
    struct err *err);
struct key_file {
	struct str owner;
	struct public_key public_key;
	bool in_token; /* the passphrase that opens it is the token's PIN */
};
/*
 * A key in a token (PKCS#11) has a key file as well, which says by a URI of RFC 7512 where it is:
 * key_open and log_key_open take either. A machine's (`owner` is empty) gets the PIN from the file
 * that the URI's `pin-source` names, else from the descriptor named by SLUICE_PIN_FD; a person's
 * from the person. Of a security key, key_look takes OpenSSH's file NAME.pub, and key_open refuses it:
 * it signs through ssh-agent alone.
 */
bool key_of_token_save(struct arena *a, const char *path, const char *uri, struct str owner,
    struct public_key *made, struct err *err);
/* SLUICE_KEY, else key.json in the user's configuration folder; NULL where there is no such folder
 * to name. */
const char *key_path(struct arena *a);
bool key_look(struct arena *a, const char *path, struct key_file *out, struct err *err);
bool key_open(struct arena *a, const char *path, struct str passphrase, struct secret_key **out,
    struct err *err);
/* From the terminal without echo, or from the descriptor named by SLUICE_PASSPHRASE_FD; never from
 * argv or the environment itself. `again` asks twice. The caller wipes it (sodium's memzero by
 * secret_wipe). */
bool passphrase_ask(
    struct arena *a, const char *prompt, bool again, struct str *out, struct err *err);
void secret_wipe(struct str secret);

/* False only where a token does not sign. */
bool key_sign(
    const struct secret_key *k, struct str bytes, uint8_t out[SIGNATURE_BYTES], struct err *err);
/* Plain Ed25519; false of a security key, whatever it is given. */
bool key_verify(
    const struct public_key *k, struct str bytes, const uint8_t signature[SIGNATURE_BYTES]);
/* The only verification of people's signatures: a security key's signature is of its own form,
 * says that somebody was present (and verified, where that is asked), and any other key's is plain. */
bool signature_holds(
    const struct public_key *k, struct str bytes, const struct signature *signature);

/* A key of a machine: a log's or a witness's. Its file is not sealed, readable by its owner only,
 * and never written over another; or it says which token has the key. */
bool log_key_make(const char *path, struct err *err);
bool log_key_open(const char *path, struct secret_key **out, struct err *err);

/* -- seals ----------------------------------------------------------------------------------- */

/*
 * Bytes sealed under a key of their own (XChaCha20-Poly1305; a random nonce of 24 bytes stands in
 * front, the tag behind). `name` is authenticated and not stored: what is sealed under one name
 * opens under no other. Who destroys the key has erased the bytes, wherever copies of them are.
 */
#define SEAL_KEY_BYTES 32
#define SEAL_EXTRA_BYTES 40
bool seal_key_new(uint8_t key[SEAL_KEY_BYTES], struct err *err);
void seal_key_wipe(uint8_t key[SEAL_KEY_BYTES]);
bool seal_put(const uint8_t key[SEAL_KEY_BYTES], struct str name, struct str plain, struct arena *a,
    struct str *out, struct err *err);
/* ERR_INPUT where the seal does not hold. */
bool seal_open(const uint8_t key[SEAL_KEY_BYTES], struct str name, struct str sealed,
    struct arena *a, struct str *out, struct err *err);

/* Sealed to a key pair (X25519 of the Ed25519 key, libsodium's sealed box): only who has the secret
 * key opens it, and a key in a token does not. ERR_REFUSED where it was sealed to another. */
bool recovery_seal(struct arena *a, const struct public_key *to, struct str plain, struct str *out,
    struct err *err);
bool recovery_open(struct arena *a, const struct secret_key *with, struct str sealed,
    struct str *out, struct err *err);

/* -- words ----------------------------------------------------------------------------------- */

/*
 * A digest as eight words that a person can compare and type: 128 of its bits, each word 16 of
 * them as consonant-vowel-consonant-vowel-consonant (proquints, arXiv:0901.4016).
 */
#define DIGEST_WORDS_BYTES 48
bool digest_words(const char *hex, char out[DIGEST_WORDS_BYTES]);
/* Are these the words of that digest? Case and blanks between words don't count. */
bool digest_words_match(const char *hex, struct str words);

/* -- people ---------------------------------------------------------------------------------- */

/*
 * The trust file (YAML, validated by trust.schema.json). The operator writes and reviews it; no
 * person that it names may be able to write it:
 *
 *	apiVersion: sluice/v1
 *	origin: example.org/prod          # the log's name, later
 *	revision: 3                       # grows with each file that takes force
 *	custodians: 1                     # so many of that role must sign the next file
 *	solo: false                       # true: one person, who may approve his own runs
 *	people:
 *	  - id: ann
 *	    name: Ann Example             # the printed name on every signature
 *	    login: ann                    # the operating system's account, for requests; optional
 *	    keys:
 *	      - {public: "ed25519:...", from: 2026-01-01, until: 2027-01-01}
 *	        # revoked: 2026-05-01T09:30:00Z; of a security key: verify: required
 *	    roles:
 *	      - {role: approver, scope: "*", from: 2026-01-01, until: 2027-01-01}
 *
 *	services:                         # keys of the installation itself
 *	  - {name: example.org/prod, purpose: log, public: "ed25519:...", from: .., until: ..}
 *	  - {name: example.org/prod, purpose: receipt, public: "ed25519:...", from: .., until: ..}
 *	  - {name: witness.example.net, purpose: witness, public: "ed25519:...", ...}
 *	  - {name: policy-desk, purpose: policy, scope: "*", public: "ed25519:...", ...}
 *	  - {name: nightly, purpose: agent, scope: data-analysis, public: "ed25519:...", ...}
 *	witnesses: 1                      # how many of them must have signed a checkpoint
 *	requests: {signed: true}          # runs are asked for by signatures alone
 *	policies:                         # where policies may come from
 *	  signed: true                    # from installed bundles alone
 *	  signatures: 2                   # of so many signers (by name)
 *	  shipped: true                   # those that were built into the program count as signed
 *	  folder: /var/lib/sluice/bundles # default: bundles, beside the trust file
 *
 * Times are RFC 3339, or a date (its first moment in UTC). `until` is exclusive and required.
 * A scope is "*" or a policy's id. One key belongs to one person, one login to one person; `solo`
 * with a second person is refused. A service's key is no person's; one key may serve several
 * purposes. A log's and a receipt's name is the log's origin. A key for policies has a scope: the
 * id of the bundles that it may sign and of the policies in them, with those below ("team" and
 * "team.night"), or "*".
 *
 * An agent asks for runs with a key of its own; its scope is "*" or the id of the one policy that it
 * may name, its name is no person's. As soon as an agent is there, or anybody holds the role
 * `requester`, only they ask for runs (request.c).
 */
struct person_key {
	struct public_key key;
	char id[KEYID_BYTES];
	int64_t from_us, until_us, revoked_us; /* since 1970; revoked_us 0: not revoked */
};

struct person_role {
	struct str role, scope;
	int64_t from_us, until_us;
};

struct person {
	struct str id, name, login;
	const struct person_key *keys;
	size_t key_count;
	const struct person_role *roles;
	size_t role_count;
};

enum service_purpose {
	SERVICE_NONE = 0,
	SERVICE_LOG,     /* signs the log's checkpoints */
	SERVICE_RECEIPT, /* signs receipts */
	SERVICE_WITNESS, /* cosigns checkpoints, elsewhere */
	SERVICE_POLICY,  /* signs bundles of policies */
	SERVICE_WORKER,  /* signs what came of the runs that it drove */
	SERVICE_AGENT,   /* asks for runs */
};
const char *service_purpose_name(enum service_purpose p); /* "log", "receipt" ... */

struct trust_service {
	struct str name, scope; /* scope: of an agent or a key for policies, else empty */
	struct str url;         /* of a witness that is asked by itself, else empty */
	enum service_purpose purpose;
	struct public_key key;
	char id[KEYID_BYTES];
	int64_t from_us, until_us, revoked_us; /* as a person's key */
};

struct trust_policies {
	bool signed_only;   /* no policy but from an installed bundle */
	bool shipped;       /* or one that was built into the program */
	int64_t signatures; /* of so many signers; at least one */
	struct str folder;  /* of the installed bundles; empty: beside the trust file */
};

struct trust {
	char sha256[DIGEST_HEX_BYTES]; /* of the file's bytes */
	struct str origin;
	int64_t revision;   /* grows with each file that takes force; 0: none is said */
	int64_t custodians; /* so many must sign the next file */
	bool solo;
	const struct person *people;
	size_t count;
	const struct trust_service *services;
	size_t service_count;
	/* The agents' keys, each as a person with that key who holds the role `requester`; no such
	 * person votes or signs anything but requests and cancellations. */
	const struct person *agents;
	size_t agent_count;
	bool requests_signed; /* nobody asks for a run but by a signature */
	int64_t witnesses;    /* how many must have signed a checkpoint; 0: none is asked for */
	struct trust_policies policies;
};

struct str trust_schema_text(void); /* the JSON Schema of a trust file */
/* All errors at once, each at its place. Refuses a file that anyone but root and the caller may
 * write. */
bool trust_load(struct arena *a, const char *path, struct trust **out, struct err_list *errs);
/* SLUICE_TRUST, else trust.yaml in the configuration folders (the system's first). NULL where there
 * is none. */
const char *trust_path(struct arena *a);
/* Reads a regular file that nobody but root and the caller may write or put another in the place
 * of; `what` names it in errors ("the trust file"). */
bool ours_read(struct arena *a, const char *path, const char *what, size_t max, struct str *out,
    struct err *err);
const struct person *trust_person(const struct trust *t, struct str id);
/* The person that a key belongs to and the key, where it counts at that moment; else NULL, and
 * `err` says why. */
const struct person *trust_key(const struct trust *t, const char *keyid, int64_t at_us,
    const struct person_key **key, struct err *err);
/* The service's key by its id, for this purpose and under this name (empty: any); NULL where there
 * is none. */
const struct trust_service *trust_service(
    const struct trust *t, enum service_purpose purpose, struct str name, const char *keyid);
/* The one key of this purpose and name (empty: of any) whose signature the envelope has; NULL
 * (ERR_REFUSED) where there is none, or it does not hold. */
struct envelope;
const struct trust_service *envelope_service(const struct trust *t, enum service_purpose purpose,
    struct str name, const struct envelope *e, struct err *err);
/* False (ERR_REFUSED) where its key did not count at that moment. */
bool service_counts(const struct trust_service *s, int64_t at_us, struct err *err);
bool person_holds(const struct person *p, struct str role, struct str scope, int64_t at_us);

/* -- envelopes ------------------------------------------------------------------------------- */

#define ENVELOPE_PAYLOAD_TYPE "application/vnd.in-toto+json"
#define ENVELOPE_BYTES_MAX ((size_t)8 << 20)

/* A DSSE envelope as JSON around the statement (its exact bytes, base64), signed by `k`. */
bool envelope_sign(
    const struct secret_key *k, struct str statement, struct buf *out, struct err *err);

#define ENVELOPE_SIGNATURES_MAX 8

struct envelope {
	struct str payload; /* the statement's exact bytes */
	struct {
		char keyid[KEYID_BYTES];
		struct signature signature;
	} signatures[ENVELOPE_SIGNATURES_MAX]; /* one a key */
	size_t count;
};
/* Reads, strictly; verifies nothing. */
bool envelope_read(struct arena *a, struct str json, struct envelope *out, struct err *err);
bool envelope_verify(const struct envelope *e, size_t signature, const struct public_key *k);
/* Adds the key's signature to those that are there, in the order of key ids; ERR_INPUT where it has
 * signed already. */
bool envelope_add(struct envelope *e, const struct secret_key *k, struct err *err);
bool envelope_write(const struct envelope *e, struct buf *out, struct err *err);

/* -- ssh-agent -------------------------------------------------------------------------------- */

/*
 * The person's own ssh-agent (SSH_AUTH_SOCK, a process of the same user) may hold an opened key for
 * a while, so that its passphrase is typed once. It is told to forget the key after `seconds`, and
 * to ask before each signature: it reads nothing of what it signs. A key in a token stays there. A
 * security key's handle is put there by ssh-add, and its device asks for the touch.
 */
bool ssh_agent_add(struct arena *a, const struct secret_key *k, struct str owner, int64_t seconds,
    struct err *err);
/* Adds an envelope over the statement to `envelope`. False with ERR_NONE where no agent holds that
 * key; where one holds it and does not sign, that is an error, and no passphrase is asked for. */
bool ssh_agent_sign(struct arena *a, const struct public_key *k, struct str statement,
    struct buf *envelope, struct err *err);
/* Signs a statement for a verb: by the ssh-agent if it holds the key of that file, else by the file's key and
 * its passphrase, which is asked for. */
bool statement_sign(struct arena *a, const char *key_file, struct str statement,
    struct buf *envelope, struct err *err);

/* -- votes and quorum ------------------------------------------------------------------------ */

enum vote_decision {
	VOTE_NONE = 0,
	VOTE_APPROVE,
	VOTE_REJECT,
	VOTE_REQUEST_CHANGES,
	VOTE_ABSTAIN,
};
const char *vote_decision_name(enum vote_decision d); /* "approve" ... */

#define VOTE_PREDICATE_TYPE "urn:sluice:approval-vote:v1"

/*
 * An approver's vote: an in-toto statement whose subject is the run, with the subject's digest,
 * and whose predicate has these members. Times in microseconds since 1970.
 */
struct vote {
	struct str approval, run, nonce,
	    kind; /* kind: "execute", "release_output", "exception" ... */
	int64_t round;
	char subject_sha256[DIGEST_HEX_BYTES];
	char rule_sha256[DIGEST_HEX_BYTES]; /* of the rule that it was asked under */
	struct str voter, printed_name, need;
	struct str on_behalf; /* who delegated, or empty */
	enum vote_decision decision;
	struct str meaning; /* of the signature, in words */
	struct str reason, ticket;
	int64_t voted_us, expires_us;
	const struct str *displayed; /* digests of what was shown */
	size_t displayed_count;
};
bool vote_statement(struct arena *a, const struct vote *v, struct str *out, struct err *err);
/* The reverse, strictly: the bytes must be exactly what vote_statement would write. */
bool vote_read(struct arena *a, struct str statement, struct vote *out, struct err *err);

/*
 * The rule of an approval: canonical JSON, made when it is opened, never changed after.
 *
 *	{"v": 1, "approval": "apr_..", "run": "run_..", "kind": "execute", "round": 1, "nonce":
 *"..", "requester": "ann", "authors": ["ann"], "scope": "data-analysis", "solo": false, "needs":
 *[{"name": "approver", "role": "approver", "scope": "*", "n": 2}], "reason": {"min": 10, "ticket":
 *"^CHG-[0-9]+$"}, "blind": true, "opened_us": .., "remind_us": .., "decide_by_us": ..,
 *"use_for_us": ..}
 *
 * `decide_by_us` is the last moment for a vote, `use_for_us` how long the decision may be used.
 */
struct approval_need {
	struct str name, role, scope;
	int64_t n;
};

struct approval_rule {
	struct str approval, run, kind, nonce, requester, scope, ticket;
	int64_t round, reason_min, opened_us, remind_us, decide_by_us, use_for_us;
	bool solo, blind;
	const struct str *authors;
	size_t author_count;
	const struct approval_need *needs;
	size_t need_count;
};
/* Of a kind of approvals: the run that it is asked of goes on by it. An exception's and a redaction's decide about
 * what comes later. */
bool approval_kind_moves_run(struct str kind);
bool approval_rule_write(
    struct arena *a, const struct approval_rule *r, struct str *out, struct err *err);
bool approval_rule_read(
    struct arena *a, struct str json, struct approval_rule *out, struct err *err);

/* A delegation, signed by the one who delegates: an envelope over a statement of this shape. */
#define DELEGATION_PREDICATE_TYPE "urn:sluice:delegation:v1"
struct delegation {
	struct str id, from, to, role, scope, reason;
	int64_t from_us, until_us;
};
bool delegation_statement(
    struct arena *a, const struct delegation *d, struct str *out, struct err *err);
bool delegation_read(
    struct arena *a, struct str statement, struct delegation *out, struct err *err);

/*
 * A worker's statement when the program has ended, so that a later worker need not trust the
 * database: an in-toto statement whose subject is the run, with the digest of the decision's
 * subject. The key is a service's, of purpose `worker` and the log's name.
 */
#define RESULT_PREDICATE_TYPE "urn:sluice:run-result:v1"
struct run_result {
	struct str run, origin; /* origin: the log's name */
	int64_t revision, token, made_us;
	char subject_sha256[DIGEST_HEX_BYTES], output_sha256[DIGEST_HEX_BYTES],
	    record_sha256[DIGEST_HEX_BYTES];
	char sandbox_sha256[DIGEST_HEX_BYTES]; /* of the receipt's member `sandbox` */
};
bool result_sign(struct arena *a, const struct secret_key *k, const struct run_result *r,
    struct buf *envelope, struct err *err);
/* Reads, strictly; verifies nothing. */
bool result_open(struct arena *a, struct str envelope, struct envelope *e, struct run_result *out,
    struct err *err);
/* The worker whose signature holds, or NULL (ERR_REFUSED). Whether its key counted then is
 * service_counts's to say. */
const struct trust_service *result_worker(
    const struct trust *t, const struct envelope *e, const struct run_result *r, struct err *err);

struct quorum_request {
	const struct trust *trust;
	struct str rule; /* the rule's exact bytes */
	const char *subject_sha256;
	const struct str *envelopes; /* of votes, as JSON */
	size_t count;
	const struct str *delegations; /* their envelopes, where votes name one */
	size_t delegation_count;
	int64_t now_us;     /* since 1970 */
	int64_t used_us;    /* when the decision was used; 0: it is used now */
	int64_t decided_us; /* when quorum was reached; the use-by counts from here */
};
/*
 * True only where every need of the rule has its n distinct people, each by a verified vote for
 * this very subject, rule, round and nonce, by a key and role that counted when the vote was cast
 * and is not revoked now, none of them the requester or an author (but for the one person of a solo
 * trust file, under a solo rule), no vote rejects or asks for changes, and both times hold. `err`
 * says what is missing, by name (ERR_REFUSED; other codes: the world failed). One bad envelope
 * fails the whole: nothing is skipped. A person stands in one envelope only, as voter or as
 * delegator.
 *
 * Votes are cast from `opened_us` to `decide_by_us`, the decision falls no later than that, and a
 * vote's `expires_us` is not before the decision. Clocks of two machines may be a minute apart.
 */
bool quorum_holds(struct arena *a, const struct quorum_request *q, struct err *err);
/* The same checks for one vote alone, before it is stored; its key, role and time must count now,
 * too. A veto or an abstention counts as such. */
bool vote_counts(struct arena *a, const struct quorum_request *q, struct str envelope,
    struct vote *out, struct err *err);

/* What shows that people decided, wherever it lies: in a store, before a box, in a receipt. */
struct evidence {
	struct str subject,
	    rule;            /* exact bytes: what they decided about, the rule it was decided by */
	struct str proposal; /* of an exception: its proposer's act (act.h); else empty */
	const struct str *envelopes, *delegations;
	size_t envelope_count, delegation_count;
	int64_t decided_us;
};
/* The question that it answers, but for its times; `subject_sha256` is written. */
struct quorum_request evidence_request(
    const struct trust *t, const struct evidence *e, char subject_sha256[DIGEST_HEX_BYTES]);
/* quorum_holds, with its times. */
bool evidence_holds(struct arena *a, const struct trust *t, const struct evidence *e,
    int64_t now_us, int64_t used_us, struct err *err);

#include "waiver.h"
#include "act.h"

#endif
