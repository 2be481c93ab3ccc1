/* SPDX-License-Identifier: MIT */
#include "forbidden.h"

#define DELEGATE(from, to, role, from_us, until_us)                                                \
	"INSERT INTO delegation (id, from_id, to_id, role, scope, envelope_sha256, from_us, "      \
	"until_us) VALUES ('d', '" from "', '" to "', '" role "', '*', '@envelope-d', " from_us    \
	", " until_us ")"
#define HALT "UPDATE meta SET value = 'halt' WHERE name = 'mode'"
#define ACT_ABOUT(target, id, kind, by)                                                            \
	"INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us) "   \
	"VALUES ('" id "', '" kind "', '" target "', '" by "', 'key', '@envelope-" id              \
	"', now_us(), now_us())"
#define ACT_ROW(id, kind, by) "; " ACT_ABOUT("store", id, kind, by)
#define REQUESTED ACT_ABOUT("fresh", "d", "request", "ann")
#define ACT_ON(id, kind, by) "; " ACT_ABOUT("fresh", id, kind, by)
#define BY_SIGNATURE                                                                               \
	"only an act that its requester or an operator signed cancels a run with a signed request"

#define EXCEPTION(owner, until)                                                                      \
	"INSERT INTO exception (id, rule, policy, fingerprint, owner_id, proposed_by, approval_id, " \
	"reason, from_us, until_us, uses_max) VALUES ('e', 'rule', '*', 'print', '" owner            \
	"', 'bob', 'apr-asked', 'it has been looked at by all of us', now_us(), " until ", 1)"
#define USE(exception, run)                                                                        \
	"INSERT INTO exception_use (exception_id, run_id, used_us) VALUES ('" exception "', '" run \
	"', now_us())"
#define BREAK(approval, who)                                                                       \
	"INSERT INTO break_glass (approval_id, invoker_id, incident, reason, envelope_sha256, "    \
	"used_us, review_due_us) VALUES ('" approval "', '" who                                    \
	"', 'INC-1', 'the line stands still and nobody is here', '@envelope-vote-x', now_us(), "   \
	"now_us() + 86400000000)"
#define REVIEW(who)                                                                                \
	"UPDATE break_glass SET reviewer_id = '" who                                               \
	"', reviewed_us = now_us(), justified = 1, review = 'it was right'"

