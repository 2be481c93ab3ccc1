/* SPDX-License-Identifier: MIT */
/* retention.c: the classes, and how long each is kept. */
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

struct setting {
	enum content_class class_of;
	struct retention_rule rule;
	const char *actor;
	struct str reason;
};

static bool
set_work(struct db *db, void *context, struct err *err)
{
	const struct setting *w = context;
	const char *name = content_class_name(w->class_of);

	return role_required(db, w->actor, "custodian", err) &&
	       db_change_one(db,
		   "UPDATE retention_class SET floor_us = $2, keep_us = $3, redact_us = $4 WHERE "
		   "name = $1",
		   VALUES(db_zero(name), db_int(w->rule.floor_us), db_int(w->rule.keep_us),
		       db_int(w->rule.redact_us)),
		   ERR_INPUT, "there is no such class", err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_RETENTION_SET,
		       .actor = w->actor,
		       EVENT_VALUES({.name = "class", .text = str_from(name)},
			   {.name = "floor_us", .number = w->rule.floor_us},
			   {.name = "keep_us", .number = w->rule.keep_us},
			   {.name = "reason", .text = w->reason},
			   {.name = "redact_us", .number = w->rule.redact_us})},
		   err);
}

bool
retention_set(struct store *s, enum content_class c, const struct retention_rule *rule,
    const char *actor, struct str reason, struct err *err)
{
	struct setting w = {c, *rule, actor, str_trim(reason)};

	if (utf8_length(w.reason) < RETENTION_REASON_MIN)
		return err_set(
		    err, ERR_INPUT, "say why, in at least %d characters", RETENTION_REASON_MIN);
	if (rule->floor_us < 0 || rule->keep_us < rule->floor_us)
		return err_set(err, ERR_INPUT, "what is kept is kept at least until its floor");
	if (rule->redact_us < 0 || rule->redact_us > rule->floor_us)
		return err_set(err, ERR_INPUT,
		    "what two people may not erase yet, time does not erase either");
	return db_do(s->db, set_work, &w, err);
}
