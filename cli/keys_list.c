/* SPDX-License-Identifier: MIT */
#include "actions.h"

#include "clock.h"
#include "trust.h"

#include <stdio.h>

#define DAY_BYTES 10

struct listed {
	struct str owner;
	const char *purpose, *keyid;
	int64_t from_us, until_us, revoked_us;
};

static const char *
state_of(const struct listed *k, int64_t now_us)
{
	if (k->revoked_us != 0 && k->revoked_us <= now_us)
		return "revoked";
	if (now_us < k->from_us)
		return "not yet";
	return now_us >= k->until_us ? "expired" : "valid";
}

static void
put(struct call *c, const struct listed *k)
{
	char from[CLOCK_STAMP_BYTES], until[CLOCK_STAMP_BYTES];

	if (c->o->json) {
		json_object(&c->j);
		json_put_text(&c->j, "keyid", k->keyid);
		json_put_str(&c->j, "owner", k->owner);
		json_put_text(&c->j, "purpose", k->purpose);
		call_put_time(c, "from", k->from_us);
		call_put_time(c, "until", k->until_us);
		call_put_time(c, "revoked", k->revoked_us);
		json_put_text(&c->j, "state", state_of(k, c->now_us));
		json_end_object(&c->j);
		return;
	}
	clock_stamp_of(k->from_us, from);
	clock_stamp_of(k->until_us, until);
	buf_printf(&c->out, "%.16s  %-8s %-8s %.*s to %.*s  %.*s\n", k->keyid, k->purpose,
	    state_of(k, c->now_us), DAY_BYTES, from, DAY_BYTES, until, STR_ARG(k->owner));
}

static void
put_all(struct call *c, const struct trust *t)
{
	for (size_t i = 0; i < t->count; i++)
		for (size_t n = 0; n < t->people[i].key_count; n++) {
			const struct person_key *k = &t->people[i].keys[n];
			put(c, &(struct listed){t->people[i].id, "person", k->id, k->from_us,
				   k->until_us, k->revoked_us});
		}
	for (size_t i = 0; i < t->service_count; i++) {
		const struct trust_service *s = &t->services[i];
		put(c, &(struct listed){s->name, service_purpose_name(s->purpose), s->id,
			   s->from_us, s->until_us, s->revoked_us});
	}
}

int
keys_list(struct call *c)
{
	const char *path = word(c, 0) ? word(c, 0) : trust_path(c->a);
	struct err_list errs = {.count = 0};
	struct trust *t;

	if (!path)
		return call_error(c, "there is no trust file: name one, or set SLUICE_TRUST");
	if (!trust_load(c->a, path, &t, &errs))
		return print_errors(&errs);
	call_begin(c);
	if (c->o->json)
		json_array(&c->j);
	put_all(c, t);
	if (c->o->json)
		json_end_array(&c->j);
	return call_print(c);
}
