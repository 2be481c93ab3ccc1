/* SPDX-License-Identifier: MIT */
/*
 * guards_retention.c: what may be erased, when and by which process; and what may not.
 *
 * Placing a hold and erasing first take the same lock (the row 'holds' of meta), so every
 * unfinished erasure sees a hold in force.
 */
#include "guards.h"
#include "retention_sql.h"

#define LOCK_HOLDS "1 FROM meta m WHERE m.name = 'holds'"
#define HOLDS_ROLE(who, role_name)                                                                 \
	"EXISTS (SELECT 1 FROM principal p JOIN role_grant g ON g.principal_id = p.id WHERE p.id " \
	"= " who " AND p.kind = 'human' AND p.trusted = 1 AND p.disabled_us IS NULL AND g.role = " \
	"'" role_name "' AND g.from_us <= now_us() AND now_us() < g.until_us)"
#define ERASURE(condition)                                                                         \
	"EXISTS (SELECT 1 FROM erasure e WHERE e.id = NEW.erased_by AND e.sha256 = NEW.sha256 "    \
	"AND " condition ")"

static const struct guard list[] = {
    {"retention_class", "INSERT", ALWAYS, NEVER, "the classes are fixed", NULL},
    {"retention_class", "UPDATE", ALWAYS, "SAME(name) AND OLD.name <> 'evidence'",
	"evidence must be kept as long as the log", NULL},
    {"retention_class", "UPDATE", "OLD.name = 'record'", "NEW.floor_us >= 15897600000000",
	"a record must be kept for at least half a year", NULL},
    {"retention_class", "DELETE", ALWAYS, NEVER, "the classes are fixed", NULL},

    {"legal_hold", "INSERT", ALWAYS, IS_NOW(placed_us) " AND NEW.lifted_us IS NULL",
	"a hold must be placed now", LOCK_HOLDS},
    {"legal_hold", "INSERT", ALWAYS, HOLDS_ROLE("NEW.placed_by", "custodian"),
	"only a custodian can place a hold", NULL},
    {"legal_hold", "UPDATE", ALWAYS,
	"SAME(id, matter, run_id, actor_id, from_us, until_us, reason, placed_by, placed_us) AND "
	"OLD.lifted_us IS NULL AND " IS_NOW(lifted_us),
	"a hold may only be lifted", LOCK_HOLDS},
    {"legal_hold", "UPDATE", ALWAYS, "NEW.lifted_by <> OLD.placed_by",
	"the person who placed a hold can not lift it", NULL},
    {"legal_hold", "UPDATE", ALWAYS, HOLDS_ROLE("NEW.lifted_by", "custodian"),
	"only a custodian can lift a hold", NULL},
    {"legal_hold", "DELETE", ALWAYS, NEVER, "a hold may only be lifted", NULL},

    {"content_use", "INSERT", ALWAYS,
	IS_NOW(made_us) " AND NEW.floor_until_us >= NEW.made_us + (SELECT k.floor_us FROM "
			"retention_class k WHERE k.name = NEW.class)",
	"a use must begin now and have the floor of its class", NULL},
    {"content_use", "INSERT", "NEW.run_id <> ''",
	"EXISTS (SELECT 1 FROM run r WHERE r.id = NEW.run_id)", "a use must belong to a run", NULL},
    {"content_use", "UPDATE", ALWAYS, NEVER, "a use is not deleted", NULL},
    {"content_use", "DELETE", ALWAYS, NEVER, "a use is not deleted", NULL},

    {"redaction", "INSERT", ALWAYS,
	IS_NOW(
	    asked_us) " AND NEW.begun_us IS NULL AND NEW.done_us IS NULL AND EXISTS (SELECT 1 "
		      "FROM approval a WHERE a.id = NEW.approval_id AND a.run_id = NEW.run_id AND "
		      "a.subject_sha256 = NEW.subject_sha256 AND a.kind = 'redaction' AND a.state "
		      "= "
		      "'pending' AND a.solo = 0)",
	"a redaction begins with its approval", NULL},
    {"redaction", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM approval_need n WHERE n.approval_id = NEW.approval_id AND n.role = "
	"'redactor' AND n.n >= 2)",
	"a redaction needs two people", NULL},
    {"redaction", "UPDATE", ALWAYS,
	"SAME(id, run_id, approval_id, subject_sha256, asked_by, asked_us)",
	"a redaction does not change", NULL},
    {"redaction", "UPDATE", CHANGES(begun_us),
	"OLD.begun_us IS NULL AND " IS_NOW(begun_us) " AND EXISTS (SELECT 1 FROM approval a WHERE "
						     "a.id = NEW.approval_id AND a.state = "
						     "'consumed' AND a.use_until_us >= now_us())",
	"two people have not approved it", "1 FROM approval a WHERE a.id = NEW.approval_id"},
    {"redaction", "UPDATE", CHANGES(done_us),
	"OLD.done_us IS NULL AND OLD.begun_us IS NOT NULL AND " IS_NOW(
	    done_us) " AND NOT EXISTS "
		     "(SELECT 1 FROM redaction_item i WHERE i.redaction_id = NEW.id AND NOT EXISTS "
		     "(SELECT 1 FROM "
		     "erasure e WHERE e.redaction_id = NEW.id AND e.kind = i.kind AND e.sha256 = "
		     "i.sha256 AND "
		     "e.done_us IS NOT NULL))",
	"a redaction is done when all of it is erased", NULL},
    {"redaction", "DELETE", ALWAYS, NEVER, "a redaction is not deleted", NULL},

    {"redaction_item", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM redaction d JOIN approval a ON a.id = d.approval_id WHERE d.id = "
	"NEW.redaction_id AND d.begun_us IS NULL AND a.state = 'pending' AND NOT EXISTS (SELECT 1 "
	"FROM approval_vote v WHERE v.approval_id = a.id))",
	"a redaction does not change", NULL},
    {"redaction_item", "UPDATE", ALWAYS, NEVER, "a redaction does not change", NULL},
    {"redaction_item", "DELETE", ALWAYS, NEVER, "a redaction does not change", NULL},

    {"erasure", "INSERT", ALWAYS, IS_NOW(begun_us) " AND NEW.done_us IS NULL",
	"an erasure must begin now", LOCK_HOLDS},
    {"erasure", "INSERT", ALWAYS,
	"CASE NEW.kind WHEN 'content' THEN NOT " CONTENT_IS_HELD(
	    "NEW.sha256") " ELSE NOT " WORDS_ARE_HELD("NEW.sha256") " END",
	"a legal hold protects it", NULL},
    {"erasure", "INSERT", "NEW.redaction_id IS NULL",
	"CASE NEW.kind WHEN 'content' THEN " CONTENT_TIME_IS_OVER(
	    "NEW.sha256") " ELSE " WORDS_TIME_IS_OVER("NEW.sha256") " END",
	"it has not expired yet", NULL},
    {"erasure", "INSERT", "NEW.redaction_id IS NOT NULL",
	"EXISTS (SELECT 1 FROM redaction d JOIN approval a ON a.id = d.approval_id JOIN "
	"redaction_item i ON i.redaction_id = d.id WHERE d.id = NEW.redaction_id AND d.begun_us IS "
	"NOT NULL AND d.done_us IS NULL AND a.state = 'consumed' AND i.kind = NEW.kind AND "
	"i.sha256 "
	"= NEW.sha256)",
	"two people have not approved it", NULL},
    {"erasure", "INSERT", "NEW.redaction_id IS NOT NULL",
	"CASE NEW.kind WHEN 'content' THEN NOT EXISTS (SELECT 1 FROM content_use u JOIN "
	"retention_class k ON k.name = u.class WHERE u.sha256 = NEW.sha256 AND u.made_us + "
	"k.redact_us > now_us()) ELSE NOT EXISTS (SELECT 1 FROM ledger_words w JOIN "
	"retention_class k ON k.name = 'words' WHERE w.sha256 = NEW.sha256 AND w.made_us + "
	"k.redact_us > now_us()) END",
	"not even two people can erase it yet", NULL},
    {"erasure", "INSERT", "NEW.kind = 'content'", "NOT " CONTENT_IS_NEEDED("NEW.sha256"),
	"an open run needs it", NULL},
    {"erasure", "INSERT", ALWAYS,
	"CASE NEW.kind WHEN 'content' THEN EXISTS (SELECT 1 FROM content c WHERE c.sha256 = "
	"NEW.sha256 AND c.erased_us IS NULL AND c.key_id IS NOT DISTINCT FROM NEW.key_id) ELSE "
	"EXISTS (SELECT 1 FROM ledger_words w WHERE w.sha256 = NEW.sha256 AND w.erased_us IS NULL "
	"AND "
	"w.key_id IS NOT DISTINCT FROM NEW.key_id) END",
	"the key is a different one", NULL},
    {"erasure", "UPDATE", ALWAYS,
	"SAME(id, kind, sha256, class, key_id, redaction_id, actor, begun_us) AND OLD.done_us IS "
	"NULL AND " IS_NOW(done_us),
	"an erasure can not be repeated", NULL},
    {"erasure", "DELETE", ALWAYS, NEVER, "an erasure is not deleted", NULL},

    {"content", "INSERT", ALWAYS,
	"NEW.erased_us IS NULL AND NEW.erased_by IS NULL AND ((NEW.key_id IS NULL AND NEW.sha256 = "
	"sha256_hex(NEW.bytes) AND NEW.size = length(NEW.bytes)) OR (NEW.key_id IS NOT NULL AND "
	"length(NEW.bytes) = NEW.size + 40))",
	"a content is named by its digest", NULL},
    {"content", "UPDATE", "NEW.erased_us IS NOT NULL OR OLD.erased_us IS NULL",
	"SAME(sha256, size, media_type, made_us, key_id) AND OLD.erased_us IS NULL AND NEW.bytes "
	"IS "
	"NULL AND " IS_NOW(erased_us),
	"a content may only be erased", LOCK_HOLDS},
    {"content", "UPDATE", "NEW.erased_us IS NOT NULL OR OLD.erased_us IS NULL",
	ERASURE("e.kind = 'content' AND e.done_us IS NULL AND e.begun_us >= now_us() - 60000000"),
	"erased contents must have an erasure record", NULL},
    {"content", "UPDATE", "NEW.erased_us IS NOT NULL OR OLD.erased_us IS NULL",
	"NOT " CONTENT_IS_HELD("NEW.sha256"), "a legal hold protects it", NULL},
    {"content", "UPDATE", "NEW.erased_us IS NULL AND OLD.erased_us IS NOT NULL",
	"SAME(sha256, size, media_type) AND NEW.erased_by IS NULL AND " IS_NOW(
	    made_us) " AND ((NEW.key_id IS NULL AND NEW.sha256 = sha256_hex(NEW.bytes) AND "
		     "NEW.size "
		     "= length(NEW.bytes)) OR (NEW.key_id IS NOT NULL AND NEW.key_id IS DISTINCT "
		     "FROM "
		     "OLD.key_id AND length(NEW.bytes) = NEW.size + 40))",
	"a content is named by its digest", NULL},
    {"content", "DELETE", ALWAYS, NEVER, "a content may only be erased", NULL},

    {"ledger_words", "INSERT", ALWAYS,
	IS_NOW(
	    made_us) " AND NEW.erased_us IS NULL AND NEW.erased_by IS NULL AND (NEW.key_id IS NULL "
		     "OR NEW.words = '')",
	"words must be committed to now", NULL},
    {"ledger_words", "UPDATE", ALWAYS,
	"SAME(sha256, made_us, key_id, run_id, actor, floor_until_us) AND OLD.erased_us IS NULL "
	"AND NEW.words IS NULL AND " IS_NOW(erased_us),
	"words may only be erased", LOCK_HOLDS},
    {"ledger_words", "UPDATE", ALWAYS,
	ERASURE("e.kind = 'words' AND e.done_us IS NULL AND e.begun_us >= now_us() - 60000000"),
	"erased contents must have an erasure record", NULL},
    {"ledger_words", "UPDATE", ALWAYS, "NOT " WORDS_ARE_HELD("NEW.sha256"),
	"a legal hold protects it", NULL},
    {"ledger_words", "DELETE", ALWAYS, NEVER, "words may only be erased", NULL},
};

const struct guard_list retention_guards = {list, ARRAY_LENGTH(list)};
