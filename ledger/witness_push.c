/* SPDX-License-Identifier: MIT */
/*
 * witness_push.c: the last checkpoint goes to each witness that has an address in the trust file.
 *
 * Theory: how far each witness is known to be stands in a row of meta, `witness NAME`, as JSON. It
 * is a help, not a truth: a witness that knows another size says so (409), and is asked again from
 * there. What fails comes back later, twice as late each time. A witness that knows more events
 * than there are, or another past, has seen what this log must never do: that is an incident. It
 * stands in the log, and nothing starts while the trust file wants witnesses, until one of them
 * signs again or the log goes on under another name (ledger_adopt.c).
 */
#include "witness.h"

#include "ledger_parts.h"
#include "note.h"

#include "json.h"

#include <stdio.h>
#include <stdlib.h>

#define ROW_BYTES_MAX 4096
#define ROW_NAME "witness "
#define PAUSE_US INT64_C(10000000)   /* between two checkpoints */
#define BACK_OFF_US INT64_C(1000000) /* after the first failure */
#define BACK_OFF_DOUBLINGS 9         /* then every 512 s */
#define SAID_BYTES_MAX 200

/* -- the row --------------------------------------------------------------------------------- */

struct kept_standing {
	struct str log; /* whose it is */
	struct witness_standing of;
};

#define M(member) MEMBER_AS(#member, struct kept_standing, of.member)
FORM(kept_form, struct kept_standing, M(failures), M(heard), M(known),
    MEMBER(struct kept_standing, log), M(next_us), M(refused), M(said), M(stops));

/* A standing of another log, or one that can't be read, counts as unknown. */
static void
parse_standing(struct arena *a, struct str text, struct str origin, struct witness_standing *out)
{
	struct kept_standing kept = {.of = {.name = out->name}};
	struct json_doc d;
	struct err ignored;

	if (text.n > 0 && json_parse(a, text, "witness", &JSON_LIMITS, &d, NULL, &ignored) &&
	    record_read(a, &d, json_root(&d), &kept_form, &kept, &ignored) &&
	    str_eq(kept.log, origin))
		*out = kept.of;
}

static bool
read_standing(struct db *db, struct arena *a, struct str origin, struct str name,
    struct witness_standing *out, struct err *err)
{
	struct str text;
	const char *row = arena_printf(a, ROW_NAME "%.*s", STR_ARG(name));

	*out = (struct witness_standing){.name = name};
	if (!row)
		return err_memory(err);
	if (!db_one(
		db, a, "SELECT value FROM meta WHERE name = $1", VALUES(db_zero(row)), &text, err))
		return false;
	parse_standing(a, text, origin, out);
	return true;
}

static bool
write_standing(struct db *db, struct arena *a, struct str origin, const struct witness_standing *st,
    struct err *err)
{
	const char *row = arena_printf(a, ROW_NAME "%.*s", STR_ARG(st->name));
	struct kept_standing kept = {origin, *st};
	struct str text;

	kept.of.said = str_slice(st->said, 0, SAID_BYTES_MAX);
	if (!row)
		return err_memory(err);
	return record_text(a, &kept_form, &kept, ROW_BYTES_MAX, &text, err) &&
	       db_change(db,
		   "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO "
		   "UPDATE SET value = excluded.value",
		   VALUES(db_zero(row), db_text(text)), NULL, err);
}

/* -- whose turn ------------------------------------------------------------------------------ */

static const struct trust_service *
next_witness(const struct trust *t, size_t *at)
{
	while (*at < t->service_count) {
		const struct trust_service *one = &t->services[(*at)++];
		bool again = false;
		for (size_t i = 0; i + 1 < *at && !again; i++)
			again = t->services[i].purpose == SERVICE_WITNESS &&
				t->services[i].url.n > 0 && str_eq(t->services[i].name, one->name);
		if (one->purpose == SERVICE_WITNESS && one->url.n > 0 && !again)
			return one;
	}
	return NULL;
}

