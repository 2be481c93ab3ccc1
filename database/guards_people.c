/* SPDX-License-Identifier: MIT */
/* guards_people.c: people, keys, roles, delegation, exceptions, emergencies. */
#include "guards.h"

#define PERSON(who)                                                                                \
	"EXISTS (SELECT 1 FROM principal p WHERE p.id = " who                                      \
	" AND p.kind = 'human' AND p.trusted = 1 AND p.disabled_us IS NULL)"
#define LOCK_EXCEPTION "1 FROM exception e WHERE e.id = NEW.exception_id"

static const struct guard list[] = {
    {"principal", "UPDATE", ALWAYS, "SAME(id, kind, made_us)",
	"the kind of a principal does not change", NULL},
    {"principal", "DELETE", ALWAYS, NEVER, "a principal is disabled, not deleted", NULL},

    {"principal_key", "UPDATE", ALWAYS, "SAME(keyid, principal_id, public_key)",
	"the owner of a key does not change", NULL},
    {"principal_key", "UPDATE", "OLD.revoked_us IS NOT NULL", "NEW.revoked_us <= OLD.revoked_us",
	"a revoked key stays revoked", NULL},
    {"principal_key", "DELETE", ALWAYS, NEVER, "a key is revoked, not deleted", NULL},

    {"role_grant", "INSERT", ALWAYS,
	"NEW.trust_sha256 = (SELECT value FROM meta WHERE name = 'trust')",
	"a role must come from the trust file in force", NULL},
    {"role_grant", "UPDATE", ALWAYS, NEVER, "a role is granted or withdrawn, not changed", NULL},

    {"delegation", "INSERT", ALWAYS,
	"NEW.revoked_us IS NULL AND NEW.until_us > now_us() AND " PERSON(
	    "NEW.from_id") " AND " PERSON("NEW.to_id"),
	"only people in the trust file can delegate", NULL},
    {"delegation", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM role_grant g WHERE g.principal_id = NEW.from_id AND g.role = "
	"NEW.role AND g.scope IN ('*', NEW.scope) AND g.from_us <= now_us() AND now_us() < "
	"g.until_us)",
	"nobody can delegate a role that they do not hold", NULL},
    {"delegation", "UPDATE", ALWAYS,
	"SAME(id, from_id, to_id, role, scope, envelope_sha256, from_us, until_us) AND "
	"OLD.revoked_us IS NULL AND " IS_NOW(revoked_us),
	"a delegation may only be revoked", NULL},
    {"delegation", "DELETE", ALWAYS, NEVER, "a delegation may only be revoked", NULL},

    {"exception", "INSERT", ALWAYS,
	"NEW.uses = 0 AND NEW.revoked_us IS NULL AND EXISTS (SELECT 1 FROM approval a WHERE a.id = "
	"NEW.approval_id AND a.kind = 'exception' AND a.state = 'pending')",
	"an exception begins with its approval", NULL},
    {"exception", "UPDATE", ALWAYS,
	"SAME(id, rule, policy, fingerprint, owner_id, proposed_by, approval_id, reason, "
	"from_us, until_us, uses_max)",
	"the scope of an exception does not change", NULL},
    {"exception", "UPDATE", "OLD.revoked_us IS NOT NULL", "SAME(revoked_us, uses)",
	"a revoked exception stays revoked", NULL},
    {"exception", "UPDATE", CHANGES(uses),
	"NEW.uses = OLD.uses + 1 AND now_us() BETWEEN NEW.from_us AND NEW.until_us AND EXISTS "
	"(SELECT 1 FROM approval a WHERE a.id = NEW.approval_id AND a.state IN ('approved', "
	"'consumed'))",
	"the exception is not in force", NULL},
    {"exception", "DELETE", ALWAYS, NEVER, "an exception may only be revoked", NULL},
    {"exception_use", "INSERT",
	"NOT EXISTS (SELECT 1 FROM exception_use u WHERE u.exception_id = NEW.exception_id AND "
	"u.run_id = NEW.run_id)",
	IS_NOW(used_us) " AND EXISTS (SELECT 1 FROM exception e JOIN approval a ON a.id = "
			"e.approval_id WHERE e.id = NEW.exception_id AND e.revoked_us IS NULL AND "
			"now_us() BETWEEN e.from_us AND e.until_us AND a.kind = 'exception' AND "
			"a.state IN ('approved', 'consumed') AND (SELECT count(*) FROM "
			"exception_use u WHERE u.exception_id = e.id) < e.uses_max)",
	"the exception is not in force", LOCK_EXCEPTION},
    {"exception_use", "UPDATE", ALWAYS, NEVER, "a use stays counted", NULL},
    {"exception_use", "DELETE", ALWAYS, NEVER, "a use stays counted", NULL},

    {"break_glass", "INSERT", ALWAYS,
	IS_NOW(used_us) " AND NEW.review_due_us BETWEEN NEW.used_us AND NEW.used_us + 86400000000 "
			"AND NEW.reviewer_id IS NULL",
	"an emergency must begin now and be reviewed within a day", NULL},
    {"break_glass", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM approval a JOIN run r ON r.id = a.run_id WHERE a.id = "
	"NEW.approval_id AND a.kind = 'break_glass' AND a.state = 'pending' AND r.state = "
	"'awaiting_approval' AND r.verdict IS DISTINCT FROM 'deny')",
	"no emergency is open for this", "1 FROM approval a WHERE a.id = NEW.approval_id"},
    {"break_glass", "INSERT", ALWAYS,
	PERSON("NEW.invoker_id") " AND EXISTS (SELECT 1 FROM approval a JOIN approval_need n ON "
				 "n.approval_id = a.id JOIN role_grant g ON g.role = n.role WHERE "
				 "a.id = NEW.approval_id AND g.principal_id = NEW.invoker_id AND "
				 "g.scope IN ('*', CASE n.scope WHEN '*' THEN a.scope ELSE n.scope "
				 "END) AND g.from_us <= now_us() AND now_us() < g.until_us)",
	"the voter does not hold the role for emergencies", NULL},
    {"break_glass", "INSERT", ALWAYS,
	"NOT EXISTS (SELECT 1 FROM approval a WHERE a.id = NEW.approval_id AND a.requester_id = "
	"NEW.invoker_id) AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.id = NEW.approval_id AND " BY_AUTHOR(
	    "a.rule", "NEW.invoker_id") ")",
	"nobody can declare an emergency for their own run", NULL},
    {"break_glass", "INSERT", ALWAYS,
	"NOT EXISTS (SELECT 1 FROM break_glass b WHERE b.invoker_id = NEW.invoker_id AND "
	"b.reviewed_us IS NULL)",
	"an earlier emergency still waits for its review",
	"1 FROM principal p WHERE p.id = NEW.invoker_id"},
    {"break_glass", "UPDATE", ALWAYS,
	"SAME(approval_id, invoker_id, incident, reason, envelope_sha256, used_us, review_due_us) "
	"AND OLD.reviewed_us IS NULL AND " IS_NOW(reviewed_us),
	"an emergency may only be reviewed", NULL},
    {"break_glass", "UPDATE", ALWAYS,
	PERSON("NEW.reviewer_id") " AND NEW.reviewer_id <> NEW.invoker_id AND NOT EXISTS (SELECT 1 "
				  "FROM approval a WHERE a.id = NEW.approval_id AND a.requester_id "
				  "= NEW.reviewer_id)",
	"another person must review the emergency", NULL},
    {"break_glass", "DELETE", ALWAYS, NEVER, "an emergency is not deleted", NULL},
};

const struct guard_list people_guards = {list, ARRAY_LENGTH(list)};
