/* SPDX-License-Identifier: MIT */
/*
 * redact.c: two people decide to erase contents of a run early.
 *
 * They sign a list: the digests to erase, who asked, and why. The list and the votes are evidence
 * and are kept. The rows serve the database's guards. The erasing process reads the list again,
 * compares it, verifies the votes against its own trust file, and erases exactly what the list
 * names.
 */
#include "acts.h"
#include "record.h"
#include "approval.h"
#include "retention_parts.h"

#include <stdio.h>

#define DAY_US (INT64_C(86400) * 1000000)
#define DECIDE_US (7 * DAY_US)
#define USE_US DAY_US
#define REASON_CHARACTERS_MIN 10

struct proposing {
	struct arena *a;
	struct store *store;
	struct act_entry act;
	const struct redaction_wish *wish; /* as it was signed */
	struct redaction_items list;
	struct redaction *out;
};

/* -- what shall go --------------------------------------------------------------------------- */

static bool
wants(const struct redaction_wish *wish, enum content_class c)
{
	bool any = false;

	for (int k = 0; k < CLASS_COUNT; k++)
		any = any || wish->classes[k];
	return c != CLASS_EVIDENCE && (!any || wish->classes[c]);
}

FORM(digest_form, struct redaction_item, MEMBER(struct redaction_item, sha256));

static bool
add(struct db *db, struct proposing *w, bool words, const char *sql, struct str about,
    struct err *err)
{
	struct redaction_item *found;
	size_t count;

	if (!db_list(db, w->a, sql, VALUES(db_zero(w->wish->run), db_text(about)), &digest_form,
		&found, &count, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct redaction_item *item = arena_push(
		    w->a, &w->list.items, &w->list.count, &w->list.capacity, sizeof(*item));
		if (!item)
			return err_memory(err);
		*item = found[i];
		item->words = words;
	}
	return true;
}

static bool
add_class(struct db *db, struct proposing *w, enum content_class c, struct err *err)
{
	bool words = c == CLASS_WORDS;

	return !wants(w->wish, c) ||
	       add(db, w, words,
		   words
		       ? "SELECT sha256 FROM ledger_words WHERE run_id = $1 AND erased_us IS NULL "
			 "AND $2 = 'words' ORDER BY sha256"
		       : "SELECT u.sha256 FROM content_use u JOIN content c ON c.sha256 = "
			 "u.sha256 WHERE u.run_id = $1 AND u.class = $2 AND c.erased_us IS NULL "
			 "AND NOT EXISTS (SELECT 1 FROM content_use o WHERE o.sha256 = u.sha256 "
			 "AND (o.run_id <> u.run_id OR o.class = 'evidence' OR (o.class < "
			 "u.class))) ORDER BY u.sha256",
		   str_from(content_class_name(c)), err);
}

static bool
add_named(struct db *db, struct proposing *w, struct str sha256, struct err *err)
{
	size_t before = w->list.count;

	if (!add(db, w, false,
		"SELECT DISTINCT c.sha256 FROM content c JOIN content_use u ON u.sha256 = c.sha256 "
		"WHERE u.run_id = $1 AND c.sha256 = $2 AND c.erased_us IS NULL",
		sha256, err) ||
	    !add(db, w, true,
		"SELECT sha256 FROM ledger_words WHERE run_id = $1 AND sha256 = $2 AND erased_us "
		"IS NULL",
		sha256, err))
		return false;
	return w->list.count > before ||
	       err_set(
		   err, ERR_INPUT, "the run has nothing with the digest '%.*s'", STR_ARG(sha256));
}

static bool
collect(struct db *db, struct proposing *w, struct err *err)
{
	w->list = (struct redaction_items){.count = 0};
	for (size_t i = 0; i < w->wish->digest_count; i++)
		if (!add_named(db, w, w->wish->digests[i], err))
			return false;
	for (int c = CLASS_NONE + 1; w->wish->digest_count == 0 && c < CLASS_COUNT; c++)
		if (!add_class(db, w, (enum content_class)c, err))
			return false;
	if (w->list.count > REDACTION_ITEMS_MAX)
		return err_set(
		    err, ERR_LIMIT, "a redaction may have at most %d items", REDACTION_ITEMS_MAX);
	return w->list.count > 0 || err_set(err, ERR_INPUT, "there is nothing to erase");
}

/* -- what people sign ------------------------------------------------------------------------ */

/* Its parts of one kind, by their digests. */
static bool
list_digests(struct arena *a, const struct redaction_items *l, bool words, const struct str **out,
    size_t *count, struct err *err)
{
	struct str *list = arena_array(a, l->count + 1, sizeof(*list));

	if (!list)
		return err_memory(err);
	for (size_t i = 0; i < l->count; i++)
		if (l->items[i].words == words)
			list[(*count)++] = str_from(l->items[i].sha256);
	*out = list;
	return true;
}

static bool
write_subject(struct proposing *w, struct str *out, struct err *err)
{
	struct redaction_subject s = {.redaction = str_from(w->out->id),
	    .run = str_from(w->wish->run),
	    .proposed_by = str_from(w->act.by),
	    .reason = str_trim(w->act.act.reason)};

	return list_digests(w->a, &w->list, false, &s.contents, &s.content_count, err) &&
	       list_digests(w->a, &w->list, true, &s.words, &s.word_count, err) &&
	       record_text(w->a, redaction_subject_form, &s, RECORD_BYTES_MAX, out, err);
}

static void
fill_rule(const struct proposing *w, struct str *author, struct approval_need *need,
    struct approval_rule *rule, const struct run_head *head, struct str scope)
{
	*author = str_from(w->act.by);
	*need = (struct approval_need){STR("redactor"), STR("redactor"), STR("*"), 2};
	*rule = (struct approval_rule){.run = str_from(head->id),
	    .kind = STR("redaction"),
	    .requester = str_from(head->requester),
	    .scope = scope,
	    .authors = author,
	    .author_count = 1,
	    .needs = need,
	    .need_count = 1,
	    .reason_min = REASON_CHARACTERS_MIN,
	    .blind = true,
	    .remind_us = DAY_US,
	    .decide_by_us = DECIDE_US,
	    .use_for_us = USE_US};
}

/* -- asking ---------------------------------------------------------------------------------- */

static bool
insert_items(struct db *db, const struct proposing *w, struct err *err)
{
	for (size_t i = 0; i < w->list.count; i++)
		if (!db_change(db,
			"INSERT INTO redaction_item (redaction_id, kind, sha256) VALUES ($1, $2, "
			"$3)",
			VALUES(db_zero(w->out->id),
			    db_zero(w->list.items[i].words ? "words" : "content"),
			    db_zero(w->list.items[i].sha256)),
			NULL, err))
			return false;
	return true;
}

static bool
insert(struct db *db, const struct proposing *w, struct err *err)
{
	return db_change(db,
		   "INSERT INTO redaction (id, run_id, approval_id, subject_sha256, asked_by, "
		   "asked_us) "
		   "VALUES ($1, $2, $3, $4, $5, now_us())",
		   VALUES(db_zero(w->out->id), db_zero(w->wish->run), db_zero(w->out->approval),
		       db_zero(w->out->subject_sha256), db_zero(w->act.by)),
		   NULL, err) &&
	       insert_items(db, w, err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_REDACTION_PROPOSED,
		       .actor = w->act.by,
		       .run = w->wish->run,
		       .approval = w->out->approval,
		       EVENT_VALUES({.name = "reason", .text = str_trim(w->act.act.reason)},
			   {.name = "redaction", .text = str_from(w->out->id)},
			   {.name = "subject", .text = str_from(w->out->subject_sha256)})},
		   err);
}

