/* SPDX-License-Identifier: MIT */
/*
 * erase.c: what is due, and how anything is erased.
 *
 * Theory: three steps, each of which may be the last before a kill. (1) In one transaction the
 * guards judge, an erasure is written down and the sealed bytes leave their row. (2) The key is
 * destroyed in the vault. (3) The erasure is marked as done and the ledger tells of it. Who finds
 * an erasure that is not done does (2) and (3) again; destroying a key twice is destroying it once.
 */
#include "acts.h"
#include "retention_parts.h"
#include "retention_sql.h"
#include "vault.h"

#include <stdio.h>

#define PAGE 100
#define LIST_ARENA_BYTES ((size_t)64 << 20)

/* -- what is due ----------------------------------------------------------------------------- */

/* clang-format off */
/* The oldest `$1` of contents and of words; those that a hold keeps where `$2` is 1. */
static const char DUE[] =
    "SELECT * FROM (SELECT * FROM (SELECT 'content' AS kind, c.sha256, COALESCE((SELECT u.class "
    "FROM content_use u JOIN retention_class k ON k.name = u.class WHERE u.sha256 = c.sha256 ORDER "
    "BY u.made_us + k.keep_us DESC, u.class LIMIT 1), 'input') AS class, c.size, c.made_us, CASE "
    "WHEN " CONTENT_IS_HELD("c.sha256") " THEN 1 ELSE 0 END AS held FROM content c WHERE "
    "c.erased_us IS NULL AND c.made_us + (SELECT min(keep_us) FROM retention_class) <= now_us() "
    "AND " CONTENT_TIME_IS_OVER("c.sha256") " AND NOT " CONTENT_IS_NEEDED("c.sha256") ") c "
    "WHERE held <= $2 ORDER BY made_us, sha256 LIMIT $1) a UNION ALL SELECT * FROM (SELECT * FROM "
    "(SELECT 'words' AS kind, w.sha256, 'words' AS class, 0 AS size, w.made_us, CASE WHEN "
    WORDS_ARE_HELD("w.sha256") " THEN 1 ELSE 0 END AS held FROM ledger_words w WHERE w.erased_us "
    "IS NULL AND w.made_us + (SELECT keep_us FROM retention_class WHERE name = 'words') <= now_us() "
    "AND " WORDS_TIME_IS_OVER("w.sha256") ") w WHERE held <= $2 ORDER BY made_us, sha256 LIMIT $1) b";
/* clang-format on */

#define M(member) MEMBER(struct due_item, member)
FORM(due_form, struct due_item, M(kind), M(sha256),
    MEMBER_WORD("class", struct due_item, class_of, content_class_name, content_class_of), M(size),
    M(made_us), M(held));
#undef M

static bool
due(struct store *s, struct arena *a, size_t limit, bool held, struct due_item **out, size_t *count,
    struct err *err)
{
	return db_list(s->db, a, DUE, VALUES(db_int((int64_t)limit), db_int(held)), &due_form, out,
	    count, err);
}

bool
retention_due(struct store *s, struct arena *a, size_t limit, struct due_item **out, size_t *count,
    struct err *err)
{
	return due(s, a, limit, true, out, count, err);
}

/* -- the first step -------------------------------------------------------------------------- */

static const char *
insert_of(bool words)
{
	return words
		   ? "INSERT INTO erasure (id, kind, sha256, class, key_id, redaction_id, actor, "
		     "begun_us) SELECT $1, 'words', w.sha256, $3, w.key_id, $4, $5, now_us() FROM "
		     "ledger_words w WHERE w.sha256 = $2 AND w.erased_us IS NULL"
		   : "INSERT INTO erasure (id, kind, sha256, class, key_id, redaction_id, actor, "
		     "begun_us) SELECT $1, 'content', c.sha256, $3, c.key_id, $4, $5, now_us() "
		     "FROM "
		     "content c WHERE c.sha256 = $2 AND c.erased_us IS NULL";
}

/* Something that was erased meanwhile counts as erased. */
bool
erasure_begin(struct db *db, const struct erasing *e, struct err *err)
{
	bool words = strcmp(e->kind, "words") == 0;
	char id[STORE_ID_BYTES];
	int64_t begun;

	store_id("ers", id);
	if (!holds_lock(db, err) ||
	    !db_change(db, insert_of(words),
		VALUES(db_zero(id), db_zero(e->sha256), db_zero(e->class_name),
		    db_zero(e->redaction), db_zero(e->actor)),
		&begun, err))
		return false;
	if (begun == 0)
		return true;
	return db_change_one(db,
	    words ? "UPDATE ledger_words SET words = NULL, salt = NULL, erased_us = now_us(), "
		    "erased_by = $1 WHERE sha256 = $2"
		  : "UPDATE content SET bytes = NULL, erased_us = now_us(), erased_by = $1 WHERE "
		    "sha256 = $2",
	    VALUES(db_zero(id), db_zero(e->sha256)), ERR_INTERNAL, "there is nothing to erase",
	    err);
}

