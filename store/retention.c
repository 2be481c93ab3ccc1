/* SPDX-License-Identifier: MIT */
/* retention.c: the classes, and how long each is kept. */
#include "acts.h"
#include "retention_parts.h"

#include <stdio.h>

static bool
take_rule(void *context, const struct db_row *row)
{
	struct retention_rule *rules = context;

	rules[content_class_of(db_column_text(row, 0))] = (struct retention_rule){
	    db_column_int(row, 1), db_column_int(row, 2), db_column_int(row, 3)};
	return true;
}

bool
retention_rules(struct store *s, struct retention_rule out[CLASS_COUNT], struct err *err)
{
	memset(out, 0, CLASS_COUNT * sizeof(*out));
	return db_query(s->db, "SELECT name, floor_us, keep_us, redact_us FROM retention_class",
	    NULL, 0, take_rule, out, err);
}

#define M(member) MEMBER(struct retention_rule, member)
FORM(terms_form, struct retention_rule, M(floor_us), M(keep_us), M(redact_us));

bool
retention_terms(
    struct arena *a, const struct retention_rule *rule, struct str *out, struct err *err)
{
	return act_terms(a, &terms_form, rule, out, err);
}

struct setting {
	struct retention_rule rule;
	struct act_entry act;
};

static bool
set_work(struct db *db, void *context, struct err *err)
{
	struct setting *w = context;

	if (!act_store(db, &w->act, NULL, NULL, err))
		return false;
	return w->act.known ||
	       (db_change_one(db,
		    "UPDATE retention_class SET floor_us = $2, keep_us = $3, redact_us = $4 WHERE "
		    "name = $1",
		    VALUES(db_zero(w->act.target), db_int(w->rule.floor_us),
			db_int(w->rule.keep_us), db_int(w->rule.redact_us)),
		    ERR_INPUT, "there is no such class", err) &&
		   ledger_note(db,
		       &(struct event_note){.kind = EVENT_RETENTION_SET,
			   .actor = w->act.by,
			   EVENT_VALUES({.name = "class", .text = str_from(w->act.target)},
			       {.name = "floor_us", .number = w->rule.floor_us},
			       {.name = "keep_us", .number = w->rule.keep_us},
			       {.name = "reason", .text = str_trim(w->act.act.reason)},
			       {.name = "redact_us", .number = w->rule.redact_us})},
		       err));
}

bool
retention_set(struct store *s, struct arena *a, struct str envelope, struct err *err)
{
	struct setting w;

	if (!act_open(s, a, ACT_RETENTION, envelope, &w.act, err) ||
	    !act_gives_reason(&w.act.act, err) ||
	    !act_terms_read(a, &w.act.act, &terms_form, &w.rule, err))
		return false;
	if (w.rule.floor_us < 0 || w.rule.keep_us < w.rule.floor_us)
		return err_set(err, ERR_INPUT, "'keep' must not be shorter than the floor");
	if (w.rule.redact_us < 0 || w.rule.redact_us > w.rule.floor_us)
		return err_set(err, ERR_INPUT,
		    "the retention time must not be shorter than the time before which two people may not erase");
	return db_do(s->db, set_work, &w, err);
}

/* -- before anything is erased --------------------------------------------------------------- */

/* As the schema has them, before anybody says otherwise. */
#define YEARS_7 INT64_C(221356800000000)
#define YEARS_100 INT64_C(3162240000000000)
static const struct retention_rule AT_FIRST[CLASS_COUNT] = {
    [CLASS_EVIDENCE] = {YEARS_100, YEARS_100, YEARS_100},
    [CLASS_RECORD] = {YEARS_7, YEARS_7, 0},
    [CLASS_CODE] = {YEARS_7, YEARS_7, 0},
    [CLASS_INPUT] = {YEARS_7, YEARS_7, 0},
    [CLASS_OUTPUT] = {YEARS_7, YEARS_7, 0},
    [CLASS_WORDS] = {YEARS_7, YEARS_7, 0},
};

static bool
class_is_signed(struct store *s, struct arena *a, enum content_class c,
    const struct retention_rule *now, struct err *err)
{
	struct retention_rule rule = AT_FIRST[c], said;
	struct stored_act last;
	struct err ignored;

	if (!act_last(s, a, ACT_RETENTION, content_class_name(c), &last, err))
		return false;
	if (last.counts && act_terms_read(a, &last.act, &terms_form, &said, &ignored) &&
	    said.floor_us >= 0 && said.keep_us >= 0 && said.redact_us >= 0)
		rule = said;
	if (now->floor_us >= rule.floor_us && now->keep_us >= rule.keep_us &&
	    now->redact_us >= rule.redact_us)
		return true;
	err_set(err, ERR_REFUSED,
	    "nothing was erased: no valid act by a custodian sets how long '%s' is kept",
	    content_class_name(c));
	return err_help(err, "set and sign the times with `sluice retention set`");
}

bool
custody_is_signed(struct store *s, struct err *err)
{
	struct arena *a = arena_new(REDACT_ARENA_BYTES);
	struct retention_rule rules[CLASS_COUNT];

	if (!a)
		return err_memory(err);
	bool good = lifts_are_signed(s, a, err) && retention_rules(s, rules, err);
	for (int c = CLASS_NONE + 1; good && c < CLASS_COUNT; c++)
		good = class_is_signed(s, a, (enum content_class)c, &rules[c], err);
	arena_free(a);
	return good;
}
