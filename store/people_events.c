/* SPDX-License-Identifier: MIT */
/* people_events.c: what another trust file changed, told as events: keys and roles that count now
 * are listed before and behind the change, and the two lists are compared. */
#include "people_events.h"

#define HELD_BYTES_MAX ((size_t)64 << 20)

static const char LIST[] =
    "SELECT 1 AS is_key, keyid AS name, principal_id AS person, '' AS scope, from_us, until_us "
    "FROM principal_key WHERE until_us > now_us() AND revoked_us IS NULL "
    "UNION ALL SELECT 0, role, principal_id, scope, from_us, until_us FROM role_grant "
    "WHERE until_us > now_us() ORDER BY 1 DESC, 2, 3, 4, 5";

#define M(member) MEMBER(struct held, member)
FORM(held_form, struct held, M(is_key), M(name), M(person), M(scope), M(from_us), M(until_us));

bool
held_read(struct db *db, struct held_list *out, struct err *err)
{
	*out = (struct held_list){.a = arena_new(HELD_BYTES_MAX)};
	if (!out->a)
		return err_memory(err);
	return db_list(db, out->a, LIST, NULL, 0, &held_form, &out->items, &out->count, err);
}

void
held_release(struct held_list *l)
{
	arena_free(l->a);
}

static bool
is_in(const struct held_list *l, const struct held *h, bool exactly)
{
	for (size_t i = 0; i < l->count; i++) {
		const struct held *o = &l->items[i];
		if (o->is_key == h->is_key && str_eq(o->name, h->name) &&
		    str_eq(o->person, h->person) && str_eq(o->scope, h->scope) &&
		    (!exactly || (o->from_us == h->from_us && o->until_us == h->until_us)))
			return true;
	}
	return false;
}

static bool
note_held(struct db *db, const struct held *h, struct err *err)
{
	if (h->is_key)
		return ledger_note(db,
		    &(struct event_note){.kind = EVENT_KEY_ADDED,
			.actor = "sluice",
			EVENT_VALUES({.name = "from_us", .number = h->from_us},
			    {.name = "keyid", .text = h->name},
			    {.name = "person", .text = h->person},
			    {.name = "until_us", .number = h->until_us})},
		    err);
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_ROLE_GRANTED,
		.actor = "sluice",
		EVENT_VALUES({.name = "from_us", .number = h->from_us},
		    {.name = "person", .text = h->person}, {.name = "role", .text = h->name},
		    {.name = "scope", .text = h->scope},
		    {.name = "until_us", .number = h->until_us})},
	    err);
}

static bool
note_ended(struct db *db, const struct held *h, struct err *err)
{
	if (h->is_key)
		return ledger_note(db,
		    &(struct event_note){.kind = EVENT_KEY_REVOKED,
			.actor = "sluice",
			EVENT_VALUES({.name = "keyid", .text = h->name},
			    {.name = "person", .text = h->person})},
		    err);
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_ROLE_ENDED,
		.actor = "sluice",
		EVENT_VALUES({.name = "person", .text = h->person},
		    {.name = "role", .text = h->name}, {.name = "scope", .text = h->scope})},
	    err);
}

bool
held_note_changes(struct db *db, const struct held_list *before, struct err *err)
{
	struct held_list now;
	bool good = held_read(db, &now, err);

	for (size_t i = 0; good && i < before->count; i++)
		good =
		    is_in(&now, &before->items[i], false) || note_ended(db, &before->items[i], err);
	for (size_t i = 0; good && i < now.count; i++)
		good = is_in(before, &now.items[i], true) || note_held(db, &now.items[i], err);
	held_release(&now);
	return good;
}