/* -- the other two --------------------------------------------------------------------------- */

struct open_erasure {
	char id[STORE_ID_BYTES], key[STORE_ID_BYTES], redaction[STORE_ID_BYTES],
	    run[STORE_ID_BYTES], approval[STORE_ID_BYTES];
	char sha256[DIGEST_HEX_BYTES], class_name[16], actor[WORD_BYTES_MAX];
};

struct open_list {
	struct open_erasure *items;
	size_t count;
};

#define M(member) MEMBER(struct open_erasure, member)
FORM(open_form, struct open_erasure, M(id), M(key), M(redaction), M(sha256), M(class_name), M(run),
    M(approval), M(actor));

#define OPEN_ERASURES                                                                              \
	"SELECT e.id, e.key_id, e.redaction_id, e.sha256, e.class, d.run_id, d.approval_id, "      \
	"e.actor FROM erasure e LEFT JOIN redaction d ON d.id = e.redaction_id WHERE e.done_us "   \
	"IS NULL ORDER BY e.id LIMIT $1"

static bool
open_erasures(
    struct store *s, struct arena *a, int64_t most, struct open_list *out, struct err *err)
{
	return db_list(s->db, a, OPEN_ERASURES, VALUES(db_int(most)), &open_form, &out->items,
	    &out->count, err);
}

static bool
end_one(struct db *db, void *context, struct err *err)
{
	const struct open_erasure *e = context;
	int64_t done;

	if (!db_change(db,
		"UPDATE erasure SET done_us = now_us() WHERE id = $1 AND done_us IS NULL",
		VALUES(db_zero(e->id)), &done, err))
		return false;
	return done == 0 || ledger_note(db,
				&(struct event_note){.kind = EVENT_CONTENT_ERASED,
				    .actor = e->actor,
				    .run = e->run[0] ? e->run : NULL,
				    .approval = e->approval[0] ? e->approval : NULL,
				    EVENT_VALUES({.name = "class", .text = str_from(e->class_name)},
					{.name = "content", .text = str_from(e->sha256)},
					{.name = "redaction", .text = str_from(e->redaction)})},
				err);
}

static bool
finish_one(struct store *s, struct open_erasure *e, struct err *err)
{
	return (!e->key[0] || vault_key_destroy(s->db, e->key, err)) &&
	       db_do(s->db, end_one, e, err);
}

static bool
finish_page(struct store *s, size_t *count, struct err *err)
{
	struct arena *a = arena_new(LIST_ARENA_BYTES);
	struct open_list l = {.count = 0};

	if (!a)
		return err_memory(err);
	bool good = open_erasures(s, a, PAGE, &l, err);
	for (size_t i = 0; good && i < l.count; i++)
		good = finish_one(s, &l.items[i], err);
	*count = l.count;
	arena_free(a);
	return good && (*count == 0 || vault_wipe(s->db, err));
}

/* -- redactions that are done ---------------------------------------------------------------- */

struct done_redaction {
	char id[STORE_ID_BYTES], run[STORE_ID_BYTES], approval[STORE_ID_BYTES],
	    actor[STORE_ID_BYTES], subject[DIGEST_HEX_BYTES];
};

#define VOTERS_MAX 8

struct voters {
	char ids[VOTERS_MAX][STORE_ID_BYTES];
	size_t count;
};

FORM(done_form, struct done_redaction, MEMBER(struct done_redaction, id),
    MEMBER(struct done_redaction, run), MEMBER(struct done_redaction, approval),
    MEMBER(struct done_redaction, subject), MEMBER(struct done_redaction, actor));

static bool
take_voter(void *context, const struct db_row *row)
{
	struct voters *v = context;

	if (v->count < VOTERS_MAX)
		db_column_copy(row, 0, v->ids[v->count++], STORE_ID_BYTES);
	return true;
}

static bool
end_redaction(struct db *db, void *context, struct err *err)
{
	const struct done_redaction *d = context;
	struct voters voted = {.count = 0};
	const char *voters[VOTERS_MAX];
	int64_t done;

	if (!db_change(db,
		"UPDATE redaction SET done_us = now_us() WHERE id = $1 AND done_us IS NULL",
		VALUES(db_zero(d->id)), &done, err))
		return false;
	if (done == 0)
		return true;
	if (!db_query(db,
		"SELECT voter_id FROM approval_vote WHERE approval_id = $1 AND withdrawn_us IS "
		"NULL AND "
		"decision = 'approve' ORDER BY voter_id",
		VALUES(db_zero(d->approval)), take_voter, &voted, err))
		return false;
	for (size_t i = 0; i < voted.count; i++)
		voters[i] = voted.ids[i];
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_REDACTION_DONE,
		.actor = d->actor,
		.run = d->run,
		.approval = d->approval,
		EVENT_VALUES({.name = "decided_by", .items = voters, .count = voted.count},
		    {.name = "redaction", .text = str_from(d->id)},
		    {.name = "subject", .text = str_from(d->subject)})},
	    err);
}

