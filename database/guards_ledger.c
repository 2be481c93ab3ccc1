/* SPDX-License-Identifier: MIT */
/*
 * guards_ledger.c: the log is append-only.
 *
 * No guard checks that leaf_sha256 is the hash of the body. Anyone who can insert a row can compute
 * its hash, so such a guard would stop nobody and hash each event twice. ledger_verify recomputes
 * and compares the hashes.
 */
#include "guards.h"

static const struct guard list[] = {
    {"ledger_writer", "INSERT", ALWAYS, "NEW.seq = 1 AND " IS_NOW(last_us),
	"a writer begins with 1", NULL},
    {"ledger_writer", "UPDATE", ALWAYS, "NEW.last_us >= OLD.last_us AND " IS_NOW(last_us),
	"the clock jumped back, and the log must keep its order", NULL},
    {"ledger_writer", "UPDATE", ALWAYS, "SAME(id) AND NEW.seq = OLD.seq + 1",
	"the numbers of a writer must have no gaps", NULL},
    {"ledger_writer", "DELETE", ALWAYS, NEVER, "a writer is not deleted", NULL},

    {"ledger_pending", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM ledger_writer w WHERE w.id = NEW.writer AND w.seq = NEW.writer_seq "
	"AND w.last_us = NEW.time_us) AND NEW.aside IS NULL AND NOT EXISTS (SELECT 1 FROM "
	"ledger_event e WHERE e.writer = NEW.writer AND e.writer_seq = NEW.writer_seq)",
	"an event must be written by its writer, now", NULL},
    {"ledger_pending", "UPDATE", ALWAYS,
	"SAME(writer, writer_seq, time_us, mono_us, boot, type, actor, run_id, approval_id, body) "
	"AND OLD.aside IS NULL AND NEW.aside IS NOT NULL",
	"an event does not change", NULL},
    {"ledger_pending", "DELETE", ALWAYS,
	"EXISTS (SELECT 1 FROM ledger_event e WHERE e.writer = OLD.writer AND e.writer_seq = "
	"OLD.writer_seq)",
	"an event must wait for its place", NULL},

    {"ledger_event", "INSERT", "NEW.seq > 0",
	"EXISTS (SELECT 1 FROM ledger_event e WHERE e.seq = NEW.seq - 1 AND e.leaf_sha256 = "
	"NEW.prev_sha256 AND (NEW.time_us > e.time_us - 600000000 OR EXISTS (SELECT 1 FROM act t "
	"WHERE t.kind = 'clock' AND t.stored_us BETWEEN NEW.time_us - 60000000 AND e.time_us) OR "
	"EXISTS (SELECT 1 FROM ledger_pending p WHERE p.writer = NEW.writer AND p.writer_seq = NEW.writer_seq AND "
	"p.time_us = NEW.time_us)))",
	"an event must follow the one before it", NULL},
    {"ledger_event", "INSERT", ALWAYS, "NEW.time_us <= now_us() + 60000000",
	"the time of an event must not be in the future", NULL},
    {"ledger_event", "UPDATE", ALWAYS, NEVER, "an event does not change", NULL},
    {"ledger_event", "DELETE", ALWAYS, NEVER, "an event is not deleted", NULL},

    {"ledger_node", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM ledger_event e WHERE e.seq = (NEW.place + 1) * (CAST(1 AS BIGINT) "
	"<< NEW.level) - 1)",
	"a hash of the tree must cover its events", NULL},
    {"ledger_node", "UPDATE", ALWAYS, NEVER, "a hash of the tree does not change", NULL},
    {"ledger_node", "DELETE", ALWAYS, NEVER, "a hash of the tree does not change", NULL},

    {"ledger_checkpoint", "INSERT", ALWAYS,
	"NEW.note LIKE '%\n' || CAST(NEW.size AS TEXT) || '\n%\n\n\xe2\x80\x94 %\n' AND EXISTS "
	"(SELECT 1 FROM meta m WHERE m.name = 'origin' AND substr(NEW.note, 1, length(m.value) + 1) "
	"= m.value || '\n')",
	"a checkpoint is a signed note of this log", NULL},
    {"ledger_checkpoint", "INSERT", ALWAYS,
	IS_NOW(made_us) " AND EXISTS (SELECT 1 FROM ledger_event e WHERE e.seq = NEW.size - 1) AND "
			"NOT EXISTS (SELECT 1 FROM ledger_checkpoint c WHERE c.size >= NEW.size)",
	"a checkpoint must cover existing events and be later than the last", NULL},
    {"ledger_checkpoint", "UPDATE", ALWAYS, NEVER, "a checkpoint does not change", NULL},
    {"ledger_checkpoint", "DELETE", ALWAYS, NEVER, "a checkpoint is not deleted", NULL},

    {"ledger_cosignature", "INSERT", ALWAYS, IS_NOW(made_us),
	"the signature of a witness must be stored now", NULL},
    {"ledger_cosignature", "UPDATE", ALWAYS, NEVER, "the signature of a witness does not change",
	NULL},
    {"ledger_cosignature", "DELETE", ALWAYS, NEVER, "the signature of a witness does not change",
	NULL},
};

const struct guard_list ledger_guards = {list, ARRAY_LENGTH(list)};
