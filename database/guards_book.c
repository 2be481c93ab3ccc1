/* SPDX-License-Identifier: MIT */
/* guards_book.c: the store's own notes, the halt switch, the outbox. */
#include "guards.h"

static const struct guard list[] = {
    {"meta", "UPDATE", ALWAYS, "SAME(name)", "a note keeps its name", NULL},
    {"meta", "UPDATE", "NEW.name = 'version'",
	"CAST(NEW.value AS BIGINT) >= CAST(OLD.value AS BIGINT)", "a version only grows", NULL},
    {"meta", "UPDATE", "NEW.name = 'clock_us'",
	"CAST(NEW.value AS BIGINT) >= CAST(OLD.value AS BIGINT) AND CAST(NEW.value AS BIGINT) <= "
	"now_us() + 60000000",
	"what the clock has shown stays seen", NULL},
    {"meta", "UPDATE", "NEW.name = 'mode' AND " CHANGES(value),
	"EXISTS (SELECT 1 FROM mode_change m WHERE m.mode = NEW.value AND m.done_us BETWEEN "
	"now_us() - 60000000 AND now_us() + 60000000 AND (OLD.value <> 'halt' OR m.seconded_by IS "
	"NOT NULL))",
	"the mode changes by its book alone", NULL},
    {"meta", "UPDATE", "NEW.name = 'log_key' AND " CHANGES(value),
	"EXISTS (SELECT 1 FROM meta n WHERE n.name = 'log_key_next' AND n.value = NEW.value) AND "
	"EXISTS (SELECT 1 FROM ledger_checkpoint c WHERE c.size > (SELECT max(e.seq) FROM "
	"ledger_event e WHERE e.type = 'log.key_changed'))",
	"another key of the log is announced and signed for first", NULL},
    {"meta", "UPDATE", "NEW.name = 'vault'", "SAME(value)", "the name of the vault stays", NULL},
    {"meta", "DELETE", ALWAYS, NEVER, "a note is not deleted", NULL},

    {"mode_change", "INSERT", ALWAYS,
	IS_NOW(asked_us) " AND (NEW.done_us IS NULL OR " IS_NOW(done_us) ")",
	"the mode is changed now", NULL},
    {"mode_change", "INSERT", ALWAYS, "NEW.mode <> 'run' OR NEW.seconded_by IS NULL",
	"the second person comes second", NULL},
    {"mode_change", "UPDATE", ALWAYS,
	"SAME(id, mode, asked_by, reason, asked_us) AND OLD.done_us IS NULL AND " IS_NOW(done_us),
	"a change of mode is done once", NULL},
    {"mode_change", "DELETE", ALWAYS, NEVER, "a change of mode stays", NULL},

    {"outbox", "INSERT", ALWAYS,
	IS_NOW(made_us) " AND NEW.attempt = 0 AND NEW.sent_us IS NULL AND NEW.given_up_us IS NULL",
	"a notice begins unsent", NULL},
    {"outbox", "UPDATE", ALWAYS,
	"SAME(id, dedupe_key, kind, body, made_us) AND NEW.attempt >= OLD.attempt",
	"a notice says what it said", NULL},
    {"outbox", "UPDATE", "OLD.sent_us IS NOT NULL OR OLD.given_up_us IS NOT NULL",
	"SAME(sent_us, given_up_us)", "a notice that is sent or given up stays so", NULL},
    {"outbox", "DELETE", ALWAYS, "OLD.sent_us IS NOT NULL OR OLD.given_up_us IS NOT NULL",
	"a notice is sent or given up first", NULL},
};

const struct guard_list book_guards = {list, ARRAY_LENGTH(list)};
