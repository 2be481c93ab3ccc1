/* SPDX-License-Identifier: MIT */
/* redact_do.c: what two people have decided about is erased (redact.c). */
#include "acts.h"
#include "approval.h"
#include "retention_parts.h"

struct executing {
	const struct redaction *redaction;
	const char *actor;
	struct arena *a;
	struct redaction_items list;
};

/* The goal, the notes and the comments stand in rows of their own as well. */
static bool
blank(struct db *db, const struct executing *w, struct err *err)
{
	static const char comments[] =
	    "UPDATE approval_comment SET body = '[redacted]' WHERE approval_id IN (SELECT id FROM "
	    "approval WHERE run_id = $1)";
	static const char *const statements[] = {
	    "UPDATE run SET title = '', reason = '', version = version + 1 WHERE id = $1",
	    "UPDATE run_step SET note = '' WHERE run_id = $1 AND note <> ''",
	    comments,
	};
	bool words = false;

	for (size_t i = 0; i < w->list.count; i++)
		words = words || w->list.items[i].words;
	for (size_t i = 0; words && i < ARRAY_LENGTH(statements); i++)
		if (!db_change(db, statements[i], VALUES(db_zero(w->redaction->run)), NULL, err))
			return false;
	return true;
}

static bool
begin(struct db *db, void *context, struct err *err)
{
	struct executing *w = context;
	struct run_head head;

	if (!run_lock(db, w->redaction->run, &head, err) ||
	    !db_change_one(db,
		"UPDATE redaction SET begun_us = now_us() WHERE id = $1 AND begun_us IS NULL",
		VALUES(db_zero(w->redaction->id)), ERR_REFUSED, "it has already begun", err) ||
	    !blank(db, w, err))
		return false;
	for (size_t i = 0; i < w->list.count; i++) {
		const struct redaction_item *one = &w->list.items[i];
		char name[16] = "words";
		if (!one->words &&
		    !db_one_copy(db,
			"SELECT class FROM content_use WHERE sha256 = $1 ORDER BY class DESC LIMIT "
			"1",
			VALUES(db_zero(one->sha256)), name, sizeof(name), err))
			return false;
		struct erasing e = {.kind = one->words ? "words" : "content",
		    .sha256 = one->sha256,
		    .class_name = name[0] ? name : "words",
		    .redaction = w->redaction->id,
		    .actor = w->actor};
		if (!erasure_begin(db, &e, err))
			return err_wrap(err, "%s", e.sha256);
	}
	return true;
}

static bool
execute(struct store *s, struct executing *w, struct err *err)
{
	return redaction_is_decided(s, w->a, w->redaction, &w->list, err) &&
	       db_do(s->db, begin, w, err);
}

bool
redactions_execute(struct store *s, struct arena *a, const char *id, const char *actor,
    struct redaction *out, struct err *err)
{
	struct executing w = {.a = arena_new(REDACT_ARENA_BYTES), .redaction = out, .actor = actor};
	size_t finished;

	if (!w.a)
		return err_memory(err);
	bool good = role_required(s, actor, "custodian", err) && custody_is_signed(s, err) &&
		    redactions_get(s, a, id, out, err) &&
		    (out->begun_us != 0 || execute(s, &w, err)) &&
		    erasures_finish(s, &finished, err) && redactions_get(s, a, id, out, err);
	arena_free(w.a);
	return good;
}
