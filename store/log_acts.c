/* SPDX-License-Identifier: MIT */
/* log_acts.c: people sign that the log goes on under another name, or under another key. */
#include "log_acts.h"

#include "acts.h"

static bool
keep_work(struct db *db, void *context, struct err *err)
{
	const struct act_entry *e = context;

	return content_use_in(db, NULL, CLASS_EVIDENCE, e->sha256, err);
}

/* The event of the change names the act, so that it needs no row and no event of its own. */
static bool
open_act(struct store *s, struct arena *a, enum act_kind kind, struct str envelope,
    struct act_entry *out, struct err *err)
{
	return act_open(s, a, kind, envelope, out, err) && act_gives_reason(&out->act, err) &&
	       db_do(s->db, keep_work, out, err);
}

bool
ledger_adopt_signed(
    struct store *s, struct arena *a, struct str envelope, struct str known, struct err *err)
{
	struct act_entry e;

	if (!open_act(s, a, ACT_ADOPT, envelope, &e, err))
		return false;
	const struct ledger_adoption how = {.name = e.act.target,
	    .actor = e.by,
	    .reason = e.act.reason,
	    .known = known,
	    .act = str_from(e.sha256)};
	return ledger_adopt(s, a, &how, err);
}

bool
ledger_key_rotate_signed(struct store *s, struct arena *a, struct str envelope,
    struct log_rotation *out, struct err *err)
{
	struct act_entry e;

	if (!open_act(s, a, ACT_ROTATE, envelope, &e, err))
		return false;
	const struct log_rotating how = {
	    .actor = e.by, .key = e.act.target, .reason = e.act.reason, .act = str_from(e.sha256)};
	return ledger_key_rotate(s, &how, out, err);
}