static bool
nothing_waits(struct db *db, const char *run, struct err *err)
{
	return db_none(db,
	    "SELECT 1 FROM approval WHERE run_id = $1 AND kind = 'redaction' AND state "
	    "IN "
	    "('pending', 'changes_requested')",
	    VALUES(db_zero(run)), err, ERR_REFUSED,
	    "a redaction of this run is already waiting for a decision");
}

static bool
propose_work(struct db *db, void *context, struct err *err)
{
	struct proposing *w = context;
	struct str author, subject, scope;
	struct approval_need need;
	struct approval_rule rule;
	struct run_head head;

	if (!run_lock(db, w->wish->run, &head, err))
		return false;
	if (run_state_is_open(head.state))
		return err_set(err, ERR_REFUSED, "run '%s' is not over", head.id);
	if (!db_some(db, "SELECT 1 FROM run WHERE id = $1 AND receipt_sha256 IS NOT NULL",
		VALUES(db_zero(head.id)), err, ERR_REFUSED, "run '%s' has no receipt yet",
		head.id) ||
	    !nothing_waits(db, head.id, err) || !collect(db, w, err) ||
	    !write_subject(w, &subject, err) ||
	    !content_put_open(w->store, subject, "application/json", w->out->subject_sha256, err) ||
	    !content_use_in(db, head.id, CLASS_EVIDENCE, w->out->subject_sha256, err) ||
	    !db_one(db, w->a, "SELECT policy FROM run WHERE id = $1", VALUES(db_zero(head.id)),
		&scope, err))
		return false;
	if (scope.n == 0)
		scope = STR("*");
	fill_rule(w, &author, &need, &rule, &head, scope);
	return approval_open(db, w->store->trust, head.id, &rule, w->out->subject_sha256,
		   w->out->approval, err) &&
	       act_store(db, &w->act, head.id, w->out->approval, err) && insert(db, w, err) &&
	       outbox_add(db, "opened", w->out->approval, err);
}

struct wished {
	const struct str *classes, *contents;
	size_t class_count, content_count;
	struct str run;
};

