/* SPDX-License-Identifier: MIT */
/* ledger_opening.c: what the event says that opened the log, or opened it again behind a restore. */
#include "ledger_parts.h"

#include "json.h"

static bool
take_opened(void *context, const struct db_row *row)
{
	struct ledger_opening *o = context;
	struct event_row e;
	struct json_doc d;

	o->seq = db_column_int(row, 0);
	if (!db_column_keep(o->a, row, 1, &o->body, o->err))
		return false;
	if (event_read(o->a, o->body, &e, o->err) &&
	    json_parse(o->a, e.data, "data", &JSON_LIMITS, &d, NULL, o->err))
		return ledger_opening_read(&d, o);
	return false;
}

bool
ledger_opening_read(const struct json_doc *d, struct ledger_opening *o)
{
	const struct json_node *root = json_root(d), *n;

	o->origin = json_get_text(d, root, "origin", STR(""));
	o->follows = json_get_text(d, root, "follows", STR(""));
	o->size = o->known_size = 0;
	if ((n = json_get(d, root, "size")) && !json_int(n, &o->size))
		return false;
	if ((n = json_get(d, root, "known_size")) && !json_int(n, &o->known_size))
		return false;
	(void)digest_read(json_get_text(d, root, "root", STR("")), &o->root);
	(void)digest_read(json_get_text(d, root, "known_root", STR("")), &o->known_root);
	return true;
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