/* That a witness has signed is an event too; if that alone made it be asked again, the log would
 * never be still. */
static bool
has_news(struct db *db, int64_t known, bool *news, struct err *err)
{
	return db_any(db,
	    "SELECT 1 FROM ledger_event WHERE seq >= $1 AND type NOT IN ('checkpoint.witnessed', "
	    "'checkpoint.refused') LIMIT 1",
	    VALUES(db_int(known)), news, err);
}

static bool
is_due(struct store *s, const struct witness_standing *st, int64_t size, bool now, bool *due,
    struct err *err)
{
	bool news = true;

	*due = false;
	if (st->known >= size && !st->refused && !st->heard)
		return true;
	if (!now && !st->refused && !st->heard && !has_news(s->db, st->known, &news, err))
		return false;
	*due = now || (news && store_now_us(s) >= st->next_us);
	return true;
}

bool
witness_push_next(struct store *s, struct arena *a, const struct trust *t, bool now, size_t *at,
    struct witness_push *out, bool *found, struct err *err)
{
	const struct trust_service *one;
	struct checkpoint head;
	struct str origin, note;

	*found = false;
	if (!ledger_origin(s->db, a, &origin, err) || !ledger_head_note(s, a, &note, err))
		return err->code == ERR_INPUT; /* nothing is signed yet */
	if (!checkpoint_read(a, note, &head, err))
		return false;
	if (!str_eq(head.origin, origin))
		return true;
	while (!*found && (one = next_witness(t, at))) {
		if (!read_standing(s->db, a, origin, one->name, &out->standing, err) ||
		    !is_due(s, &out->standing, head.size, now, found, err))
			return false;
		if (out->standing.known > head.size)
			out->standing.known = 0; /* it says itself what it knows */
		out->url = one->url;
	}
	out->size = head.size;
	out->origin = origin;
	return !*found || witness_request(s, a, out->standing.known, &out->request, err);
}

/* -- what came of it ------------------------------------------------------------------------- */

static bool
keep(struct store *s, struct arena *a, const struct trust *t, struct witness_push *p,
    struct err *err)
{
	p->standing.stops = t->witnesses > 0;
	return write_standing(s->db, a, p->origin, &p->standing, err);
}

bool
witness_push_failed(struct store *s, struct arena *a, const struct trust *t, struct witness_push *p,
    struct str words, struct err *err)
{
	int64_t doublings =
	    p->standing.failures < BACK_OFF_DOUBLINGS ? p->standing.failures : BACK_OFF_DOUBLINGS;

	p->standing.failures++;
	p->standing.next_us = store_now_us(s) + (BACK_OFF_US << doublings);
	p->standing.said = words;
	return keep(s, a, t, p, err);
}

struct refusal_work {
	struct store *s;
	struct arena *a;
	const struct trust *t;
	struct witness_push *p;
	struct str words;
};

/* The event is written once: while it stands, the witness is asked again, more and more seldom. */
static bool
refuse(struct db *db, void *context, struct err *err)
{
	struct refusal_work *r = context;
	struct witness_push p = *r->p;
	bool fresh = !p.standing.refused;

	p.standing.refused = true;
	return witness_push_failed(r->s, r->a, r->t, &p, r->words, err) &&
	       (!fresh || ledger_note(db,
			      &(struct event_note){.kind = EVENT_CHECKPOINT_REFUSED,
				  .actor = "sluice",
				  EVENT_VALUES({.name = "size", .number = p.size},
				      {.name = "witness", .text = p.standing.name})},
			      err));
}

static bool
refused(struct store *s, struct arena *a, const struct trust *t, struct witness_push *p,
    const char *words, struct err *err)
{
	struct refusal_work r = {s, a, t, p, str_from(words)};

	return words ? db_do(s->db, refuse, &r, err) : err_memory(err);
}

