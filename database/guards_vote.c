/* SPDX-License-Identifier: MIT */
/* guards_vote.c: votes and comments. */
#include "guards.h"

#define LOCK "1 FROM approval a WHERE a.id = NEW.approval_id"
#define APPROVAL(condition)                                                                        \
	"EXISTS (SELECT 1 FROM approval a WHERE a.id = NEW.approval_id AND " condition ")"
#define IS_OPEN APPROVAL("a.state IN ('pending', 'changes_requested')")
/* As the rule names them, which is what is voted by: no row of run_author takes a vote away. */
#define NO_AUTHOR(who)                                                                             \
	"NOT EXISTS (SELECT 1 FROM approval a WHERE a.id = NEW.approval_id AND " BY_AUTHOR(        \
	    "a.rule", who) ")"
#define PERSON(who)                                                                                \
	"EXISTS (SELECT 1 FROM principal p WHERE p.id = " who                                      \
	" AND p.kind = 'human' AND p.trusted = 1 AND p.disabled_us IS NULL)"
#define HOLDS_NEED(who)                                                                            \
	"EXISTS (SELECT 1 FROM approval a JOIN approval_need n ON n.approval_id = a.id JOIN "      \
	"role_grant g ON g.role = n.role AND g.scope IN ('*', CASE n.scope WHEN '*' THEN a.scope " \
	"ELSE n.scope END) WHERE a.id = NEW.approval_id AND n.name = NEW.need AND "                \
	"g.principal_id = " who " AND g.from_us <= now_us() AND now_us() < g.until_us)"
#define DELEGATED                                                                                  \
	"EXISTS (SELECT 1 FROM delegation d JOIN approval a ON a.id = NEW.approval_id JOIN "       \
	"approval_need n ON n.approval_id = a.id AND n.name = NEW.need WHERE d.id = "              \
	"NEW.delegation_id AND d.from_id = NEW.on_behalf_id AND d.to_id = NEW.voter_id AND "       \
	"d.role = n.role AND d.scope IN ('*', CASE n.scope WHEN '*' THEN a.scope ELSE n.scope "    \
	"END) AND d.revoked_us IS NULL AND d.from_us <= now_us() AND now_us() < d.until_us)"

/* In whose place the vote is cast: the voter himself, where it is nobody else. */
#define BEHIND(vote) "COALESCE(" vote ".on_behalf_id, " vote ".voter_id)"

#define INSERT(when, must, words, lock)                                                            \
	{                                                                                          \
		"approval_vote", "INSERT", when, must, words, lock                                 \
	}

