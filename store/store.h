/* SPDX-License-Identifier: MIT */
/*
 * store.h: what must survive. Runs, the queue, approvals, and what hangs on them, in SQLite (one
 * file, the default) or PostgreSQL, with one schema and one set of statements.
 *
 * The database itself enforces what matters: allowed edges of both state machines, four eyes, the
 * binding of a vote to its digest, quorum, expiry, single use. A wrong or hostile application gets
 * an error (ERR_REFUSED with the guard's words), never a wrong state. Times are the database's
 * clock, in microseconds since 1970 UTC. Digests are hex SHA-256. Contents are stored by digest.
 *
 * Every change is one transaction: it has happened whole, or not at all. After a failure the caller
 * may try again; what carries an identifier is then found to be done already.
 *
 * A store belongs to one thread; open it again for another.
 */
#ifndef STORE_H
#define STORE_H

#include "database.h"
#include "hash.h"
#include "json.h"
#include "trust.h"

/*
 * `where`: `sqlite:PATH`, `postgresql://...` or a libpq `key=value` text without a password (that
 * belongs into libpq's passfile or service file; one in the text is refused); NULL: store_default.
 * Makes the file (0600, its folder 0700) and brings the schema up to date; a newer schema than this
 * program's is refused. Refuses where the clock stands before what the store has seen.
 */
bool store_open(struct arena *a, const char *where, struct store **out, struct err *err);
/* The same wherever the clock stands, for store_clock_accept alone. */
bool store_open_at_any_time(
    struct arena *a, const char *where, struct store **out, struct err *err);
/* The clock was wrong, and is right now: by an operator's act of kind clock, about the target
 * "store". What was seen of it does not count any more; the events of that time stay. */
bool store_clock_accept(struct store *s, struct str envelope, struct err *err);
void store_close(struct store *s); /* NULL is fine */
/* The same at the end of a process, which then gives back what the store holds of its memory and
 * files: a schema and its statements need not be taken apart. The store is not used any more. */
void store_leave(struct store *s);
/* SLUICE_STORE, else sqlite: in the user's state folder. */
char *store_default(struct arena *a);
/* Sets the trust file whose people's signatures count here: this process's, which outlives the
 * store. Without one, no act counts (trust.h). */
void store_believe(struct store *s, const struct trust *t);
/* Its file or its role is for reading alone: nothing can be changed, the clock is not noted. */
bool store_is_read_only(const struct store *s);
const char *store_engine(const struct store *s); /* "sqlite", "postgresql" */
/* Several calls of this header as one change: all of them, or none. `work` may be called again from
 * its start where the engine asks for it; it must not wait for anything but the store. */
typedef bool store_work(struct store *s, void *context, struct err *err);
bool store_do(struct store *s, store_work *work, void *context, struct err *err);
/* The same for a step that nobody is told of before a later store_do: that one makes both durable, and
 * a power cut before it may undo this one, as if the process had ended earlier. */
bool store_do_soon(struct store *s, store_work *work, void *context, struct err *err);
/* With something before it that may wait for another machine's writes: in the same change in SQLite,
 * where nobody else writes, and outside of it in PostgreSQL. `ahead` (may be NULL) comes first; of changes that are made
 * together, all of them do. */
bool store_do_behind(struct store *s, store_work *ahead, store_work *before, store_work *work,
    void *context, struct err *err);
/*
 * Group commit. From here on several threads may use the store by turns. A thread must have the turn to
 * call anything in this header or to touch shared state (the caller has it now), and gives it back
 * while it waits. A store_do then waits for others: simultaneous changes become one durable
 * transaction. If one part is refused, each part runs on its own. `expected` says how many threads may
 * come with a store_do soon: most of them are waited for, and at most STORE_JOIN_US. Where the store is
 * not shared, turns do nothing.
 */
#define STORE_JOIN_US 100000
bool store_share(struct store *s, struct err *err);
void store_turn_take(struct store *s);
void store_turn_give(struct store *s);
void store_expect(struct store *s, size_t expected);
/* Steps that another one follows may wait for it: in SQLite, where a transaction has the store to itself. */
bool store_defers(const struct store *s);
/* For the time that a program runs: what its end will want is made ready, as far as that is due. */
void store_meanwhile(struct store *s);
/* Checks the file and every invariant that can be asked of the data; `problems` gets a line each.
 */
