/* SPDX-License-Identifier: MIT */
/* people_events.h: keys and roles before and behind another trust file. Private to this folder. */
#ifndef STORE_PEOPLE_EVENTS_H
#define STORE_PEOPLE_EVENTS_H

#include "ledger_parts.h"
#include "store.h"

struct held;
struct held_list {
	struct arena *a;
	struct held *people, *services; /* people's keys and roles; keys of services */
	size_t people_count, service_count;
};

/* What counts now. */
bool held_read(struct db *db, struct held_list *out, struct err *err);
void held_release(struct held_list *l); /* also where held_read failed */
/* An event for each difference between `before` and what counts now, by this trust file. */
bool held_note_changes(
    struct db *db, const struct trust *t, const struct held_list *before, struct err *err);

#endif
