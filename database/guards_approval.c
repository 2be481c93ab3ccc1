/* SPDX-License-Identifier: MIT */
/*
 * guards_approval.c: approvals, what they need, and what may open, decide and use them.
 *
 * The rule is what people sign; the columns are what the guards ask. So each column has to say what
 * the rule says, when the approval is opened, and neither changes after.
 */
#include "guards.h"

#define LOCK_RUN "1 FROM run r WHERE r.id = NEW.run_id"
#define RULE_HAS_NUMBER(column) "rule_text(NEW.rule, '" #column "') = CAST(NEW." #column " AS TEXT)"
#define ALONE                                                                                      \
	"(SELECT count(*) FROM principal p WHERE p.kind = 'human' AND p.trusted = 1 AND "          \
	"p.disabled_us IS NULL) = 1 AND EXISTS (SELECT 1 FROM principal p WHERE p.id = "           \
	"NEW.requester_id AND p.trusted = 1 AND p.disabled_us IS NULL)"
#define RUN_WAITS                                                                                  \
	"EXISTS (SELECT 1 FROM run r WHERE r.id = NEW.run_id AND r.state = 'awaiting_approval' "   \
	"AND r.subject_sha256 = NEW.subject_sha256)"
#define NO_OPEN_COMMENT                                                                            \
	"NOT EXISTS (SELECT 1 FROM approval_comment c WHERE c.approval_id = NEW.id AND "           \
	"c.must_resolve = 1 AND c.resolved_us IS NULL)"

/* A vote `v` for a need `n` that still counts: the key, the person and the role as they were when
 * it was cast, and neither the key nor the delegation revoked since. */
#define VOTE_COUNTS                                                                                \
	"v.decision = 'approve' AND v.withdrawn_us IS NULL AND EXISTS (SELECT 1 FROM "             \
	"principal_key k JOIN principal p ON p.id = k.principal_id WHERE k.keyid = v.keyid AND "   \
	"p.id = v.voter_id AND p.kind = 'human' AND p.trusted = 1 AND p.disabled_us IS NULL AND "  \
	"k.from_us <= v.voted_us AND v.voted_us < k.until_us AND (k.revoked_us IS NULL OR "        \
	"k.revoked_us > now_us())) AND EXISTS (SELECT 1 FROM role_grant g WHERE g.principal_id = " \
	"COALESCE(v.on_behalf_id, v.voter_id) AND g.role = n.role AND g.scope IN ('*', CASE "      \
	"n.scope WHEN '*' THEN NEW.scope ELSE n.scope END) AND g.from_us <= v.voted_us AND "       \
	"v.voted_us < g.until_us) AND (v.delegation_id IS NULL OR EXISTS (SELECT 1 FROM "          \
	"delegation d WHERE d.id = v.delegation_id AND d.revoked_us IS NULL))"

#define INSERT(when, must, words, lock)                                                            \
	{                                                                                          \
		"approval", "INSERT", when, must, words, lock                                      \
	}
#define UPDATE(when, must, words, lock)                                                            \
	{                                                                                          \
		"approval", "UPDATE", when, must, words, lock                                      \
	}

