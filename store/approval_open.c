/* SPDX-License-Identifier: MIT */
/* approval_open.c: a question to people begins: its rule is written once, for good. */
#include "approval.h"
#include "asked.h"
#include "ledger_parts.h"

#include <inttypes.h>
#include <stdio.h>

#define NONCE_BYTES 16
#define AUTHORS_MAX 30

/* The people who signed edits, and those that the caller adds. Rows of run_author serve only lists:
 * a forged row disqualifies no voter. */
static bool
collect_authors(struct db *db, const struct trust *t, struct arena *a, const struct run_head *run,
    struct approval_rule *rule, struct err *err)
{
	struct run_asked known = {.editor_count = 0};
	struct str *all;
	size_t count, n = 0;

	if (!editors_in(db, t, a, run->id, &known, err))
		return false;
	count = known.editor_count;
	all = arena_array(a, count + rule->author_count + 1, sizeof(*all));
	if (!all)
		return err_memory(err);
	for (size_t i = 0; i < count + rule->author_count; i++) {
		struct str one = i < count ? known.editors[i] : rule->authors[i - count];
		bool there = false;
		for (size_t k = 0; k < n && !there; k++)
			there = str_eq(all[k], one);
		if (!there)
			all[n++] = one;
	}
	rule->authors = all;
	rule->author_count = n;
	return n <= AUTHORS_MAX ||
	       err_set(err, ERR_LIMIT, "more than %d people wrote this code", AUTHORS_MAX);
}

static bool
new_nonce(struct arena *a, struct str *out, struct err *err)
{
	uint8_t bytes[NONCE_BYTES];
	char hex[2 * NONCE_BYTES + 1];

	random_bytes(bytes, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	return arena_copy(a, str_from(hex), out) || err_memory(err);
}

/* Fills in what only the database knows (round and times), and what nobody may choose (id and nonce). */
static bool
fill(struct db *db, struct arena *a, const struct run_head *run, struct approval_rule *rule,
    struct err *err)
{
	char id[STORE_ID_BYTES];
	int64_t now;

	store_id("apr", id);
	if (!database_now(db, &now, err) ||
	    !db_number(db,
		"SELECT COALESCE(max(round), 0) + 1 FROM approval WHERE run_id = $1 AND kind = $2",
		VALUES(db_zero(run->id), db_text(rule->kind)), 1, &rule->round, err) ||
	    !new_nonce(a, &rule->nonce, err))
		return false;
	if (rule->requester.n > 0 && !str_is(rule->requester, run->requester))
		return err_set(err, ERR_REFUSED, "'%.*s' asked for this run, but its row says '%s'",
		    STR_ARG(rule->requester), run->requester);
	rule->run = str_from(run->id);
	rule->requester = str_from(run->requester);
	rule->opened_us = now;
	if (rule->remind_us <= 0 || rule->remind_us > rule->decide_by_us)
		rule->remind_us = rule->decide_by_us;
	rule->remind_us += now;
	rule->decide_by_us += now;
	return arena_copy(a, str_from(id), &rule->approval) || err_memory(err);
}

static bool
insert_needs(struct db *db, const struct approval_rule *rule, struct err *err)
{
	for (size_t i = 0; i < rule->need_count; i++) {
		const struct approval_need *n = &rule->needs[i];
		if (!db_change_one(db,
			"INSERT INTO approval_need (approval_id, name, role, scope, n)"
			" VALUES ($1, $2, $3, $4, $5)",
			VALUES(db_text(rule->approval), db_text(n->name), db_text(n->role),
			    db_text(n->scope), db_int(n->n)),
			ERR_INTERNAL, "can't store the approval's need", err))
			return false;
	}
	return true;
}

static bool
note_opening(struct db *db, const struct approval_rule *rule, const char *rule_sha256,
    const char *subject_sha256, struct err *err)
{
	char run[STORE_ID_BYTES], approval[STORE_ID_BYTES];

	snprintf(run, sizeof(run), "%.*s", STR_ARG(rule->run));
	snprintf(approval, sizeof(approval), "%.*s", STR_ARG(rule->approval));
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_APPROVAL_OPENED,
		.actor = "sluice",
		.run = run,
		.approval = approval,
		EVENT_VALUES({.name = "kind", .text = rule->kind},
		    {.name = "round", .number = rule->round},
		    {.name = "rule", .text = str_from(rule_sha256)},
		    {.name = "subject", .text = str_from(subject_sha256)})},
	    err);
}

