/* SPDX-License-Identifier: MIT */
/* names.h: each distinct text of a check gets a small number; equal numbers, equal texts. Number 0
 * is the empty text. Zeroed but for their arena, names hold nothing yet. */
#ifndef POLICY_NAMES_H
#define POLICY_NAMES_H

#include "arena.h"

struct names {
	struct arena *arena;
	struct str *texts;
	uint32_t *slots; /* open addressing; 0 is free */
	size_t count, capacity, slot_count;
	bool full; /* memory ran out: the check must stop */
};

/* Copies nothing: `s` must live as long as the names. 0 where memory ran out. */
uint32_t names_add(struct names *n, struct str s);
/* The same for a text that does not live so long. */
uint32_t names_copy(struct names *n, struct str s);
uint32_t names_find(const struct names *n, struct str s); /* 0: it was not added */
struct str names_text(const struct names *n, uint32_t id);

#endif
