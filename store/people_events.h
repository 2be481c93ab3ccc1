/* SPDX-License-Identifier: MIT */
/* people_events.h: keys and roles before and behind another trust file. Private to this folder. */
#ifndef STORE_PEOPLE_EVENTS_H
#define STORE_PEOPLE_EVENTS_H

#include "ledger_parts.h"
#include "store.h"

struct held { /* a key or a role that counts now */
	bool is_key;
	struct str name, person, scope;
	int64_t from_us, until_us;
};

struct held_list {
	struct arena *a;
	struct held *items;
	size_t count;
};

bool held_read(struct db *db, struct held_list *out, struct err *err);
void held_release(struct held_list *l); /* also where held_read failed */
/* An event for each difference between `before` and what counts now. */
bool held_note_changes(struct db *db, const struct held_list *before, struct err *err);

/* The keys of services (log, receipt, witness, policy), against those of the file before. */
bool services_note_changes(struct db *db, const struct trust *t, struct err *err);

#endif