static const struct guard list[] = {
    {"approval_edge", "INSERT", ALWAYS, NEVER, "the edges of an approval are fixed", NULL},
    {"approval_edge", "UPDATE", ALWAYS, NEVER, "the edges of an approval are fixed", NULL},
    {"approval_edge", "DELETE", ALWAYS, NEVER, "the edges of an approval are fixed", NULL},

    INSERT(ALWAYS,
	"NEW.state = 'pending' AND NEW.decided_us IS NULL AND NEW.use_until_us IS NULL AND "
	"NEW.consumed_us IS NULL AND NEW.consumed_token IS NULL AND NEW.reminded_us IS NULL",
	"an approval begins as pending", NULL),
    INSERT(ALWAYS, IS_NOW(opened_us), "an approval must be opened now", NULL),
    INSERT(ALWAYS,
	"NEW.decide_by_us > now_us() AND NEW.decide_by_us - NEW.opened_us <= 7776000000000 AND "
	"NEW.use_for_us <= 2592000000000",
	"an approval is decided within 90 days and used within 30", NULL),
    INSERT("NEW.kind = 'break_glass'", "NEW.use_for_us <= 900000000",
	"an emergency is used within 15 minutes", NULL),
    INSERT("NEW.kind NOT IN ('exception', 'redaction')", RUN_WAITS,
	"the run does not wait for this subject", LOCK_RUN),
    INSERT(ALWAYS, "NEW.rule_sha256 = sha256_hex(NEW.rule)", "the rule does not match its digest",
	NULL),
    INSERT(ALWAYS,
	"rule_text(NEW.rule, 'approval') = NEW.id AND rule_text(NEW.rule, 'run') = NEW.run_id AND "
	"rule_text(NEW.rule, 'requester') = NEW.requester_id AND rule_text(NEW.rule, 'kind') = "
	"NEW.kind AND rule_text(NEW.rule, 'nonce') = NEW.nonce AND rule_text(NEW.rule, 'scope') = "
	"NEW.scope AND rule_text(NEW.rule, 'solo') = CASE NEW.solo WHEN 1 THEN 'true' ELSE 'false' "
	"END",
	"the approval differs from its rule", NULL),
    INSERT(ALWAYS,
	RULE_HAS_NUMBER(round) " AND " RULE_HAS_NUMBER(opened_us) " AND " RULE_HAS_NUMBER(
	    decide_by_us) " AND " RULE_HAS_NUMBER(use_for_us),
	"the approval differs from its rule", NULL),
    INSERT(ALWAYS,
	"NEW.round = (SELECT COALESCE(max(a.round), 0) + 1 FROM approval a WHERE a.run_id = "
	"NEW.run_id AND a.kind = NEW.kind)",
	"rounds have no gap", NULL),
    INSERT(ALWAYS, "length(NEW.nonce) >= 16", "a nonce must not be guessable", NULL),
    INSERT(
	"NEW.solo <> 0", ALONE, "a rule for one person needs a trust file with one person", NULL),

    UPDATE(ALWAYS,
	"OLD.state NOT IN ('rejected', 'expired', 'superseded', 'withdrawn', 'consumed', "
	"'revoked')",
	"a closed approval does not change", NULL),
    UPDATE(ALWAYS,
	"SAME(id, run_id, requester_id, kind, round, nonce, rule, rule_sha256, subject_sha256, "
	"scope, solo, opened_us, remind_us, decide_by_us, use_for_us)",
	"the subject of an approval does not change", NULL),
    UPDATE(CHANGES(state),
	"EXISTS (SELECT 1 FROM approval_edge e WHERE e.src = OLD.state AND e.dst = NEW.state)",
	"an approval can not change from this state to that one", NULL),
    UPDATE("OLD.decided_us IS NOT NULL", "SAME(decided_us, use_until_us)",
	"a decision does not change", NULL),
    UPDATE("OLD.decided_us IS NULL AND NEW.decided_us IS NOT NULL",
	IS_NOW(decided_us) " AND NEW.state <> 'pending'", "a decision must be made now", NULL),
    UPDATE(CHANGES(reminded_us), IS_NOW(reminded_us), "a reminder must be sent now", NULL),
    UPDATE(BECOMES("approved"),
	"now_us() <= NEW.decide_by_us AND NEW.decided_us <= NEW.decide_by_us",
	"the time to decide is over", NULL),
    UPDATE(BECOMES("approved") " AND NEW.kind NOT IN ('exception', 'redaction')", RUN_WAITS,
	"the run does not wait for this subject", LOCK_RUN),
    UPDATE(BECOMES("approved") " AND NEW.kind = 'break_glass'",
	"EXISTS (SELECT 1 FROM break_glass b JOIN approval_vote v ON v.approval_id = b.approval_id "
	"AND v.voter_id = b.invoker_id WHERE b.approval_id = NEW.id AND b.used_us >= now_us() - "
	"900000000 AND v.decision = 'approve' AND v.withdrawn_us IS NULL)",
	"nobody has declared an emergency", NULL),
    UPDATE(BECOMES("approved"),
	"(SELECT count(*) FROM approval_need n WHERE n.approval_id = NEW.id) = "
	"rule_needs(NEW.rule) AND rule_needs(NEW.rule) > 0",
	"the needs differ from those of the rule", NULL),
    UPDATE(BECOMES("approved"),
	"NOT EXISTS (SELECT 1 FROM approval_vote v WHERE v.approval_id = NEW.id AND "
	"v.withdrawn_us IS NULL AND v.decision IN ('reject', 'request_changes'))",
	"a veto is not withdrawn", NULL),
    UPDATE(BECOMES("approved"), NO_OPEN_COMMENT, "a comment must be resolved first", NULL),
    UPDATE(BECOMES("approved"),
	"NOT EXISTS (SELECT 1 FROM approval_need n WHERE n.approval_id = NEW.id AND n.n > (SELECT "
	"count(DISTINCT v.voter_id) FROM approval_vote v WHERE v.approval_id = NEW.id AND v.need = "
	"n.name AND " VOTE_COUNTS "))",
	"a need is not met", NULL),
    UPDATE(BECOMES("approved") " AND NEW.solo <> 0", ALONE,
	"a rule for one person needs a trust file with one person", NULL),
    UPDATE(BECOMES("consumed"), IS_NOW(consumed_us) " AND now_us() <= NEW.use_until_us",
	"the time to use the approval is over", NULL),
    UPDATE(BECOMES("consumed") " AND NEW.kind NOT IN ('exception', 'redaction')",
	"EXISTS (SELECT 1 FROM job j WHERE j.run_id = NEW.run_id AND j.state = 'leased' AND "
	"j.token = NEW.consumed_token)",
	"only the worker that holds the run uses it", NULL),
    UPDATE(BECOMES("consumed") " AND NEW.kind NOT IN ('exception', 'redaction')",
	"EXISTS (SELECT 1 FROM run r WHERE r.id = NEW.run_id AND r.state = 'approved' AND "
	"r.subject_sha256 = NEW.subject_sha256)",
	"the run is not approved for this subject", LOCK_RUN),
    UPDATE(CHANGES(state) " AND NEW.state IN ('approved', 'consumed')", NOT_HALTED,
	"the store is halted", LOCK_MODE),
    UPDATE(BECOMES("expired"),
	"CASE OLD.state WHEN 'approved' THEN OLD.use_until_us ELSE OLD.decide_by_us END <= "
	"now_us()",
	"it has not expired yet", NULL),
    UPDATE("OLD.state = 'changes_requested' AND NEW.state = 'pending'", NO_OPEN_COMMENT,
	"a comment must be resolved first", NULL),
    {"approval", "DELETE", ALWAYS, NEVER, "an approval is not deleted", NULL},

    {"approval_need", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM approval a WHERE a.id = NEW.approval_id AND a.state = 'pending' AND "
	"a.opened_us >= now_us() - 60000000 AND rule_asks(a.rule, NEW.name, NEW.role, NEW.scope, "
	"NEW.n) = 1)",
	"the needs must be those of the rule", "1 FROM approval a WHERE a.id = NEW.approval_id"},
    {"approval_need", "INSERT", ALWAYS,
	"NOT EXISTS (SELECT 1 FROM approval_vote v WHERE v.approval_id = NEW.approval_id)",
	"needs are fixed once there is a vote", NULL},
    {"approval_need", "INSERT",
	"EXISTS (SELECT 1 FROM approval a WHERE a.id = NEW.approval_id AND a.kind = "
	"'break_glass')",
	"NEW.role = 'break_glass' AND NEW.n = 1", "an emergency needs a role of its own", NULL},
    {"approval_need", "UPDATE", ALWAYS, NEVER, "needs do not change", NULL},
    {"approval_need", "DELETE", ALWAYS, NEVER, "needs do not change", NULL},
};

const struct guard_list approval_guards = {list, ARRAY_LENGTH(list)};
