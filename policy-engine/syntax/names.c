/* SPDX-License-Identifier: MIT */
#include "names.h"

#include "hash.h"

#include <pthread.h>

#define SLOTS_FIRST 512

static uint64_t secret; /* of this process, so that no text can be made whose names share a slot */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
draw(void)
{
	random_bytes(&secret, sizeof(secret));
}

/* Eight bytes at a time, each mixed in by MurmurHash3's finalizer. */
static uint64_t
hash(struct str s)
{
	uint64_t h = secret ^ s.n, word;

	for (size_t i = 0; i < s.n; i += sizeof(word)) {
		word = 0;
		memcpy(&word, s.p + i, s.n - i < sizeof(word) ? s.n - i : sizeof(word));
		h ^= word;
		h = (h ^ h >> 33) * 0xff51afd7ed558ccdu;
		h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53u;
		h ^= h >> 33;
	}
	return h;
}

/* The slot that has the text, or the free one where it belongs. */
static size_t
slot_of(const struct names *n, struct str s)
{
	size_t at = hash(s) & (n->slot_count - 1);

	while (n->slots[at] != 0 && !str_eq(n->texts[n->slots[at]], s))
		at = (at + 1) & (n->slot_count - 1);
	return at;
}

/* Twice the slots; at first, with the empty text. */
static bool
grow(struct names *n)
{
	size_t slots = n->slot_count == 0 ? SLOTS_FIRST : n->slot_count * 2;
	uint32_t *fresh = arena_array(n->arena, slots, sizeof(*fresh));

	pthread_once(&once, draw);
	if (fresh == NULL || (n->count == 0 && arena_push(n->arena, &n->texts, &n->count,
						   &n->capacity, sizeof(*n->texts)) == NULL))
		return false;
	n->slots = fresh;
	n->slot_count = slots;
	for (uint32_t id = 1; id < n->count; id++)
		n->slots[slot_of(n, n->texts[id])] = id;
	return true;
}

static uint32_t
add(struct names *n, struct str s, bool copy)
{
	struct str *t;
	size_t at;

	if (s.n == 0 || n->full)
		return 0;
	n->full = n->count * 2 >= n->slot_count && !grow(n);
	if (n->full)
		return 0;
	at = slot_of(n, s);
	if (n->slots[at] != 0)
		return n->slots[at];
	if ((copy && !arena_copy(n->arena, s, &s)) ||
	    (t = arena_push(n->arena, &n->texts, &n->count, &n->capacity, sizeof(*t))) == NULL) {
		n->full = true;
		return 0;
	}
	*t = s;
	n->slots[at] = (uint32_t)(n->count - 1);
	return n->slots[at];
}

uint32_t
names_find(const struct names *n, struct str s)
{
	return n->slot_count == 0 ? 0 : n->slots[slot_of(n, s)];
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