bool store_verify(struct store *s, struct buf *problems, struct err *err);
/*
 * All rows as of one moment, into a new file, while others go on. With a recovery key also the keys of
 * contents, sealed to it, in `PATH.keys`; without one, a lost vault is what a lost content is.
 */
bool store_backup(
    struct store *s, const char *path, const struct public_key *recovery, struct err *err);
struct store_restoring {
	const char *where, *from;
	const struct secret_key *recovery; /* NULL: the vault is at its place */
	bool without_keys;                 /* neither: what was sealed is given up */
};
/* Only where there is no store yet. *lost: contents and words whose keys are gone; they can be stored
 * again. The log is then behind what was signed: ledger_adopt. */
bool store_restore(const struct store_restoring *how, int64_t *lost, struct err *err);

/* -- contents -------------------------------------------------------------------------------- */

#define CONTENT_BYTES_MAX ((size_t)256 << 20)
/*
 * Stores the bytes under their digest, sealed under a key of their own (vault.h), so that they can
 * be erased for good. What is there already is left as it is.
 */
bool content_put(struct store *s, struct str bytes, const char *media_type,
    char sha256[DIGEST_HEX_BYTES], struct err *err);
/* The same with the digest that the caller has made of these very bytes. */
bool content_put_known(
    struct store *s, struct str bytes, const char *media_type, const char *sha256, struct err *err);
/* Stores evidence (signed votes, receipts, subjects of decisions): it is never erased, and not
 * encrypted, so that a verifier needs only the store. */
bool content_put_open(struct store *s, struct str bytes, const char *media_type,
    char sha256[DIGEST_HEX_BYTES], struct err *err);
/* The bytes, hashed again and compared; ERR_INPUT where they are not there or were erased: `err`
 * says when, and by whose decision. */
bool content_get(
    struct store *s, struct arena *a, const char *sha256, struct str *out, struct err *err);

/* The class of a content, which decides how long it is kept (retention.h). */
enum content_class {
	CLASS_NONE = 0,
	CLASS_EVIDENCE, /* votes, delegations, receipts, what was decided about: never erased */
	CLASS_RECORD,   /* the run's record, what the policy found, the plan */
	CLASS_CODE,
	CLASS_INPUT,  /* the task as it was asked for, and its files */
	CLASS_OUTPUT, /* what the program wrote */
	CLASS_WORDS,  /* reasons, comments, notes that the ledger commits to */
	CLASS_COUNT,
};
const char *content_class_name(enum content_class c); /* "evidence" ... */
enum content_class content_class_of(struct str name); /* CLASS_NONE where it is none */
/* Notes that the run (NULL: none) uses a content that is there; how long it is kept at least is
 * fixed by that. Within the change that stores it. */
bool content_use(
    struct store *s, const char *run, enum content_class c, const char *sha256, struct err *err);

/* -- principals ------------------------------------------------------------------------------ */

/*
 * One trust file is in force in a store: the first that its maker brought, until custodians sign
 * another. The store keeps its digest, its revision, and a copy of people, keys and roles so that
 * its guards can ask. ERR_REFUSED, by revision and digest, where this file is another.
 */
bool trust_is_in_force(struct store *s, const struct trust *t, struct err *err);
/*
 * Another file takes force: `envelope` is an act of kind people about its digest, by a custodian of
 * the file in force, which is this process's (store_believe). `*done` is false where the file in
 * force asks for more of them. Its revision must be greater.
 */
bool trust_adopt(struct store *s, struct arena *a, const struct trust *next, struct str envelope,
    bool *done, struct err *err);
/* The same without a signature, by the owner of the schema, where no custodian is in force. */
bool trust_adopt_owned(struct store *s, const struct trust *next, struct err *err);
/* The principal for an account of this machine: the person that the trust file gives the login to,
 * else one made for it that holds no role; its id is a pseudonym, since ids stay in the ledger. */
bool principal_of_login(
    struct store *s, const char *login, char id[STORE_ID_BYTES], struct err *err);