static bool
accepted(struct store *s, struct arena *a, const struct trust *t, struct witness_push *p,
    struct str lines, struct err *err)
{
	struct err why;

	if (!witness_accept(s, a, t, lines, &why))
		return witness_push_failed(s, a, t, p, str_from(why.message), err);
	p->standing = (struct witness_standing){
	    .name = p->standing.name, .known = p->size, .next_us = store_now_us(s) + PAUSE_US};
	return keep(s, a, t, p, err);
}

/* It knows another size than we thought. */
static bool
corrected(struct store *s, struct arena *a, const struct trust *t, struct witness_push *p,
    struct str body, struct err *err)
{
	int64_t size;

	if (!str_number(str_trim(body), &size))
		return witness_push_failed(s, a, t, p, STR("its answer has no size"), err);
	if (size > p->size)
		return refused(s, a, t, p,
		    arena_printf(a, "it has signed %lld events of this log, but the log has %lld",
			(long long)size, (long long)p->size),
		    err);
	if (size == p->standing.known)
		return refused(s, a, t, p, "it has signed different events of this log", err);
	p->standing.known = size;
	p->standing.heard = true;
	p->standing.next_us = 0;
	return keep(s, a, t, p, err);
}

bool
witness_push_answer(struct store *s, struct arena *a, const struct trust *t, struct witness_push *p,
    int64_t status, struct str body, struct err *err)
{
	const char *words;

	switch (status) {
	case 200:
		return accepted(s, a, t, p, body, err);
	case 409:
		return corrected(s, a, t, p, body, err);
	case 422:
		return refused(s, a, t, p,
		    "the log does not extend the checkpoint that the witness signed", err);
	default:
		words = arena_printf(a, "it answered %lld: %.*s", (long long)status,
		    STR_ARG(str_trim(str_slice(body, 0, SAID_BYTES_MAX))));
		return words ? witness_push_failed(s, a, t, p, str_from(words), err)
			     : err_memory(err);
	}
}

/* -- how it stands --------------------------------------------------------------------------- */

bool
witness_standings(struct store *s, struct arena *a, const struct trust *t,
    void (*hear)(void *context, const struct witness_standing *st), void *context, struct err *err)
{
	const struct trust_service *one;
	struct witness_standing st;
	struct str origin;

	if (!ledger_origin(s->db, a, &origin, err))
		return false;
	for (size_t at = 0; (one = next_witness(t, &at));) {
		if (!read_standing(s->db, a, origin, one->name, &st, err))
			return false;
		hear(context, &st);
	}
	return true;
}

struct stopping {
	struct arena *a;
	struct str origin;
	char name[NOTE_NAME_BYTES_MAX + 1], said[SAID_BYTES_MAX + 1];
	bool stops;
};

static bool
take_row(void *context, const struct db_row *row)
{
	struct stopping *g = context;
	struct witness_standing st = {.known = 0};

	parse_standing(g->a, db_column_text(row, 1), g->origin, &st);
	if (!st.refused || !st.stops)
		return true;
	g->stops = true;
	struct str name = db_column_text(row, 0);
	snprintf(g->name, sizeof(g->name), "%.*s",
	    STR_ARG(str_slice(name, sizeof(ROW_NAME) - 1, name.n)));
	snprintf(g->said, sizeof(g->said), "%.*s", STR_ARG(st.said));
	return true;
}

bool
ledger_witnesses_let(struct store *s, struct arena *a, struct err *err)
{
	struct stopping g = {.a = a};

	if (!ledger_origin(s->db, a, &g.origin, err) ||
	    !db_query(s->db, "SELECT name, value FROM meta WHERE name LIKE 'witness %'", NULL, 0,
		take_row, &g, err))
		return false;
	if (!g.stops)
		return true;
	err_set(err, ERR_REFUSED, "the witness '%s' refused the ledger: %s", g.name, g.said);
	return err_help(err,
	    "see docs/ledger.md, when a witness refuses; `sluice ledger push` asks the witness again");
}