static bool
finish_redactions(struct store *s, struct err *err)
{
	for (;;) {
		struct done_redaction d;
		bool found;
		if (!db_item(s->db, NULL,
			"SELECT d.id, d.run_id, d.approval_id, d.subject_sha256, (SELECT "
			"max(e.actor) "
			"FROM erasure e WHERE e.redaction_id = d.id) FROM redaction d WHERE "
			"d.begun_us "
			"IS NOT NULL AND d.done_us IS NULL ORDER BY d.id LIMIT 1",
			NULL, 0, &done_form, &d, &found, err))
			return false;
		if (!found)
			return true;
		if (!db_do(s->db, end_redaction, &d, err))
			return false;
	}
}

/* Whether the begun erasure is on the redaction's list, which two people signed. */
static bool
is_listed(const struct redaction_items *l, const struct open_erasure *e)
{
	for (size_t i = 0; i < l->count; i++)
		if (strcmp(l->items[i].sha256, e->sha256) == 0)
			return true;
	return false;
}

static bool
redaction_is_sound(
    struct store *s, struct arena *a, const struct open_list *open, const char *id, struct err *err)
{
	struct redaction_items items;
	struct redaction r;

	if (!redactions_get(s, a, id, &r, err) || !redaction_is_decided(s, a, &r, &items, err))
		return err_wrap(err, "nothing was erased: the redaction '%.40s'", id);
	for (size_t i = 0; i < open->count; i++)
		if (strcmp(open->items[i].redaction, id) == 0 &&
		    !is_listed(&items, &open->items[i]))
			return err_set(err, ERR_REFUSED,
			    "nothing was erased: the redaction '%.40s' does not list %s", id,
			    open->items[i].sha256);
	return true;
}

static bool
redactions_are_sound(struct store *s, struct arena *a, const struct open_list *l, struct err *err)
{
	for (size_t i = 0; i < l->count; i++) {
		const char *id = l->items[i].redaction;
		bool asked = !id[0];

		for (size_t k = 0; k < i && !asked; k++)
			asked = strcmp(l->items[k].redaction, id) == 0;
		if (!asked && !redaction_is_sound(s, a, l, id, err))
			return false;
	}
	return true;
}

/* A row that says that an erasure was begun proves nothing: the key stays until what people signed
 * explains it. */
static bool
what_is_open_is_signed(struct store *s, struct err *err)
{
	struct arena *a = arena_new(REDACT_ARENA_BYTES);
	struct open_list l = {.count = 0};

	if (!a)
		return err_memory(err);
	bool good = open_erasures(s, a, INT64_MAX, &l, err) &&
		    (l.count == 0 || custody_is_signed(s, err)) &&
		    redactions_are_sound(s, a, &l, err);
	arena_free(a);
	return good;
}

bool
erasures_finish(struct store *s, size_t *finished, struct err *err)
{
	size_t count = 0;

	*finished = 0;
	if (!what_is_open_is_signed(s, err))
		return false;
	do {
		if (!finish_page(s, &count, err))
			return false;
		*finished += count;
	} while (count > 0);
	return finish_redactions(s, err);
}

/* -- the sweep ------------------------------------------------------------------------------- */

static bool
begin_one(struct db *db, void *context, struct err *err)
{
	return erasure_begin(db, context, err);
}

static bool
sweep(struct store *s, const char *actor, const struct due_item *items, size_t count,
    struct swept *out, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		const struct due_item *d = &items[i];
		struct erasing e = {.kind = d->class_of == CLASS_WORDS ? "words" : "content",
		    .sha256 = d->sha256,
		    .class_name = content_class_name(d->class_of),
		    .actor = actor};
		if (db_do(s->db, begin_one, &e, err))
			out->erased++;
		else if (err->code == ERR_REFUSED)
			out->held++;
		else
			return false;
	}
	return true;
}

bool
retention_sweep(
    struct store *s, const char *actor, size_t limit, struct swept *out, struct err *err)
{
	struct arena *a = arena_new(LIST_ARENA_BYTES);
	struct due_item *items;
	size_t finished, count;

	*out = (struct swept){.erased = 0};
	if (!a)
		return err_memory(err);
	bool good = role_required(s, actor, "custodian", err) && custody_is_signed(s, err) &&
		    erasures_finish(s, &finished, err) &&
		    due(s, a, limit, false, &items, &count, err) &&
		    sweep(s, actor, items, count, out, err) && erasures_finish(s, &finished, err);
	arena_free(a);
	return good;
}