/* The name of the person with this id; empty if it is nobody's (a worker's, the clock's). The
 * arena's. */
bool principal_name(
    struct store *s, struct arena *a, struct str id, struct str *out, struct err *err);
/* All people that the store knows or knew, under all their names; the arena's. */
struct stored_person {
	struct str id, login, name; /* login: empty where he has none */
};
bool principals_list(
    struct store *s, struct arena *a, struct stored_person **out, size_t *count, struct err *err);

/* -- runs ------------------------------------------------------------------------------------ */

enum run_state {
	STATE_NONE = 0,
	STATE_RECEIVED,
	STATE_PLANNED,
	STATE_GENERATED,
	STATE_CHECKED,
	STATE_AWAITING_APPROVAL,
	STATE_APPROVED,
	STATE_RUNNING,
	STATE_RAN,
	STATE_VALIDATED,
	STATE_ANSWERED,
	STATE_REFUSED,  /* by the policy: no way past it */
	STATE_REJECTED, /* by a person */
	STATE_FAILED,
	STATE_EXPIRED,
	STATE_CANCELLED,
	STATE_HALTED,
	STATE_QUARANTINED, /* lost while it ran: a person must look */
	STATE_COUNT,
};
const char *run_state_name(enum run_state s); /* "received", "awaiting_approval" ... */
enum run_state run_state_of(struct str name); /* STATE_NONE where it is none */
bool run_state_is_open(enum run_state s);     /* may still change */
int run_state_exit_code(enum run_state s);    /* of sluice; 70 where the run is not over */

struct stored_run {
	char id[STORE_ID_BYTES];
	struct str tenant, requester, title, policy; /* title: the goal, cut to a line */
	enum run_state state;
	int64_t revision, version;
	char task_sha256[DIGEST_HEX_BYTES]; /* the capsule: everything that the run needs */
	/* Empty until known. */
	char plan_sha256[DIGEST_HEX_BYTES], code_sha256[DIGEST_HEX_BYTES],
	    findings_sha256[DIGEST_HEX_BYTES], policy_sha256[DIGEST_HEX_BYTES],
	    subject_sha256[DIGEST_HEX_BYTES], output_sha256[DIGEST_HEX_BYTES],
	    record_sha256[DIGEST_HEX_BYTES], result_sha256[DIGEST_HEX_BYTES],
	    receipt_sha256[DIGEST_HEX_BYTES];
	struct str verdict; /* "allow", "escalate", "deny" or empty */
	struct str reason;  /* one line */
	int exit_code;
	int64_t created_us, updated_us, deadline_us;
	bool cancel_requested;
};

struct run_submission {
	const char *tenant;          /* NULL: "default" */
	const char *requester;       /* a principal's id */
	const char *idempotency_key; /* NULL: a fresh one */
	struct str title, policy;
	const char *task_sha256;
	int64_t time_us;       /* how long the run may take, waiting for people aside */
	int64_t priority;      /* lower first; 100 is usual */
	const char *claim_for; /* a worker's id that takes it at once, or NULL */
	struct str request;    /* an act of kind request by the requester, or empty: unsigned */
};
/* The terms of a request. Its target is the id of the run, which the signer makes by store_id. */
bool request_terms(struct arena *a, const char *task_sha256, struct str *out, struct err *err);
/* The run, and (where claim_for is set) its job. With a key that was used before: the run that is
 * there already, `*fresh` false; ERR_INPUT where its task is another one. */
struct job;
bool runs_submit(struct store *s, struct arena *a, const struct run_submission *submission,
    struct stored_run *out, struct job *job, bool *fresh, struct err *err);
bool runs_get(
    struct store *s, struct arena *a, const char *id, struct stored_run *out, struct err *err);