static bool
insert(struct db *db, struct arena *a, const struct approval_rule *rule, const char *subject_sha256,
    struct err *err)
{
	char sha256[DIGEST_HEX_BYTES];
	struct str text;

	if (!approval_rule_write(a, rule, &text, err))
		return false;
	digest_hex_of(text, sha256);
	return db_change_one(db,
		   "INSERT INTO approval (id, run_id, requester_id, kind, round, nonce, rule,"
		   " rule_sha256, subject_sha256, scope, solo, state, opened_us, remind_us,"
		   " decide_by_us, use_for_us) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,"
		   " $11, 'pending', $12, $13, $14, $15)",
		   VALUES(db_text(rule->approval), db_text(rule->run), db_text(rule->requester),
		       db_text(rule->kind), db_int(rule->round), db_text(rule->nonce),
		       db_text(text), db_zero(sha256), db_zero(subject_sha256),
		       db_text(rule->scope), db_int(rule->solo), db_int(rule->opened_us),
		       db_int(rule->remind_us), db_int(rule->decide_by_us),
		       db_int(rule->use_for_us)),
		   ERR_INTERNAL, "can't store the approval", err) &&
	       insert_needs(db, rule, err) && note_opening(db, rule, sha256, subject_sha256, err);
}

#define REPLACED_MAX 16 /* one open approval a kind */

struct replaced {
	char ids[REPLACED_MAX][STORE_ID_BYTES];
	enum approval_state states[REPLACED_MAX];
	size_t count;
};

static bool
take_replaced(void *context, const struct db_row *row)
{
	struct replaced *r = context;

	db_column_copy(row, 0, r->ids[r->count], STORE_ID_BYTES);
	r->states[r->count++] = approval_state_of(db_column_text(row, 1));
	return true;
}

bool
approval_replace(struct db *db, const char *run, struct str kind, const char *but, struct err *err)
{
	struct replaced r = {.count = 0};

	if (!db_query(db,
		"SELECT id, state FROM approval WHERE run_id = $1 AND kind = COALESCE($2, kind)"
		" AND (kind NOT IN ('exception', 'redaction') OR kind = $2) AND id IS DISTINCT "
		"FROM $3"
		" AND state IN ('pending', 'changes_requested', 'approved')"
		" ORDER BY id LIMIT 16 FOR UPDATE",
		VALUES(db_zero(run), kind.n > 0 ? db_text(kind) : db_null(), db_zero(but)),
		take_replaced, &r, err))
		return false;
	for (size_t i = 0; i < r.count; i++)
		if (!db_change_one(db, "UPDATE approval SET state = 'superseded' WHERE id = $1",
			VALUES(db_zero(r.ids[i])), ERR_INTERNAL, "the approval is gone", err) ||
		    !approval_moved(db, r.ids[i], "sluice", r.states[i], err))
			return false;
	return true;
}

static bool
open_in(struct db *db, const struct trust *t, struct arena *a, const char *run,
    struct approval_rule *rule, const char *subject_sha256, struct err *err)
{
	struct run_head *head = arena_alloc(a, sizeof(*head));

	if (!head)
		return err_memory(err);
	return run_lock(db, run, head, err) && approval_replace(db, run, rule->kind, NULL, err) &&
	       collect_authors(db, t, a, head, rule, err) && fill(db, a, head, rule, err) &&
	       insert(db, a, rule, subject_sha256, err);
}

bool
approval_open(struct db *db, const struct trust *t, const char *run,
    const struct approval_rule *asked, const char *subject_sha256, char id[STORE_ID_BYTES],
    struct err *err)
{
	struct arena *a = arena_new(APPROVAL_ARENA_BYTES);
	struct approval_rule rule = *asked;

	if (!a)
		return err_memory(err);
	bool good = open_in(db, t, a, run, &rule, subject_sha256, err) &&
		    content_use_in(db, run, CLASS_EVIDENCE, subject_sha256, err);
	if (good)
		snprintf(id, STORE_ID_BYTES, "%.*s", STR_ARG(rule.approval));
	arena_free(a);
	return good;
}

bool
approval_supersede(struct db *db, const char *run, struct err *err)
{
	return approval_replace(db, run, STR(""), NULL, err);
}
