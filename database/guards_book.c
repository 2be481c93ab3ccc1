/* SPDX-License-Identifier: MIT */
/* guards_book.c: the store's own notes, what people signed, the outbox. */
#include "guards.h"

static const struct guard list[] = {
    {"meta", "UPDATE", ALWAYS, "SAME(name)", "a setting keeps its name", NULL},
    {"meta", "UPDATE", "NEW.name = 'version'", "SAME(value)",
	"the version changes only with the schema", NULL},
    {"meta", "UPDATE", "NEW.name = 'origin' AND " CHANGES(value),
	"EXISTS (SELECT 1 FROM ledger_event e WHERE e.type = 'log.opened' AND e.seq > 0 AND "
	"e.time_us >= now_us() - 60000000 AND e.seq = (SELECT max(l.seq) FROM ledger_event l))",
	"a log gets a new name only when it is opened again", NULL},
    {"meta", "UPDATE",
	CHANGES(value) " AND NEW.name NOT IN ('mode', 'clock_us', 'origin', 'version', 'vault')",
	"CASE WHEN NEW.name LIKE 'trust%' THEN may('role_grant') ELSE may('ledger_event') END = 1",
	"this role may not change this setting", NULL},
    {"meta", "UPDATE", "NEW.name = 'account_salt'", "SAME(value)",
	"the salt of the pseudonyms does not change", NULL},
    {"meta", "UPDATE", "NEW.name = 'clock_us'",
	"(CAST(NEW.value AS BIGINT) >= CAST(OLD.value AS BIGINT) OR EXISTS (SELECT 1 FROM act t "
	"WHERE t.kind = 'clock' AND t.stored_us BETWEEN now_us() - 60000000 AND now_us() + "
	"60000000)) AND CAST(NEW.value AS BIGINT) <= now_us() + 60000000",
	"the latest time seen does not go back", NULL},
    {"meta", "UPDATE", "NEW.name = 'mode' AND " CHANGES(value) " AND NEW.value <> 'halt'",
	"(SELECT count(DISTINCT t.by_id) FROM act t WHERE t.kind = CASE NEW.value WHEN 'run' THEN "
	"'resume' ELSE NEW.value END AND t.stored_us BETWEEN now_us() - 86400000000 AND now_us() + "
	"60000000) >= CASE OLD.value WHEN 'halt' THEN 2 ELSE 1 END",
	"only a signed act changes the mode", NULL},
    {"meta", "UPDATE", "NEW.name = 'log_key' AND " CHANGES(value),
	"EXISTS (SELECT 1 FROM meta n WHERE n.name = 'log_key_next' AND n.value = NEW.value) AND "
	"EXISTS (SELECT 1 FROM ledger_checkpoint c WHERE c.size > (SELECT max(e.seq) FROM "
	"ledger_event e WHERE e.type = 'log.key_changed'))",
	"a new key of the log must first be announced and signed", NULL},
    {"meta", "UPDATE", "NEW.name = 'trust' AND " CHANGES(value),
	"EXISTS (SELECT 1 FROM act t WHERE t.kind = 'people' AND t.target = NEW.value) OR NOT EXISTS "
	"(SELECT 1 FROM role_grant g WHERE g.role = 'custodian' AND g.from_us <= now_us() AND "
	"now_us() < g.until_us)",
	"custodians must sign a trust file before it is in force", NULL},
    {"meta", "UPDATE", "NEW.name = 'trust_revision'",
	"CAST(NEW.value AS BIGINT) >= CAST(OLD.value AS BIGINT)", "a revision only grows", NULL},
    {"meta", "UPDATE", "NEW.name = 'vault'", "SAME(value)", "the name of the vault does not change",
	NULL},
    {"meta", "DELETE", ALWAYS, NEVER, "a setting is not deleted", NULL},

    {"act", "INSERT", ALWAYS,
	IS_NOW(stored_us) " AND NEW.made_us BETWEEN now_us() - 360000000 AND now_us() + 360000000",
	"an act must be made now", NULL},
    {"act", "UPDATE", ALWAYS, NEVER, "a signed act does not change", NULL},
    {"act", "DELETE", ALWAYS, NEVER, "a signed act does not change", NULL},

    {"outbox", "INSERT", ALWAYS,
	IS_NOW(made_us) " AND NEW.attempt = 0 AND NEW.sent_us IS NULL AND NEW.given_up_us IS NULL",
	"a notice begins unsent", NULL},
    {"outbox", "UPDATE", ALWAYS,
	"SAME(id, dedupe_key, kind, body, made_us) AND NEW.attempt >= OLD.attempt",
	"the text of a notice does not change", NULL},
    {"outbox", "UPDATE", "OLD.sent_us IS NOT NULL OR OLD.given_up_us IS NOT NULL",
	"SAME(sent_us, given_up_us)", "a notice that was sent or given up does not change", NULL},
    {"outbox", "DELETE", ALWAYS, "OLD.sent_us IS NOT NULL OR OLD.given_up_us IS NOT NULL",
	"a notice can be deleted only after it was sent or given up", NULL},
};

const struct guard_list book_guards = {list, ARRAY_LENGTH(list)};

/* PostgreSQL, where the keys of contents lie in tables beside the store. */
static const struct guard keys[] = {
    {"vault", "UPDATE", ALWAYS, NEVER, "the name of the vault does not change", NULL},
    {"vault", "DELETE", ALWAYS, NEVER, "the name of the vault does not change", NULL},
    {"content_key", "UPDATE", ALWAYS, NEVER, "a key does not change", NULL},
    {"content_key", "DELETE", ALWAYS,
	"EXISTS (SELECT 1 FROM erasure e WHERE e.key_id = OLD.id AND e.done_us IS NULL)",
	"only an erasure destroys a key", NULL},
};

const struct guard_list key_guards = {keys, ARRAY_LENGTH(keys)};
