/* SPDX-License-Identifier: MIT */
/* ledger_opening.c: what the event says that opened the log, or opened it again behind a restore;
 * and who signed what is said of its name and of its key. */
#include "ledger_parts.h"

#include "json.h"

static bool
take_opened(void *context, const struct db_row *row)
{
	struct ledger_opening *o = context;

	o->seq = db_column_int(row, 0);
	if (!db_column_keep(o->a, row, 1, &o->body, o->err))
		return false;
	return event_read(o->a, o->body, &o->event, o->err) &&
	       json_parse(o->a, o->event.data, "data", &JSON_LIMITS, &o->data, NULL, o->err) &&
	       ledger_opening_read(&o->data, o);
}

bool
ledger_opening_read(const struct json_doc *d, struct ledger_opening *o)
{
	const struct json_node *root = json_root(d);

	o->origin = json_get_text(d, root, "origin", STR(""));
	o->follows = json_get_text(d, root, "follows", STR(""));
	o->size = json_get_number(d, root, "size", 0);
	o->known_size = json_get_number(d, root, "known_size", 0);
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

/* -- what people signed of it ---------------------------------------------------------------- */

static bool
is_opening(struct str type)
{
	return str_is(type, event_type(EVENT_LOG_OPENED));
}

static struct str
told(const struct json_doc *d, const char *name)
{
	return json_get_text(d, json_root(d), name, STR(""));
}

bool
ledger_word_is_signed(struct str type, const struct json_doc *data)
{
	return is_opening(type) ? told(data, "follows").n > 0
				: str_is(type, event_type(EVENT_LOG_KEY));
}

static bool
is_envelope(struct str sha256, struct str envelope, struct err *err)
{
	char hex[DIGEST_HEX_BYTES];

	digest_hex_of(envelope, hex);
	return str_is(sha256, hex) || err_set(err, ERR_REFUSED, "the act's envelope was changed");
}

bool
ledger_word_holds(struct arena *a, const struct trust *t, const struct event_row *e,
    const struct json_doc *data, struct str origin, struct str envelope, int64_t at_us,
    struct err *err)
{
	bool opening = is_opening(e->type);
	struct str store = opening ? told(data, "follows") : origin;
	struct act act;

	if (envelope.n == 0)
		return err_set(err, ERR_REFUSED, "nobody signed that the log goes on under this %s",
		    opening ? "name" : "key");
	if (!is_envelope(told(data, "envelope"), envelope, err) ||
	    !act_counts(a, t, envelope, store, at_us, &act, err))
		return false;
	return (act.kind == (opening ? ACT_ADOPT : ACT_ROTATE) && str_eq(act.by, e->actor) &&
		   str_eq(act.target, told(data, opening ? "origin" : "key"))) ||
	       err_set(
		   err, ERR_REFUSED, "the event says something else than the act that was signed");
}
