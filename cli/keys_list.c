/* SPDX-License-Identifier: MIT */
#include "actions.h"

#include "record.h"
#include "trust.h"

#include <stdio.h>

struct listed {
	struct str owner;
	const char *purpose, *keyid, *state;
	int64_t from_us, until_us, revoked_us;
};

#define M(member) MEMBER(struct listed, member)
FORM(key_form, struct listed, M(keyid), M(owner), M(purpose),
    MEMBER_TIME("from", struct listed, from_us), MEMBER_TIME("until", struct listed, until_us),
    MEMBER_TIME("revoked", struct listed, revoked_us), M(state));

const char *
key_standing(int64_t from_us, int64_t until_us, int64_t revoked_us, int64_t now_us)
{
	if (revoked_us != 0 && revoked_us <= now_us)
		return "revoked";
	if (now_us < from_us)
		return "not yet";
	return now_us >= until_us ? "expired" : "valid";
}

static void
put(struct call *c, struct listed *k)
{
	k->state = key_standing(k->from_us, k->until_us, k->revoked_us, c->now_us);
	if (c->o->json) {
		record_put_item(&c->j, &key_form, k);
		return;
	}
	buf_printf(&c->out, "%.16s  %-8s %-8s %s to %s  %.*s\n", k->keyid, k->purpose, k->state,
	    day_of(k->from_us).text, day_of(k->until_us).text, STR_ARG(k->owner));
}

static void
put_all(struct call *c, const struct trust *t)
{
	for (size_t i = 0; i < t->count; i++)
		for (size_t n = 0; n < t->people[i].key_count; n++) {
			const struct person_key *k = &t->people[i].keys[n];
			put(c, &(struct listed){t->people[i].id, "person", k->id, NULL, k->from_us,
				   k->until_us, k->revoked_us});
		}
	for (size_t i = 0; i < t->service_count; i++) {
		const struct trust_service *s = &t->services[i];
		put(c, &(struct listed){s->name, service_purpose_name(s->purpose), s->id, NULL,
			   s->from_us, s->until_us, s->revoked_us});
	}
}

int
keys_list(struct call *c)
{
	const char *path = word(c, 0) ? word(c, 0) : trust_path(c->a);
	struct trust *t;

	if (!path)
		return call_error(c, "there is no trust file: name one, or set SLUICE_TRUST");
	if (!trust_load(c->a, path, &t, &c->errs))
		return call_fail(c);
	call_begin(c);
	if (c->o->json)
		json_array(&c->j);
	put_all(c, t);
	if (c->o->json)
		json_end_array(&c->j);
	return call_print(c);
}