/* The requester of a run. */
struct run_asked {
	char requester[STORE_ID_BYTES];
	bool is_signed; /* by the requester's request; else anybody may have asked in that name */
	char request_sha256[DIGEST_HEX_BYTES], keyid[KEYID_BYTES]; /* or empty */
	struct str name;           /* the signer's, by the trust file */
	const struct str *editors; /* who signed edits of its code */
	size_t editor_count;
	char edited_sha256[DIGEST_HEX_BYTES]; /* the code of the last edit that counts, or empty */
};
/*
 * Judged by this process's trust file (store_believe), from the envelopes. ERR_REFUSED where the
 * run's request does not count, is for another task or by another than the run's row says, and
 * where the trust file does not let this person, or without a signature anybody, ask for runs under
 * `policy`, the id of the policy that the task names.
 */
bool runs_asked(struct store *s, struct arena *a, const char *run, struct str policy,
    struct run_asked *out, struct err *err);

/* The run of an idempotency key; `*found` false where there is none. `tenant` NULL: "default". */
bool runs_of_key(struct store *s, struct arena *a, const char *tenant, const char *key,
    struct stored_run *out, bool *found, struct err *err);

#define RUNS_SEARCHED_MAX 10000
struct run_filter {                                       /* NULL, 0 and NONE mean any */
	const char *tenant, *requester, *policy, *before; /* before: an id; older ones only */
	const char *key; /* how its idempotency key begins; looks at every run */
	/* How an id begins ("run_..."); otherwise, in either case and among the newest RUNS_SEARCHED_MAX
	 * of the rest, a state, a policy, a requester's id or name, or a part of a title. */
	const char *words;
	enum run_state state;
	bool open_only;
	size_t limit;
};
bool runs_list(struct store *s, struct arena *a, const struct run_filter *filter,
    struct stored_run **out, size_t *count, struct err *err);

struct run_step { /* one line of a run's history: every change writes one, refusals too */
	int64_t seq, at_us;
	struct str actor, from, to, note;
	char sha256[DIGEST_HEX_BYTES]; /* what the step made, or empty */
};
bool runs_history(struct store *s, struct arena *a, const char *id, struct run_step **out,
    size_t *count, struct err *err);
/* An open run that does not run is cancelled now; a running one is asked to end (its worker polls).
 * One that is cancelled already stays so; ERR_REFUSED where it has ended otherwise. */
bool runs_cancel(struct store *s, const char *id, const char *actor, struct str reason,
    enum run_state *now, struct err *err);
/* The same by an act of kind cancel, signed by the run's requester or an operator. */
bool runs_cancel_signed(struct store *s, struct str envelope, enum run_state *now, struct err *err);

/* -- approvals ------------------------------------------------------------------------------- */

enum approval_state {
	APPROVAL_NONE = 0,
	APPROVAL_PENDING,
	APPROVAL_CHANGES_REQUESTED,
	APPROVAL_APPROVED,
	APPROVAL_REJECTED,
	APPROVAL_EXPIRED,
	APPROVAL_SUPERSEDED,
	APPROVAL_WITHDRAWN,
	APPROVAL_CONSUMED,
	APPROVAL_REVOKED,
};
const char *approval_state_name(enum approval_state s);
enum approval_state approval_state_of(struct str name); /* APPROVAL_NONE where it is none */

struct stored_vote {
	char id[STORE_ID_BYTES];
	struct str voter, need, on_behalf, reason, ticket;
	enum vote_decision decision;
	int64_t voted_us, withdrawn_us;
	char envelope_sha256[DIGEST_HEX_BYTES];
	struct str envelope;
};

struct stored_comment {
	char id[STORE_ID_BYTES];
	struct str author, body;
	int64_t line_from, line_to, created_us, resolved_us;
	bool must_resolve;
};

struct stored_approval {
	char id[STORE_ID_BYTES], run[STORE_ID_BYTES];
	struct str rule; /* its exact bytes */
	char rule_sha256[DIGEST_HEX_BYTES], subject_sha256[DIGEST_HEX_BYTES];
	struct approval_rule asked; /* the rule, read */
	enum approval_state state;
	int64_t decided_us, use_until_us, consumed_us;
	struct stored_vote *votes; /* withdrawn ones too */
	size_t vote_count;
	struct stored_comment *comments;
	size_t comment_count;
};

struct approval_filter {
	const char *run, *for_person; /* for_person: a need still waits for this person */
	enum approval_state state;
	size_t limit;
};
bool approvals_list(struct store *s, struct arena *a, const struct approval_filter *filter,
    struct stored_approval **out, size_t *count, struct err *err);
