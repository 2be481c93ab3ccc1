/* SPDX-License-Identifier: MIT */
/*
 * people_events.c: what another trust file changed, told as events: keys and roles are listed before
 * and behind the change, and the two lists are compared. People's are in tables; the services' are
 * kept as one text, for this comparison alone.
 */
#include "people_events.h"

#define HELD_BYTES_MAX ((size_t)64 << 20)
#define SERVICES_MAX 1000

enum held_what { HELD_ROLE = 0, HELD_KEY, HELD_SERVICE };
struct held {
	int64_t what; /* enum held_what */
	struct str name, owner,
	    scope; /* name: the role, or the key's id; scope: a service's purpose */
	int64_t from_us, until_us, revoked_us;
};

/* Their events, and the names of the members there. */
static const struct {
	enum event_kind begun, ended;
	const char *name, *owner, *scope;
} WORDS[] = {
    [HELD_ROLE] = {EVENT_ROLE_GRANTED, EVENT_ROLE_ENDED, "role", "person", "scope"},
    [HELD_KEY] = {EVENT_KEY_ADDED, EVENT_KEY_REVOKED, "keyid", "person", NULL},
    [HELD_SERVICE] = {EVENT_SERVICE_KEY, EVENT_SERVICE_KEY_GONE, "keyid", "name", "purpose"},
};

#define M(member) MEMBER(struct held, member)
FORM(people_form, struct held, M(what), M(name), M(owner), M(scope), M(from_us), M(until_us));
FORM(service_form, struct held, M(from_us), MEMBER_AS("keyid", struct held, name),
    MEMBER_AS("name", struct held, owner), MEMBER_AS("purpose", struct held, scope), M(revoked_us),
    M(until_us));
FORM(services_form, struct held_list,
    {.name = "services",
	.kind = FIELD_PARTS,
	.at = offsetof(struct held_list, services),
	.count_at = offsetof(struct held_list, service_count),
	.most = SERVICES_MAX,
	.form = &service_form});

static bool
read_people(struct db *db, struct held_list *l, struct err *err)
{
	return db_list(db, l->a,
	    "SELECT 1 AS what, keyid AS name, principal_id AS owner, '' AS scope, from_us, until_us "
	    "FROM principal_key WHERE until_us > now_us() AND revoked_us IS NULL "
	    "UNION ALL SELECT 0, role, principal_id, scope, from_us, until_us FROM role_grant "
	    "WHERE until_us > now_us() ORDER BY 1 DESC, 2, 3, 4, 5",
	    NULL, 0, &people_form, &l->people, &l->people_count, err);
}

static bool
read_services(struct db *db, struct held_list *l, struct err *err)
{
	struct json_doc *d = arena_alloc(l->a, sizeof(*d));
	struct str text;

	if (!d)
		return err_memory(err);
	if (!db_one(db, l->a, "SELECT value FROM meta WHERE name = 'service_keys'", NULL, 0, &text,
		err))
		return false;
	if (text.n > 0 && !(json_parse(l->a, text, NULL, &JSON_LIMITS, d, NULL, err) &&
			      record_read(l->a, d, json_root(d), &services_form, l, err)))
		return err_wrap(err, "the store's list of service keys");
	for (size_t i = 0; i < l->service_count; i++)
		l->services[i].what = HELD_SERVICE;
	return true;
}

static bool
write_services(struct db *db, struct held_list *l, struct err *err)
{
	struct str text;

	return record_text(l->a, &services_form, l, RECORD_BYTES_MAX, &text, err) &&
	       db_change(db,
		   "INSERT INTO meta (name, value) VALUES ('service_keys', $1) ON CONFLICT (name) DO "
		   "UPDATE SET value = excluded.value",
		   VALUES(db_text(text)), NULL, err);
}

static bool
services_of(const struct trust *t, struct held_list *l, struct err *err)
{
	l->services = arena_array(l->a, t->service_count + 1, sizeof(*l->services));
	if (!l->services)
		return err_memory(err);
	for (size_t i = 0; i < t->service_count; i++) {
		const struct trust_service *s = &t->services[i];
		l->services[i] = (struct held){HELD_SERVICE, str_from(s->id), s->name,
		    str_from(service_purpose_name(s->purpose)), s->from_us, s->until_us,
		    s->revoked_us};
	}
	l->service_count = t->service_count;
	return true;
}

static bool
begin(struct held_list *l, struct err *err)
{
	*l = (struct held_list){.a = arena_new(HELD_BYTES_MAX)};
	return l->a || err_memory(err);
}

bool
held_read(struct db *db, struct held_list *out, struct err *err)
{
	return begin(out, err) && read_people(db, out, err) && read_services(db, out, err);
}

void
held_release(struct held_list *l)
{
	arena_free(l->a);
}

static bool
is_in(const struct held *list, size_t count, const struct held *h, bool exactly)
{
	for (size_t i = 0; i < count; i++) {
		const struct held *o = &list[i];
		if (o->what == h->what && str_eq(o->name, h->name) && str_eq(o->owner, h->owner) &&
		    str_eq(o->scope, h->scope) &&
		    (!exactly || (o->from_us == h->from_us && o->until_us == h->until_us &&
				     o->revoked_us == h->revoked_us)))
			return true;
	}
	return false;
}

static bool
note(struct db *db, const struct held *h, bool ended, struct err *err)
{
	struct event_value values[6] = {{.name = WORDS[h->what].name, .text = h->name},
	    {.name = WORDS[h->what].owner, .text = h->owner}};
	size_t count = 2;

	if (WORDS[h->what].scope)
		values[count++] =
		    (struct event_value){.name = WORDS[h->what].scope, .text = h->scope};
	if (!ended) {
		values[count++] = (struct event_value){.name = "from_us", .number = h->from_us};
		values[count++] = (struct event_value){.name = "until_us", .number = h->until_us};
	}
	if (!ended && h->what == HELD_SERVICE)
		values[count++] =
		    (struct event_value){.name = "revoked_us", .number = h->revoked_us};
	return ledger_note(db,
	    &(struct event_note){.kind = ended ? WORDS[h->what].ended : WORDS[h->what].begun,
		.actor = "sluice",
		.values = values,
		.count = count},
	    err);
}

static bool
compare(struct db *db, const struct held *before, size_t before_count, const struct held *now,
    size_t now_count, struct err *err)
{
	bool good = true;

	for (size_t i = 0; good && i < before_count; i++)
		good = is_in(now, now_count, &before[i], false) || note(db, &before[i], true, err);
	for (size_t i = 0; good && i < now_count; i++)
		good = is_in(before, before_count, &now[i], true) || note(db, &now[i], false, err);
	return good;
}

bool
held_note_changes(
    struct db *db, const struct trust *t, const struct held_list *before, struct err *err)
{
	struct held_list now;
	bool good =
	    begin(&now, err) && read_people(db, &now, err) && services_of(t, &now, err) &&
	    compare(db, before->people, before->people_count, now.people, now.people_count, err) &&
	    compare(db, before->services, before->service_count, now.services, now.service_count,
		err) &&
	    (before->service_count + now.service_count == 0 || write_services(db, &now, err));

	held_release(&now);
	return good;
}
