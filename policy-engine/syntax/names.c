/* SPDX-License-Identifier: MIT */
#include "names.h"

#define SLOTS_FIRST 512

static uint32_t
hash(struct str s)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * 16777619u;
	return h;
}

bool
names_init(struct names *n, struct arena *a)
{
	struct str *first;

	*n = (struct names){.arena = a, .slot_count = SLOTS_FIRST};
	n->slots = arena_array(a, SLOTS_FIRST, sizeof(*n->slots));
	first = arena_push(a, &n->texts, &n->count, &n->capacity, sizeof(*n->texts));
	n->full = n->slots == NULL || first == NULL;
	return !n->full;
}

static bool
grow(struct names *n)
{
	size_t slots = n->slot_count * 2;
	uint32_t *fresh = arena_array(n->arena, slots, sizeof(*fresh));

	if (fresh == NULL)
		return false;
	for (uint32_t id = 1; id < n->count; id++) {
		size_t at = hash(n->texts[id]) & (slots - 1);

		while (fresh[at] != 0)
			at = (at + 1) & (slots - 1);
		fresh[at] = id;
	}
	n->slots = fresh;
	n->slot_count = slots;
	return true;
}

static uint32_t
add(struct names *n, struct str s, bool copy)
{
	size_t at = hash(s) & (n->slot_count - 1);
	struct str *t;

	if (s.n == 0 || n->full)
		return 0;
	for (; n->slots[at] != 0; at = (at + 1) & (n->slot_count - 1))
		if (str_eq(n->texts[n->slots[at]], s))
			return n->slots[at];
	if ((copy && !arena_copy(n->arena, s, &s)) ||
	    (t = arena_push(n->arena, &n->texts, &n->count, &n->capacity, sizeof(*t))) == NULL) {
		n->full = true;
		return 0;
	}
	*t = s;
	n->slots[at] = (uint32_t)(n->count - 1);
	if (n->count * 2 > n->slot_count && !grow(n))
		n->full = true;
	return (uint32_t)(n->count - 1);
}

uint32_t
names_add(struct names *n, struct str s)
{
	return add(n, s, false);
}

uint32_t
names_copy(struct names *n, struct str s)
{
	return add(n, s, true);
}

struct str
names_text(const struct names *n, uint32_t id)
{
	return id < n->count ? n->texts[id] : (struct str){"", 0};
}