/* The ids alone of those that wait for this person, soonest due first, 1000 at most; the arena's. */
bool approvals_waiting(struct store *s, struct arena *a, const char *person, struct str **out,
    size_t *count, struct err *err);
/* By the approval's id, or a run's: the one that may be used, else the one that waits, else the
 * newest. */
bool approvals_get(
    struct store *s, struct arena *a, const char *id, struct stored_approval *out, struct err *err);
/* What shows that people decided it, to be judged by evidence_holds: the votes that stand, and the
 * delegations that these lean on. */
bool approvals_evidence(struct store *s, struct arena *a, const struct stored_approval *of,
    struct evidence *out, struct err *err);
/*
 * Stores a vote that vote_counts (trust.h) has passed, and decides where that is now possible: the
 * approval, the run and its job change in the same transaction. `now` is the approval's state
 * after.
 */
bool approvals_vote(struct store *s, struct arena *a, const struct trust *t, struct str envelope,
    enum approval_state *now, struct err *err);
/* Decides by the votes that stand, where something else was missing and no longer is (a comment
 * that is resolved, a vote that was withdrawn). */
bool approvals_decide(struct store *s, struct arena *a, const struct trust *t, const char *approval,
    const char *actor, enum approval_state *now, struct err *err);
/*
 * Everything else that is said about an approval is an act (trust.h), about the approval's id or, of a
 * resolution, the comment's. The envelope names the author and the reason.
 */
bool approvals_withdraw_vote(struct store *s, struct str envelope, struct err *err);
struct comment_words {
	const char *id; /* a new one: cmt_.. */
	struct str body;
	int64_t line_from, line_to; /* from 1; 0: about the whole */
	bool must_resolve;
};
bool comment_terms(
    struct arena *a, const struct comment_words *w, struct str *out, struct err *err);
bool approvals_comment(struct store *s, struct str envelope, struct str body, struct err *err);
/* By the comment's author or an operator. */
bool approvals_resolve(struct store *s, struct str envelope, struct err *err);
/* By the requester, while it is open. */
bool approvals_withdraw(struct store *s, struct str envelope, struct err *err);
/* After the decision and before its use: by one who voted for it, or an operator. */
bool approvals_revoke(struct store *s, struct str envelope, struct err *err);
/* The one use of an approval, by the worker that holds the run's job: APPROVED -> CONSUMED and the
 * run to RUNNING (kind execute) or VALIDATED (release_output), in one transaction. A retry of the
 * same job after a crash finds it consumed by its own run and subject, within its time, and goes
 * on. */
bool approvals_consume(struct store *s, struct job *job, const char *approval,
    const char *subject_sha256, struct err *err);
/* A new revision in place of the code that waits: the open approval is superseded, the editor
 * becomes an author, the run goes back to GENERATED and through the gate again. */
bool edit_terms(struct arena *a, const char *code_sha256, struct str *out, struct err *err);
bool approvals_edit(struct store *s, struct str envelope, struct err *err);

/* -- delegation, exceptions, break-glass, halting -------------------------------------------- */

bool delegations_add(
    struct store *s, const struct trust *t, struct arena *a, struct str envelope, struct err *err);
/* By an act of the kind end_delegation: of one of its two people, or an operator. */
bool delegations_revoke(struct store *s, struct str envelope, struct err *err);
bool delegations_list(struct store *s, struct arena *a, const char *person, struct str **envelopes,
    size_t *count, struct err *err);

/* A waiver that is kept here (waiver.h). Granted by an approval of kind `exception`; uses are counted
 * in the transaction that uses them. */
struct stored_exception {
	struct waiver terms; /* as the row has them, which only says where to look */
	int64_t uses, revoked_us;
	bool granted;
	char approval[STORE_ID_BYTES];
};
/* The envelope is an act of the kind `exception` about the exception's id, whose terms are its text
 * (exception_write). The rule is the one that the run itself is decided by; its times are spans. */
bool exceptions_propose(
    struct store *s, struct str envelope, const struct approval_rule *rule, struct err *err);
