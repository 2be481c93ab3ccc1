/* SPDX-License-Identifier: MIT */
#include "keys_list.h"

#include "clock.h"
#include "trust.h"

#include <stdio.h>

#define LIST_BYTES_MAX ((size_t)4 << 20)
#define DAY_BYTES 10

struct listed {
	struct str owner;
	const char *purpose, *keyid;
	int64_t from_us, until_us, revoked_us;
};

struct list {
	int64_t now_us;
	bool json;
	struct buf out;
	struct json_writer w;
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
put_time(struct json_writer *w, const char *name, int64_t us)
{
	char stamp[CLOCK_STAMP_BYTES];

	if (us == 0)
		return;
	clock_stamp_of(us, stamp);
	json_put_text(w, name, stamp);
}

static void
put(struct list *l, const struct listed *k)
{
	char from[CLOCK_STAMP_BYTES], until[CLOCK_STAMP_BYTES];

	if (l->json) {
		json_object(&l->w);
		json_put_text(&l->w, "keyid", k->keyid);
		json_put_str(&l->w, "owner", k->owner);
		json_put_text(&l->w, "purpose", k->purpose);
		put_time(&l->w, "from", k->from_us);
		put_time(&l->w, "until", k->until_us);
		put_time(&l->w, "revoked", k->revoked_us);
		json_put_text(&l->w, "state", state_of(k, l->now_us));
		json_end_object(&l->w);
		return;
	}
	clock_stamp_of(k->from_us, from);
	clock_stamp_of(k->until_us, until);
	buf_printf(&l->out, "%.16s  %-8s %-8s %.*s to %.*s  %.*s\n", k->keyid, k->purpose,
	    state_of(k, l->now_us), DAY_BYTES, from, DAY_BYTES, until, STR_ARG(k->owner));
}

static void
put_all(struct list *l, const struct trust *t)
{
	for (size_t i = 0; i < t->count; i++)
		for (size_t n = 0; n < t->people[i].key_count; n++) {
			const struct person_key *k = &t->people[i].keys[n];
			put(l, &(struct listed){t->people[i].id, "person", k->id, k->from_us,
				   k->until_us, k->revoked_us});
		}
	for (size_t i = 0; i < t->service_count; i++) {
		const struct trust_service *s = &t->services[i];
		put(l, &(struct listed){s->name, service_purpose_name(s->purpose), s->id,
			   s->from_us, s->until_us, s->revoked_us});
	}
}

int
keys_list(struct arena *a, const char *path, bool json)
{
	struct list l = {.now_us = clock_utc_us(), .json = json};
	struct err_list errs = {.count = 0};
	struct trust *t;
	struct err err;

	path = path ? path : trust_path(a);
	if (!path) {
		err_set(&err, ERR_USAGE, "there is no trust file: name one, or set SLUICE_TRUST");
		return print_error(&err);
	}
	if (!trust_load(a, path, &t, &errs))
		return print_errors(&errs);
	buf_init(&l.out, LIST_BYTES_MAX);
	json_writer_init(&l.w, &l.out, true);
	if (json)
		json_array(&l.w);
	put_all(&l, t);
	if (json) {
		json_end_array(&l.w);
		buf_char(&l.out, '\n');
	}
	return print_buf(&l.out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}
