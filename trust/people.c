/* SPDX-License-Identifier: MIT */
/* people.c: looks up people and their rights in the trust file. */
#include "ballot.h"

#include "clock.h"
#include "file.h"

#include <stdlib.h>

#define TRUST_FILE "trust.yaml"

const char *
trust_path(struct arena *a)
{
	static const char system_file[] = "/etc/sluice/" TRUST_FILE;
	const char *set = getenv("SLUICE_TRUST"), *config = getenv("XDG_CONFIG_HOME"),
		   *home = getenv("HOME");
	const char *path = NULL;

	if (set && *set)
		return set;
	if (file_exists(system_file))
		return system_file;
	if (config && *config == '/')
		path = arena_printf(a, "%s/sluice/" TRUST_FILE, config);
	else if (home && *home == '/')
		path = arena_printf(a, "%s/.config/sluice/" TRUST_FILE, home);
	return path && file_exists(path) ? path : NULL;
}

const struct person *
trust_person(const struct trust *t, struct str id)
{
	for (size_t i = 0; i < t->count; i++)
		if (str_eq(t->people[i].id, id))
			return &t->people[i];
	return NULL;
}

static const struct person *
owner_among(
    const struct person *all, size_t count, const char *keyid, const struct person_key **key)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < all[i].key_count; k++)
			if (strcmp(all[i].keys[k].id, keyid) == 0) {
				*key = &all[i].keys[k];
				return &all[i];
			}
	return NULL;
}

const struct person *
trust_owner(const struct trust *t, const char *keyid, const struct person_key **key)
{
	return owner_among(t->people, t->count, keyid, key);
}

const struct person *
agent_owner(const struct trust *t, const char *keyid, const struct person_key **key)
{
	return owner_among(t->agents, t->agent_count, keyid, key);
}

/* Enough of a key id for a person to find it. */
#define KEYID_SHOWN 16

bool
key_counts(struct str owner, const struct person_key *k, int64_t at_us, struct err *err)
{
	char stamp[CLOCK_STAMP_BYTES];
	const char *what = NULL;
	int64_t when = 0;

	if (at_us < k->from_us) {
		what = "is not valid before";
		when = k->from_us;
	} else if (at_us >= k->until_us) {
		what = "is not valid since";
		when = k->until_us;
	} else if (k->revoked_us != 0 && at_us >= k->revoked_us) {
		what = "was revoked at";
		when = k->revoked_us;
	}
	if (!what)
		return true;
	clock_stamp_of(when, stamp);
	return err_set(err, ERR_INPUT, "the key %.*s of '%.*s' %s %s", KEYID_SHOWN, k->id,
	    STR_ARG(owner), what, stamp);
}

const struct person *
trust_key(const struct trust *t, const char *keyid, int64_t at_us, const struct person_key **key,
    struct err *err)
{
	const struct person *p = trust_owner(t, keyid, key);

	if (!p)
		err_set(err, ERR_INPUT, "the key %.*s belongs to no one in the trust file",
		    KEYID_SHOWN, keyid);
	return p && key_counts(p->id, *key, at_us, err) ? p : NULL;
}

bool
person_holds(const struct person *p, struct str role, struct str scope, int64_t at_us)
{
	for (size_t i = 0; i < p->role_count; i++) {
		const struct person_role *r = &p->roles[i];
		if (str_eq(r->role, role) && at_us >= r->from_us && at_us < r->until_us &&
		    (str_is(r->scope, "*") || str_eq(r->scope, scope)))
			return true;
	}
	return false;
}

const char *
service_purpose_name(enum service_purpose p)
{
	static const char *const names[] = {[SERVICE_LOG] = "log",
	    [SERVICE_RECEIPT] = "receipt",
	    [SERVICE_WITNESS] = "witness",
	    [SERVICE_POLICY] = "policy",
	    [SERVICE_WORKER] = "worker",
	    [SERVICE_AGENT] = "agent"};

	return p > SERVICE_NONE && p <= SERVICE_AGENT ? names[p] : NULL;
}

const struct trust_service *
trust_service(
    const struct trust *t, enum service_purpose purpose, struct str name, const char *keyid)
{
	for (size_t i = 0; i < t->service_count; i++) {
		const struct trust_service *s = &t->services[i];
		if (s->purpose == purpose && strcmp(s->id, keyid) == 0 &&
		    (name.n == 0 || str_eq(s->name, name)))
			return s;
	}
	return NULL;
}

const struct trust_service *
envelope_service(const struct trust *t, enum service_purpose purpose, struct str name,
    const struct envelope *e, struct err *err)
{
	const struct trust_service *s =
	    e->count == 1 ? trust_service(t, purpose, name, e->signatures[0].keyid) : NULL;

	if (e->count != 1)
		err_set(err, ERR_REFUSED, "it must have exactly one signature");
	else if (!s)
		err_set(err, ERR_REFUSED,
		    "it is signed by key %.*s, which the trust file does not name with the purpose "
		    "'%s'%s%.*s",
		    KEYID_SHOWN, e->signatures[0].keyid, service_purpose_name(purpose),
		    name.n > 0 ? " for " : "", STR_ARG(name));
	else if (envelope_verify(e, 0, &s->key))
		return s;
	else
		err_set(err, ERR_REFUSED, "the signature does not hold");
	return NULL;
}

bool
service_counts(const struct trust_service *s, int64_t at_us, struct err *err)
{
	struct person_key key = {
	    .from_us = s->from_us, .until_us = s->until_us, .revoked_us = s->revoked_us};

	memcpy(key.id, s->id, sizeof(key.id));
	if (key_counts(s->name, &key, at_us, err))
		return true;
	err->code = ERR_REFUSED;
	return false;
}