static const struct statement list[] = {
    {"a role granted by oneself", NULL,
	"INSERT INTO role_grant (principal_id, role, scope, from_us, until_us, trust_sha256) "
	"VALUES ('fay', 'approver', '*', 0, now_us() + 1000000, 'mine')",
	"a role must come from the trust file in force", NULL},
    {"a role for longer", NULL,
	"UPDATE role_grant SET until_us = until_us + 1 WHERE principal_id = 'bob'",
	"a role is granted or withdrawn, not changed", NULL},
    {"a role in another scope", NULL,
	"UPDATE role_grant SET scope = '*' WHERE principal_id = 'hal'",
	"a role is granted or withdrawn, not changed", NULL},
    {"a key that changes its owner", NULL,
	"UPDATE principal_key SET principal_id = 'fay' WHERE keyid = 'key-bob'",
	"the owner of a key does not change", NULL},
    {"a revoked key that counts again", NULL,
	"UPDATE principal_key SET revoked_us = NULL WHERE keyid = 'key-gus'",
	"a revoked key stays revoked", NULL},
    {"a key that is deleted", NULL, "DELETE FROM principal_key WHERE keyid = 'key-gus'",
	"a key is revoked, not deleted", NULL},
    {"a service that becomes a person",
	"INSERT INTO principal (id, kind, name, trusted, made_us) VALUES ('bot', 'service', 'bot', "
	"0, now_us())",
	"UPDATE principal SET kind = 'human' WHERE id = 'bot'",
	"the kind of a principal does not change", NULL},
    {"a person who becomes another", NULL, "UPDATE principal SET id = 'zed' WHERE id = 'fay'",
	"the kind of a principal does not change", NULL},
    {"a person who is deleted", NULL, "DELETE FROM principal WHERE id = 'fay'",
	"a principal is disabled, not deleted", NULL},

    {"a delegation", NULL, DELEGATE("cyd", "fay", "approver", "now_us()", "now_us() + 3600000000"),
	NULL, NULL},
    {"a delegation to oneself", NULL,
	DELEGATE("cyd", "cyd", "approver", "now_us()", "now_us() + 3600000000"),
	"CHECK constraint failed: from_id <> to_id",
	"new row for relation \"delegation\" violates check constraint \"delegation_check\""},
    {"a delegation for 31 days", NULL,
	DELEGATE("cyd", "fay", "approver", "now_us()", "now_us() + 2678400000000"),
	"CHECK constraint failed: until_us > from_us AND until_us - from_us <= 2592000000000",
	"new row for relation \"delegation\" violates check constraint \"delegation_check1\""},
    {"a delegation that is over", NULL,
	DELEGATE("cyd", "fay", "approver", "now_us() - 2000000", "now_us() - 1000000"),
	"only people in the trust file can delegate", NULL},
    {"a delegation of a role that is not held", NULL,
	DELEGATE("fay", "hal", "approver", "now_us()", "now_us() + 3600000000"),
	"nobody can delegate a role that they do not hold", NULL},
    {"a delegation for longer", NULL,
	"UPDATE delegation SET until_us = until_us + 1, revoked_us = now_us()",
	"a delegation may only be revoked", NULL},
    {"a delegation that is deleted", NULL, "DELETE FROM delegation",
	"a delegation may only be revoked", NULL},

    {"an exception without an approval of its kind", NULL,
	"INSERT INTO exception (id, rule, policy, fingerprint, owner_id, proposed_by, approval_id, "
	"reason, from_us, until_us, uses_max) VALUES ('e', 'r', '*', 'f', 'ann', 'bob', "
	"'apr-approved', 'it has been looked at by all of us', now_us(), now_us() + 1000000, 5)",
	"an exception begins with its approval", NULL},
    {"an emergency without an approval of its kind", NULL,
	"INSERT INTO break_glass (approval_id, invoker_id, incident, reason, envelope_sha256, "
	"used_us, review_due_us) VALUES ('apr-waits', 'dan', 'INC-1', 'the line stands still and "
	"nobody is here', '@envelope-vote-x', now_us(), now_us() + 86400000000)",
	"no emergency is open for this", NULL},
    {"an emergency that is never reviewed", NULL,
	"INSERT INTO break_glass (approval_id, invoker_id, incident, reason, envelope_sha256, "
	"used_us, review_due_us) VALUES ('apr-waits', 'dan', 'INC-1', 'the line stands still and "
	"nobody is here', '@envelope-vote-x', now_us(), now_us() + 864000000000)",
	"an emergency must begin now and be reviewed within a day", NULL},

    {"an exception", NULL, EXCEPTION("ann", "now_us() + 3600000000"), NULL, NULL},
    {"an exception for 91 days", NULL, EXCEPTION("ann", "now_us() + 7862400000000"),
	"CHECK constraint failed: until_us > from_us AND until_us - from_us <= 7776000000000",
	"new row for relation \"exception\" violates check constraint \"exception_check2\""},
    {"an exception that is owned by whoever made it", NULL,
	EXCEPTION("bob", "now_us() + 3600000000"),
	"CHECK constraint failed: owner_id <> proposed_by",
	"new row for relation \"exception\" violates check constraint \"exception_check1\""},
    {"an exception that is used", NULL, USE("exc", "fresh"), NULL, NULL},
    {"an exception that is used before it is granted", NULL, USE("exc-asked", "fresh"),
	"the exception is not in force", NULL},
    {"an exception that is used up", USE("exc", "fresh"), USE("exc", "allowed"),
	"the exception is not in force", NULL},
    {"a revoked exception", "UPDATE exception SET revoked_us = now_us() WHERE id = 'exc'",
	USE("exc", "fresh"), "the exception is not in force", NULL},
    {"an exception that holds again", "UPDATE exception SET revoked_us = now_us() WHERE id = 'exc'",
	"UPDATE exception SET revoked_us = NULL WHERE id = 'exc'",
	"a revoked exception stays revoked", NULL},
    {"an exception with more uses", NULL, "UPDATE exception SET uses_max = 9 WHERE id = 'exc'",
	"the scope of an exception does not change", NULL},
    {"an exception for something else", NULL,
	"UPDATE exception SET fingerprint = 'other' WHERE id = 'exc'",
	"the scope of an exception does not change", NULL},
    {"an exception that is deleted", NULL, "DELETE FROM exception WHERE id = 'exc'",
	"an exception may only be revoked", NULL},
    {"a use that is forgotten", USE("exc", "fresh"), "DELETE FROM exception_use",
	"a use stays counted", NULL},

    {"an emergency", NULL, BREAK("apr-glass", "dan"), NULL, NULL},
    {"an emergency of somebody without its role", NULL, BREAK("apr-glass", "bob"),
	"the voter does not hold the role for emergencies", NULL},
    {"an emergency of the requester",
	"INSERT INTO role_grant (principal_id, role, scope, from_us, until_us, trust_sha256) "
	"VALUES "
	"('ann', 'break_glass', '*', now_us() - 1000000, now_us() + 1000000, (SELECT value FROM "
	"meta WHERE name = 'trust'))",
	BREAK("apr-glass", "ann"), "nobody can declare an emergency for their own run", NULL},
    {"an emergency while one waits for its review", BREAK("apr-glass", "dan"),
	BREAK("apr-glass-too", "dan"), "an earlier emergency still waits for its review", NULL},
    {"an emergency that is approved", BREAK("apr-glass", "dan") ";" VOTE("apr-glass", "dan"),
	DECIDE("apr-glass"), NULL, NULL},
    {"an emergency that nobody declared", VOTE("apr-glass", "dan"), DECIDE("apr-glass"),
	"nobody has declared an emergency", NULL},
    {"an emergency that nobody signed", BREAK("apr-glass", "dan"), DECIDE("apr-glass"),
	"nobody has declared an emergency", NULL},
    {"an emergency that is reviewed", BREAK("apr-glass", "dan"), REVIEW("bob"), NULL, NULL},
    {"an emergency that is reviewed by whoever declared it", BREAK("apr-glass", "dan"),
	REVIEW("dan"), "another person must review the emergency", NULL},
    {"an emergency that is reviewed by whom it served", BREAK("apr-glass", "dan"), REVIEW("ann"),
	"another person must review the emergency", NULL},
    {"an emergency that is reviewed twice", BREAK("apr-glass", "dan") ";" REVIEW("bob"),
	REVIEW("cyd"), "an emergency may only be reviewed", NULL},
    {"an emergency that is forgotten", BREAK("apr-glass", "dan"), "DELETE FROM break_glass",
	"an emergency is not deleted", NULL},

    {"a halt", NULL, HALT, NULL, NULL},
    {"a mode that changes beside its acts", NULL,
	"UPDATE meta SET value = 'drain' WHERE name = 'mode'", "only a signed act changes the mode",
	NULL},
    {"an act of yesterday", NULL,
	"INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us) "
	"VALUES ('a', 'halt', 'store', 'dan', 'key', '@envelope-d', now_us() - 86400000000, "
	"now_us())",
	"an act must be made now", NULL},
    {"an act that changes", "SELECT 1" ACT_ROW("d", "halt", "dan"),
	"UPDATE act SET kind = 'resume'", "a signed act does not change", NULL},
    {"an act that is deleted", "SELECT 1" ACT_ROW("d", "halt", "dan"), "DELETE FROM act",
	"a signed act does not change", NULL},
    {"a run that starts in a halted store", HALT, RUN("allowed", "state = 'running'"),
	"the store is halted", NULL},
    {"a run that begins in a halted store", HALT,
	"INSERT INTO run (id, tenant, requester_id, idempotency_key, title, policy, state, "
	"task_sha256, created_us, updated_us, time_us, deadline_us) VALUES ('new', 'default', "
	"'ann', 'new', '', '', 'received', '@task', now_us(), now_us(), 1, now_us() + 1)",
	"nothing starts while the store is draining or halted", NULL},
    {"an answer in a halted store", RUN("ran", "state = 'validated'") ";" HALT,
	RUN("ran", "state = 'answered', record_sha256 = '@record', receipt_sha256 = '@record', "
		   "exit_code = 0"),
	"the store is halted", NULL},
    {"an answer of a run that was cancelled",
	RUN("ran", "state = 'validated'") ";" RUN("ran", "cancel_requested = 1"),
	RUN("ran", "state = 'answered', record_sha256 = '@record', receipt_sha256 = '@record', "
		   "exit_code = 0"),
	"a requested cancellation must be carried out", NULL},
    {"a cancelled run that nobody asked to end", NULL, RUN("fresh", "state = 'cancelled'"),
	"nobody asked to cancel this run", NULL},
    {"a cancelled run whose end was asked for, unsigned as the run", NULL,
	RUN("fresh", "state = 'cancelled', cancel_requested = 1"), NULL, NULL},
    {"an unsigned end of a run that was asked for by signature", REQUESTED,
	RUN("fresh", "cancel_requested = 1"), BY_SIGNATURE, NULL},
    {"its end in one step", REQUESTED, RUN("fresh", "state = 'cancelled', cancel_requested = 1"),
	BY_SIGNATURE, NULL},
    {"its end by one who neither asked nor operates", REQUESTED ACT_ON("vote-x", "cancel", "bob"),
	RUN("fresh", "cancel_requested = 1"), BY_SIGNATURE, NULL},
    {"its end by its requester", REQUESTED ACT_ON("vote-x", "cancel", "ann"),
	RUN("fresh", "state = 'cancelled', cancel_requested = 1"), NULL, NULL},
    {"its end by an operator", REQUESTED ACT_ON("vote-x", "cancel", "dan"),
	RUN("fresh", "cancel_requested = 1"), NULL, NULL},
    {"a halted run in a store that nobody halted", NULL, RUN("fresh", "state = 'halted'"),
	"nobody has halted the store since the run began", NULL},
    {"a halted run", HALT, RUN("fresh", "state = 'halted'"), NULL, NULL},
    {"an approval in a halted store", HALT, VOTE("apr-waits", "bob"),
	"the store is halted: nothing is approved until it resumes", NULL},
    {"a rejection in a halted store", HALT,
	VOTE_ROW("vote-bob", "apr-waits", "ann", "0", "@subject", "bob", "NULL, NULL", "peer",
	    "reject", "bob"),
	NULL, NULL},
    {"a decision in a halted store", VOTE("apr-waits", "bob") ";" VOTE("apr-waits", "cyd") ";" HALT,
	DECIDE("apr-waits"), "the store is halted", NULL},
    {"one person ends a halt",
	HALT ACT_ROW("d", "resume", "dan") ACT_ROW("vote-x", "resume", "dan"),
	"UPDATE meta SET value = 'run' WHERE name = 'mode'", "only a signed act changes the mode",
	NULL},
    {"two people end a halt", HALT ACT_ROW("d", "resume", "dan") ACT_ROW("vote-x", "resume", "bob"),
	"UPDATE meta SET value = 'run' WHERE name = 'mode'", NULL, NULL},

    {"a version that goes back", NULL, "UPDATE meta SET value = '0' WHERE name = 'version'",
	"the version changes only with the schema", NULL},
    {"a version that is to come", NULL, "UPDATE meta SET value = '9999' WHERE name = 'version'",
	"the version changes only with the schema", NULL},
    {"another name of the log", NULL, "UPDATE meta SET value = 'x' WHERE name = 'origin'",
	"a log gets a new name only when it is opened again", NULL},
    {"another salt of the pseudonyms",
	"INSERT INTO meta (name, value) VALUES ('account_salt', 'x') ON CONFLICT DO NOTHING",
	"UPDATE meta SET value = 'y' WHERE name = 'account_salt'",
	"the salt of the pseudonyms does not change", NULL},
    {"a job that is lost", NULL, "DELETE FROM job WHERE run_id = 'allowed'",
	"a run in progress keeps its job", NULL},
    {"a checkpoint that is none", NULL,
	"INSERT INTO ledger_checkpoint (size, root_sha256, note, made_us) VALUES (1, '@x', 'x', "
	"now_us())",
	"a checkpoint is a signed note of this log", NULL},
    {"a clock that was not seen", NULL, "UPDATE meta SET value = '1' WHERE name = 'clock_us'",
	"the latest time seen does not go back", NULL},
    {"a note that is deleted", NULL, "DELETE FROM meta WHERE name = 'trust'",
	"a setting is not deleted", NULL},
    {"a content under another digest", NULL,
	"INSERT INTO content (sha256, size, media_type, bytes, made_us) VALUES ('@nothing', 1, "
	"'t', (SELECT bytes FROM content WHERE sha256 = '@code'), now_us())",
	"a content is named by its digest", NULL},
    {"a content that changes", NULL,
	"UPDATE content SET bytes = (SELECT c.bytes FROM content c WHERE c.sha256 = '@code-2') "
	"WHERE sha256 = '@code'",
	"a content may only be erased", NULL},
    {"a content that is erased", NULL,
	"UPDATE content SET bytes = NULL, erased_us = now_us() WHERE sha256 = '@findings'",
	"erased contents must have an erasure record", NULL},
    {"a content that is deleted", NULL, "DELETE FROM content WHERE sha256 = '@plan'",
	"a content may only be erased", NULL},
    {"a notice that says something else", NULL, "UPDATE outbox SET body = '{\"x\":1}'",
	"the text of a notice does not change", NULL},
    {"a notice that is told twice", NULL,
	"INSERT INTO outbox (id, dedupe_key, kind, body, made_us, next_us) VALUES ('note-2', "
	"'once', 'opened', '{}', now_us(), now_us())",
	"UNIQUE constraint failed: outbox.dedupe_key",
	"duplicate key value violates unique constraint \"outbox_dedupe_key_key\""},
    {"a notice that is sent again", "UPDATE outbox SET sent_us = now_us()",
	"UPDATE outbox SET sent_us = NULL", "a notice that was sent or given up does not change",
	NULL},
    {"a notice that is lost", NULL, "DELETE FROM outbox",
	"a notice can be deleted only after it was sent or given up", NULL},
};

const struct statements on_the_rest = {list, ARRAY_LENGTH(list)};
