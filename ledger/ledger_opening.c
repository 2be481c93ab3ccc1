/* SPDX-License-Identifier: MIT */
/* ledger_opening.c: what the event says that opened the log, or opened it again behind a restore;
 * and who signed what is said of its name and of its key. */
#include "ledger_parts.h"
#include "log_rules.h"

static bool
take_opened(void *context, const struct db_row *row)
{
	struct ledger_opening *o = context;

	o->seq = db_column_int(row, 0);
	if (!db_column_keep(o->a, row, 1, &o->body, o->err))
		return false;
	if (!event_read(o->a, o->body, &o->event, o->err))
		return false;
	ledger_opening_read(&o->event, o);
	return true;
}

void
ledger_opening_read(const struct event_row *e, struct ledger_opening *o)
{
	o->origin = event_said(e, "origin");
	o->follows = event_said(e, "follows");
	o->size = event_number(e, "size", 0);
	o->known_size = event_number(e, "known_size", 0);
	(void)digest_read(event_said(e, "root"), &o->root);
	(void)digest_read(event_said(e, "known_root"), &o->known_root);
}

bool
ledger_opening_last(struct db *db, struct arena *a, struct ledger_opening *out, struct err *err)
{
	*out = (struct ledger_opening){.a = a, .seq = -1, .err = err};
	return db_query(db,
	    "SELECT seq, body FROM ledger_event WHERE type = 'log.opened' ORDER BY seq DESC LIMIT "
	    "1",
	    NULL, 0, take_opened, out, err);
}

/* -- what people signed of it ---------------------------------------------------------------- */

static bool
is_opening(const struct event_row *e)
{
	return str_is(e->type, event_type(EVENT_LOG_OPENED));
}

bool
ledger_word_is_signed(const struct event_row *e)
{
	return is_opening(e) ? event_said(e, "follows").n > 0
			     : str_is(e->type, event_type(EVENT_LOG_KEY));
}

bool
ledger_word_holds(struct arena *a, const struct trust *t, const struct event_row *e,
    struct str origin, struct str envelope, struct err *err)
{
	struct signer by;

	if (envelope.n == 0)
		return err_set(err, ERR_REFUSED,
		    "nobody signed that the log continues under this %s",
		    is_opening(e) ? "name" : "key");
	return act_told(a, t, e, is_opening(e) ? event_said(e, "follows") : origin, envelope,
	    e->time_us, &by, err);
}