FORM(terms_form, struct wished,
    MEMBER_TEXTS("classes", FIELD_STRINGS, struct wished, classes, class_count),
    {.name = "contents",
	.kind = FIELD_STRINGS,
	.at = offsetof(struct wished, contents),
	.count_at = offsetof(struct wished, content_count),
	.most = REDACTION_ITEMS_MAX},
    MEMBER(struct wished, run));

bool
redaction_terms(
    struct arena *a, const struct redaction_wish *wish, struct str *out, struct err *err)
{
	struct str classes[CLASS_COUNT];
	struct wished said = {.classes = classes,
	    .contents = wish->digests,
	    .content_count = wish->digest_count,
	    .run = str_from(wish->run)};

	for (int c = CLASS_NONE + 1; c < CLASS_COUNT; c++)
		if (wish->classes[c])
			classes[said.class_count++] =
			    str_from(content_class_name((enum content_class)c));
	return act_terms(a, &terms_form, &said, out, err);
}

static bool
read_wish(struct arena *a, const struct act *act, struct redaction_wish *out, struct err *err)
{
	struct wished said;

	if (!act_terms_read(a, act, &terms_form, &said, err))
		return false;
	*out = (struct redaction_wish){.run = arena_text(a, said.run),
	    .digests = said.contents,
	    .digest_count = said.content_count};
	for (size_t i = 0; i < said.class_count; i++) {
		enum content_class c = content_class_of(said.classes[i]);
		if (c == CLASS_NONE || c == CLASS_EVIDENCE)
			return err_set(
			    err, ERR_INPUT, "'%.*s' can't be redacted", STR_ARG(said.classes[i]));
		out->classes[c] = true;
	}
	return out->run || err_memory(err);
}

bool
redactions_propose(
    struct store *s, struct arena *a, struct str envelope, struct redaction *out, struct err *err)
{
	struct proposing w = {.a = arena_new(REDACT_ARENA_BYTES), .store = s, .out = out};
	char id[STORE_ID_BYTES] = "";
	struct redaction_wish wish;

	*out = (struct redaction){.items = 0};
	if (!w.a)
		return err_memory(err);
	w.wish = &wish;
	bool good = act_open(s, w.a, ACT_REDACTION, envelope, &w.act, err) &&
		    act_gives_reason(&w.act.act, err) && read_wish(w.a, &w.act.act, &wish, err);
	snprintf(out->id, sizeof(out->id), "%.*s", STORE_ID_BYTES - 1, w.act.target);
	snprintf(id, sizeof(id), "%s", out->id);
	good = good && db_do(s->db, propose_work, &w, err);
	arena_free(w.a);
	return good && redactions_get(s, a, id, out, err);
}

/* -- looking --------------------------------------------------------------------------------- */

#define REDACTION_COLUMNS                                                                          \
	"SELECT d.id, d.run_id, d.approval_id, d.subject_sha256, d.asked_by, CASE WHEN d.done_us " \
	"IS "                                                                                      \
	"NOT NULL THEN 'done' WHEN d.begun_us IS NOT NULL THEN 'begun' ELSE a.state END, "         \
	"d.asked_us, "                                                                             \
	"d.begun_us, d.done_us, (SELECT count(*) FROM redaction_item i WHERE i.redaction_id = "    \
	"d.id) "                                                                                   \
	"FROM redaction d JOIN approval a ON a.id = d.approval_id "

#define M(member) MEMBER(struct redaction, member)
FORM(redaction_form, struct redaction, M(id), M(run), M(approval), M(subject_sha256), M(asked_by),
    M(state), M(asked_us), M(begun_us), M(done_us), M(items));

bool
redactions_get(
    struct store *s, struct arena *a, const char *id, struct redaction *out, struct err *err)
{
	bool found;

	return db_item(s->db, a, REDACTION_COLUMNS "WHERE d.id = $1", VALUES(db_zero(id)),
		   &redaction_form, out, &found, err) &&
	       (found || err_set(err, ERR_INPUT, "there is no redaction '%.60s'", id));
}

bool
redactions_list(
    struct store *s, struct arena *a, struct redaction **out, size_t *count, struct err *err)
{
	return db_list(s->db, a, REDACTION_COLUMNS "ORDER BY d.id DESC", NULL, 0, &redaction_form,
	    out, count, err);
}

FORM(redacted_form, struct redacted, MEMBER(struct redacted, approval),
    MEMBER(struct redacted, at_us));

bool
redactions_of(struct store *s, const char *run, struct redacted *out, struct err *err)
{
	*out = (struct redacted){.at_us = 0};
	return db_item(s->db, NULL,
	    "SELECT approval_id, begun_us FROM redaction WHERE run_id = $1 AND begun_us IS NOT "
	    "NULL ORDER "
	    "BY begun_us DESC LIMIT 1",
	    VALUES(db_zero(run)), &redacted_form, out, NULL, err);
}
