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

struct due_list {
	struct arena *a;
	struct due_item *items;
	size_t count, capacity;
	struct err *err;
};

static bool
take_due(void *context, const struct db_row *row)
{
	struct due_list *l = context;
	struct due_item *d = arena_push(l->a, &l->items, &l->count, &l->capacity, sizeof(*d));

	if (!d)
		return err_memory(l->err);
	d->class_of = content_class_of(db_column_text(row, 1));
	d->kind = d->class_of == CLASS_WORDS ? STR("words") : STR("content");
	db_column_copy(row, 0, d->sha256, sizeof(d->sha256));
	d->size = db_column_int(row, 2);
	d->made_us = db_column_int(row, 3);
	d->held = db_column_int(row, 4) != 0;
	return true;
}

#define CONTENTS_DUE                                                                               \
	"SELECT c.sha256, COALESCE((SELECT u.class FROM content_use u JOIN retention_class k ON "  \
	"k.name = u.class WHERE u.sha256 = c.sha256 ORDER BY u.made_us + k.keep_us DESC, u.class " \
	"LIMIT 1), 'input'), c.size, c.made_us, CASE WHEN " CONTENT_IS_HELD(                       \
	    "c.sha256") " THEN 1 ELSE 0 END FROM content c WHERE c.erased_us IS NULL AND "         \
			"c.made_us "                                                               \
			"+ (SELECT min(keep_us) FROM retention_class) <= now_us() "                \
			"AND " CONTENT_TIME_IS_OVER("c.sha256") " AND NOT " CONTENT_IS_NEEDED(     \
			    "c.sha256")
#define WORDS_DUE                                                                                  \
	"SELECT w.sha256, 'words', 0, w.made_us, CASE WHEN " WORDS_ARE_HELD(                       \
	    "w.sha256") " THEN 1 ELSE 0 END FROM ledger_words w WHERE w.erased_us IS NULL AND "    \
			"w.made_us + (SELECT keep_us FROM retention_class WHERE name = 'words') "  \
			"<= "                                                                      \
			"now_us() AND " WORDS_TIME_IS_OVER("w.sha256")

bool
retention_due(struct store *s, struct arena *a, size_t limit, struct due_item **out, size_t *count,
    struct err *err)
{
	struct due_list l = {.a = a, .err = err};

	if (!db_query(s->db, CONTENTS_DUE " ORDER BY c.made_us, c.sha256 LIMIT $1",
		VALUES(db_int((int64_t)limit)), take_due, &l, err) ||
	    !db_query(s->db, WORDS_DUE " ORDER BY w.made_us, w.sha256 LIMIT $1",
		VALUES(db_int((int64_t)limit)), take_due, &l, err))
		return false;
	*out = l.items;
	*count = l.count;
	return true;
}