/* What is kept of its grant, proposal and all; nothing of it is judged. */
bool exceptions_evidence(struct store *s, struct arena *a, const struct stored_exception *of,
    struct evidence *out, struct err *err);
/* Those of this policy and of all; NULL: every one. */
bool exceptions_list(struct store *s, struct arena *a, const char *policy,
    struct stored_exception **out, size_t *count, struct err *err);
/* Notes one use for the run (once a run and exception); ERR_REFUSED where it is used up, over, not
 * granted or revoked. What was signed is `terms`; the row can only ask for less. */
bool exceptions_use(
    struct store *s, const struct job *job, const struct waiver *terms, struct err *err);
/* By an act of the kind end_exception: of its owner, who proposed or granted it, or an operator. */
bool exceptions_revoke(struct store *s, struct str envelope, struct err *err);

/*
 * Opens a separate approval for the emergency (kind `break_glass`) next to the waiting one; both
 * stay open until one is decided. `need` comes from the policy, with this role and for one person.
 * Verification of the votes compares it with the policy, as for any rule's needs.
 */
#define BREAK_GLASS_ROLE "break_glass"
bool break_glass_open(struct store *s, const char *approval, const char *actor,
    const struct approval_need *need, char id[STORE_ID_BYTES], struct err *err);
/* One signed vote of an emergency role in place of the quorum; once, within 15 minutes, with a
 * review by another person due in 24 hours. Refused while an earlier use of the same person waits
 * for its review, and where a rule marked never is touched. */
bool break_glass_use(struct store *s, struct arena *a, const struct trust *t, struct str envelope,
    const char *incident, struct err *err);
/* By an act of the kind review. The signer must be neither the person who declared the emergency
 * nor the person whom it served. */
bool review_terms(struct arena *a, bool justified, struct str *out, struct err *err);
bool break_glass_review(struct store *s, struct str envelope, struct err *err);

enum store_mode { STORE_HALT = 0, STORE_DRAIN, STORE_RUN }; /* drain: nothing new starts */
/* The stricter of what the store notes and what people have signed. */
bool store_mode_get(struct store *s, enum store_mode *mode, struct err *err);
/* The kind of act that turns the store so, about the target "store". */
enum act_kind store_mode_act(enum store_mode mode);
/* The operators' signed words on it, the oldest first; also those that no longer count. The arena's. */
struct mode_word {
	enum store_mode mode;
	struct str by, reason; /* reason: empty where the act does not count */
	int64_t made_us;
	bool counts;
	/* Of a wish to go on after the last halt: another's before then does it. Else 0. */
	int64_t until_us;
};
bool store_mode_words(
    struct store *s, struct arena *a, struct mode_word **out, size_t *count, struct err *err);
/* By an operator's signed act. Halting takes one; going on after a halt takes two acts of two
 * operators within a day: the first is stored as a wish (`*done` false), the second does it. */
bool store_mode_set(struct store *s, struct arena *a, enum store_mode mode, struct str envelope,
    bool *done, struct err *err);

/* How much there is, now. Times are in microseconds, 0 where nothing waits. */
struct store_figures {
	int64_t runs[STATE_COUNT]; /* by state */
	int64_t queue_age_us;      /* of the oldest run that waits for a worker */
	int64_t approvals_open, approval_age_us;
	int64_t queued, events_waiting, event_age_us; /* events: for their place in the ledger */
	int64_t notices_late, notices_given_up;       /* tried and not taken */
};
bool store_figures(struct store *s, struct store_figures *out, struct err *err);
/* By state, the newest RUNS_SEARCHED_MAX runs of this requester (NULL: of all). */
bool runs_count(
    struct store *s, const char *requester, int64_t counts[STATE_COUNT], struct err *err);

/* -- policies ------------------------------------------------------------------------------- */

/* Notes that a signed bundle of policies was put into force, and keeps its file by digest. */
struct policy_installed {
	const char *actor, *sha256; /* of its statement */
	struct str id, file;        /* file: its bytes */
	int64_t revision;
	const char *const *policies, *const *signers;
	size_t policy_count, signer_count;
};
bool ledger_policy_installed(struct store *s, const struct policy_installed *p, struct err *err);

#endif