static const struct guard list[] = {
    INSERT(ALWAYS,
	APPROVAL("(a.state = 'pending' OR (a.state = 'changes_requested' AND NEW.decision IN "
		 "('reject', 'request_changes')))"),
	"the approval is not open", LOCK),
    INSERT(ALWAYS, APPROVAL("now_us() <= a.decide_by_us"), "the time to decide is over", NULL),
    INSERT(
	ALWAYS, IS_NOW(voted_us) " AND NEW.withdrawn_us IS NULL", "a vote must be cast now", NULL),
    INSERT(ALWAYS, APPROVAL("a.subject_sha256 = NEW.subject_sha256"),
	"the vote is for another subject", NULL),
    INSERT(ALWAYS, APPROVAL("a.requester_id = NEW.requester_id AND a.solo = NEW.solo"),
	"the vote names another requester", NULL),
    INSERT("NEW.solo <> 0",
	"NEW.voter_id = NEW.requester_id AND NEW.on_behalf_id IS NULL AND (SELECT count(*) FROM "
	"principal p WHERE p.kind = 'human' AND p.trusted = 1 AND p.disabled_us IS NULL) = 1",
	"a rule for one person needs a trust file with one person", NULL),
    INSERT("NEW.solo = 0",
	"NEW.voter_id <> NEW.requester_id AND NEW.on_behalf_id IS DISTINCT FROM NEW.requester_id",
	"nobody can approve their own run", NULL),
    INSERT("NEW.solo = 0", NO_AUTHOR("NEW.voter_id") " AND " NO_AUTHOR("NEW.on_behalf_id"),
	"nobody can approve their own code", NULL),
    INSERT(ALWAYS, PERSON("NEW.voter_id"), "only people in the trust file can vote", NULL),
    INSERT("NEW.on_behalf_id IS NOT NULL",
	PERSON("NEW.on_behalf_id") " AND NEW.on_behalf_id <> NEW.voter_id",
	"only people in the trust file can delegate", NULL),
    INSERT(ALWAYS,
	"EXISTS (SELECT 1 FROM principal_key k WHERE k.keyid = NEW.keyid AND k.principal_id = "
	"NEW.voter_id AND k.from_us <= now_us() AND now_us() < k.until_us AND (k.revoked_us IS "
	"NULL OR k.revoked_us > now_us()))",
	"the key does not belong to the voter at this time",
	"1 FROM principal_key k WHERE k.keyid = NEW.keyid"),
    INSERT("NEW.delegation_id IS NOT NULL", DELEGATED, "no delegation covers this vote",
	"1 FROM delegation d WHERE d.id = NEW.delegation_id"),
    INSERT(ALWAYS, HOLDS_NEED("COALESCE(NEW.on_behalf_id, NEW.voter_id)"),
	"the voter does not hold the role of the need", NULL),
    INSERT(ALWAYS,
	"NOT EXISTS (SELECT 1 FROM approval_vote v WHERE v.approval_id = NEW.approval_id AND "
	"v.withdrawn_us IS NULL AND (v.voter_id IN (NEW.voter_id, " BEHIND("NEW") ") OR " BEHIND(
	    "v") " IN (NEW.voter_id, " BEHIND("NEW") ")))",
	"a person counts once", NULL),
    INSERT("NEW.decision = 'approve'", NOT_HALTED,
	"the store is halted: nothing is approved until it resumes", LOCK_MODE),
    INSERT("NEW.decision <> 'abstain'", "length(NEW.reason) >= 10", "a vote has a reason", NULL),
    {"approval_vote", "UPDATE", ALWAYS,
	"SAME(id, approval_id, requester_id, solo, subject_sha256, voter_id, on_behalf_id, "
	"delegation_id, need, decision, reason, ticket, keyid, envelope_sha256, voted_us) AND "
	"OLD.withdrawn_us IS NULL AND " IS_NOW(withdrawn_us),
	"a vote may only be withdrawn", NULL},
    {"approval_vote", "UPDATE", ALWAYS, IS_OPEN, "the approval is not open", LOCK},
    {"approval_vote", "DELETE", ALWAYS, NEVER, "a vote may only be withdrawn", NULL},

    {"approval_comment", "INSERT", ALWAYS, IS_NOW(made_us) " AND NEW.resolved_us IS NULL",
	"a comment must be made now", NULL},
    {"approval_comment", "INSERT", "NEW.must_resolve <> 0", IS_OPEN, "the approval is not open",
	LOCK},
    {"approval_comment", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM principal p WHERE p.id = NEW.author_id AND p.disabled_us IS NULL)",
	"the author of the comment is unknown or disabled", NULL},
    {"approval_comment", "UPDATE", ALWAYS,
	"(SAME(id, approval_id, author_id, body, line_from, line_to, must_resolve, made_us) AND "
	"OLD.resolved_us IS NULL AND " IS_NOW(
	    resolved_us) ") OR (SAME(id, approval_id, author_id, line_from, line_to, must_resolve, "
			 "made_us, resolved_us, resolved_by) AND NEW.body = '[redacted]' AND "
			 "EXISTS "
			 "(SELECT 1 FROM approval a JOIN redaction d ON d.run_id = a.run_id WHERE "
			 "a.id "
			 "= NEW.approval_id AND d.begun_us IS NOT NULL AND d.done_us IS NULL))",
	"a comment may only be resolved", NULL},
    {"approval_comment", "DELETE", ALWAYS, NEVER, "a comment may only be resolved", NULL},
};

const struct guard_list vote_guards = {list, ARRAY_LENGTH(list)};