static bool
due_to_erase(struct store *s, struct due_list *l, size_t limit, struct err *err)
{
	return db_query(s->db,
		   CONTENTS_DUE
		   " AND NOT " CONTENT_IS_HELD("c.sha256") " ORDER BY c.made_us, c.sha256 LIMIT $1",
		   VALUES(db_int((int64_t)limit)), take_due, l, err) &&
	       db_query(s->db,
		   WORDS_DUE
		   " AND NOT " WORDS_ARE_HELD("w.sha256") " ORDER BY w.made_us, w.sha256 LIMIT $1",
		   VALUES(db_int((int64_t)limit)), take_due, l, err);
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

/* What was erased meanwhile is erased. */
bool
erasure_begin(struct db *db, const struct erasing *e, struct err *err)
{
	bool words = strcmp(e->kind, "words") == 0;
	char id[STORE_ID_BYTES];
	int64_t begun;

	store_id("ers", id);
	if (!db_query(db, "SELECT 1 FROM meta WHERE name = 'holds' FOR UPDATE", NULL, 0, NULL, NULL,
		err) ||
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
	char sha256[DIGEST_HEX_BYTES], class_name[16];
	struct str actor;
};

struct open_list {
	struct arena *a;
	struct open_erasure *items;
	size_t count, capacity;
	struct err *err;
};

static bool
take_open(void *context, const struct db_row *row)
{
	struct open_list *l = context;
	struct open_erasure *e = arena_push(l->a, &l->items, &l->count, &l->capacity, sizeof(*e));

	if (!e)
		return err_memory(l->err);
	db_column_copy(row, 0, e->id, sizeof(e->id));
	db_column_copy(row, 1, e->key, sizeof(e->key));
	db_column_copy(row, 2, e->redaction, sizeof(e->redaction));
	db_column_copy(row, 3, e->sha256, sizeof(e->sha256));
	db_column_copy(row, 4, e->class_name, sizeof(e->class_name));
	db_column_copy(row, 5, e->run, sizeof(e->run));
	db_column_copy(row, 6, e->approval, sizeof(e->approval));
	return db_column_keep(l->a, row, 7, &e->actor, l->err);
}

#define OPEN_ERASURES                                                                              \
	"SELECT e.id, e.key_id, e.redaction_id, e.sha256, e.class, d.run_id, d.approval_id, "      \
	"e.actor FROM erasure e LEFT JOIN redaction d ON d.id = e.redaction_id WHERE e.done_us "   \
	"IS NULL ORDER BY e.id LIMIT $1"

struct ending {
	struct open_erasure *e;
	char actor[WORD_BYTES_MAX];
};

static bool
end_one(struct db *db, void *context, struct err *err)
{
	const struct ending *w = context;
	const struct open_erasure *e = w->e;
	int64_t done;

	if (!db_change(db,
		"UPDATE erasure SET done_us = now_us() WHERE id = $1 AND done_us IS NULL",
		VALUES(db_zero(e->id)), &done, err))
		return false;
	return done == 0 || ledger_note(db,
				&(struct event_note){.kind = EVENT_CONTENT_ERASED,
				    .actor = w->actor,
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
	struct ending w = {.e = e};

	snprintf(w.actor, sizeof(w.actor), "%.*s", STR_ARG(e->actor));
	return (!e->key[0] || vault_key_destroy(s->db, e->key, err)) &&
	       db_do(s->db, end_one, &w, err);
}

static bool
finish_page(struct store *s, size_t *count, struct err *err)
{
	struct open_list l = {.a = arena_new(LIST_ARENA_BYTES), .err = err};

	if (!l.a)
		return err_memory(err);
	bool good = db_query(s->db, OPEN_ERASURES, VALUES(db_int(PAGE)), take_open, &l, err);
	for (size_t i = 0; good && i < l.count; i++)
		good = finish_one(s, &l.items[i], err);
	*count = l.count;
	arena_free(l.a);
	return good && (*count == 0 || vault_wipe(s->db, err));
}

/* -- redactions that are done ---------------------------------------------------------------- */

struct done_redaction {
	char id[STORE_ID_BYTES], run[STORE_ID_BYTES], approval[STORE_ID_BYTES],
	    actor[STORE_ID_BYTES], subject[DIGEST_HEX_BYTES], voters[8][STORE_ID_BYTES];
	size_t voter_count;
};

static bool
take_redaction(void *context, const struct db_row *row)
{
	struct done_redaction *d = context;

	db_column_copy(row, 0, d->id, sizeof(d->id));
	db_column_copy(row, 1, d->run, sizeof(d->run));
	db_column_copy(row, 2, d->approval, sizeof(d->approval));
	db_column_copy(row, 3, d->subject, sizeof(d->subject));
	db_column_copy(row, 4, d->actor, sizeof(d->actor));
	return true;
}

static bool
take_voter(void *context, const struct db_row *row)
{
	struct done_redaction *d = context;

	if (d->voter_count < ARRAY_LENGTH(d->voters))
		db_column_copy(row, 0, d->voters[d->voter_count++], STORE_ID_BYTES);
	return true;
}

static bool
end_redaction(struct db *db, void *context, struct err *err)
{
	struct done_redaction *d = context;
	const char *voters[ARRAY_LENGTH(d->voters)];
	int64_t done;

	d->voter_count = 0;
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
		VALUES(db_zero(d->approval)), take_voter, d, err))
		return false;
	for (size_t i = 0; i < d->voter_count; i++)
		voters[i] = d->voters[i];
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_REDACTION_DONE,
		.actor = d->actor,
		.run = d->run,
		.approval = d->approval,
		EVENT_VALUES({.name = "decided_by", .items = voters, .count = d->voter_count},
		    {.name = "redaction", .text = str_from(d->id)},
		    {.name = "subject", .text = str_from(d->subject)})},
	    err);
}

static bool
finish_redactions(struct store *s, struct err *err)
{
	for (;;) {
		struct done_redaction d = {.id = ""};
		if (!db_query(s->db,
			"SELECT d.id, d.run_id, d.approval_id, d.subject_sha256, (SELECT "
			"max(e.actor) "
			"FROM erasure e WHERE e.redaction_id = d.id) FROM redaction d WHERE "
			"d.begun_us "
			"IS NOT NULL AND d.done_us IS NULL ORDER BY d.id LIMIT 1",
			NULL, 0, take_redaction, &d, err))
			return false;
		if (!d.id[0])
			return true;
		if (!db_do(s->db, end_redaction, &d, err))
			return false;
	}
}

/* What is begun for a redaction is on the list that two people signed. */
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
		return err_wrap(err, "nothing is erased: the redaction '%.40s'", id);
	for (size_t i = 0; i < open->count; i++)
		if (strcmp(open->items[i].redaction, id) == 0 &&
		    !is_listed(&items, &open->items[i]))
			return err_set(err, ERR_REFUSED,
			    "nothing is erased: the redaction '%.40s' is not of %s", id,
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
	struct open_list l = {.a = arena_new(REDACT_ARENA_BYTES), .err = err};

	if (!l.a)
		return err_memory(err);
	bool good = db_query(s->db, OPEN_ERASURES, VALUES(db_int(INT64_MAX)), take_open, &l, err) &&
		    (l.count == 0 || custody_is_signed(s, err)) &&
		    redactions_are_sound(s, l.a, &l, err);
	arena_free(l.a);
	return good;
}

bool
erasures_finish(struct store *s, size_t *finished, struct err *err)
{
	size_t count;

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
sweep(struct store *s, const char *actor, const struct due_list *l, struct swept *out,
    struct err *err)
{
	for (size_t i = 0; i < l->count; i++) {
		struct due_item *d = &l->items[i];
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
	struct due_list l = {.a = arena_new(LIST_ARENA_BYTES), .err = err};
	size_t finished;

	*out = (struct swept){.erased = 0};
	if (!l.a)
		return err_memory(err);
	bool good = role_required(s, actor, "custodian", err) && custody_is_signed(s, err) &&
		    erasures_finish(s, &finished, err) && due_to_erase(s, &l, limit, err) &&
		    sweep(s, actor, &l, out, err) && erasures_finish(s, &finished, err);
	arena_free(l.a);
	return good;
}
