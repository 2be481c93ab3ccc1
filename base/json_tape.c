/* SPDX-License-Identifier: MIT */
#include "json_tape.h"

#include "hash.h"

#include <sodium.h>

#define NODES_FIRST 64
#define NODES_SAMPLE 32768 /* enough to guess from */
#define GROWTH_MAX 8
#define PAIRWISE_MAX ((size_t)16)

_Static_assert(sizeof(((struct tape *)NULL)->key) == crypto_shorthash_KEYBYTES, "the hash's key");

void
tape_init(struct tape *t, struct arena *a, size_t source_bytes, const struct json_limits *limits)
{
	size_t nodes_max = limits->nodes < UINT32_MAX ? limits->nodes : UINT32_MAX;

	*t = (struct tape){
	    .arena = a,
	    .source_bytes = source_bytes,
	    .nodes_max = nodes_max,
	    .depth_max = limits->depth,
	};
}

static bool
fails(struct tape *t, enum tape_fault fault)
{
	t->fault = fault;
	return false;
}

/*
 * How many nodes to make room for, `at` bytes into the source. The rest of a text is mostly as
 * dense as its beginning, but a hostile one is not: a guess from few nodes is bounded.
 */
static size_t
next_capacity(const struct tape *t, size_t at)
{
	double dense = (double)t->count * 1.05 / (double)(at + 1);
	double guess = dense * (double)t->source_bytes;
	size_t least = t->count + t->count / 2;
	size_t most = t->count < NODES_SAMPLE ? t->count * GROWTH_MAX : t->nodes_max;

	if (t->count == 0)
		return NODES_FIRST < t->nodes_max ? NODES_FIRST : t->nodes_max;
	if (most > t->nodes_max)
		most = t->nodes_max;
	if (guess >= (double)most)
		return most;
	if (least > most)
		return most;
	return guess > (double)least ? (size_t)guess : least;
}

static bool
move_nodes(struct tape *t, size_t capacity)
{
	struct json_node *nodes = arena_array(t->arena, capacity, sizeof(*nodes));

	if (!nodes)
		return false;
	if (t->count > 0)
		memcpy(nodes, t->nodes, t->count * sizeof(*nodes));
	t->nodes = nodes;
	t->capacity = capacity;
	return true;
}

bool
tape_grow(struct tape *t, size_t at)
{
	if (t->count >= t->nodes_max)
		return fails(t, TAPE_FULL);
	size_t capacity = next_capacity(t, at), modest = t->count + t->count / 2;
	if (move_nodes(t, capacity))
		return true;
	if (modest > t->count && modest < capacity && move_nodes(t, modest))
		return true;
	return fails(t, TAPE_MEMORY);
}

bool
tape_open(struct tape *t, enum json_kind kind, size_t at)
{
	if (t->depth >= t->depth_max)
		return fails(t, TAPE_DEEP);
	struct json_node *n = tape_add(t, kind, 0, at, at);
	if (!n)
		return false;
	struct tape_frame *f =
	    arena_push(t->arena, &t->frames, &t->depth, &t->frame_capacity, sizeof(*t->frames));
	if (!f)
		return fails(t, TAPE_MEMORY);
	*f = (struct tape_frame){.node = (uint32_t)(n - t->nodes)};
	return true;
}

void
tape_close(struct tape *t, size_t end)
{
	t->depth--;
	t->nodes[t->frames[t->depth].node].end = (uint32_t)end;
}

static const struct json_node *
next_name(const struct tape *t, const struct json_node *name)
{
	return name->next ? &t->nodes[name->next] : NULL;
}

/* The length and some bytes: names that differ here are not the same. */
static uint32_t
rough_key(struct str name)
{
	const unsigned char *p = (const unsigned char *)name.p;

	if (name.n == 0)
		return 0;
	return (uint32_t)name.n << 24 | (uint32_t)p[0] << 16 | (uint32_t)p[name.n / 2] << 8 |
	       p[name.n - 1];
}

static const struct json_node *
same_before(const struct tape *t, const struct json_node *first, const struct json_node *n)
{
	while (first && first != n && !str_eq(first->text, n->text))
		first = next_name(t, first);
	return first != n ? first : NULL;
}

/* Bits of a word tell most names from those before without a look at them. */
static void
compare_pairwise(
    const struct tape *t, const struct json_node *first, tape_found *found, void *context)
{
	uint64_t seen = 0;

	for (const struct json_node *n = first; n; n = next_name(t, n)) {
		uint64_t bit = (uint64_t)1 << (rough_key(n->text) * 0x9e3779b1u >> 26);
		const struct json_node *same = seen & bit ? same_before(t, first, n) : NULL;
		if (same && !found(context, same, n))
			return;
		seen |= bit;
	}
}

static size_t
slots_for(size_t names)
{
	size_t slots = 2 * PAIRWISE_MAX;

	while (slots < 2 * names)
		slots *= 2;
	return slots;
}

static bool
clear_slots(struct tape *t, size_t count)
{
	if (count <= t->slot_count) {
		memset(t->slots, 0, count * sizeof(*t->slots));
		return true;
	}
	t->slots = arena_array(t->arena, count, sizeof(*t->slots));
	t->slot_count = t->slots ? count : 0;
	if (!t->keyed)
		random_bytes(t->key, sizeof(t->key));
	t->keyed = true;
	return t->slots || fails(t, TAPE_MEMORY);
}

/* The name that stands there with the same text; the slot is taken for `name` where there is none.
 */
static const struct json_node *
claim_slot(struct tape *t, size_t mask, const struct json_node *name)
{
	uint64_t hash;

	crypto_shorthash(
	    (unsigned char *)&hash, (const unsigned char *)name->text.p, name->text.n, t->key);
	uint32_t tag = (uint32_t)(hash >> 32);
	for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
		struct tape_slot *slot = &t->slots[i];
		if (slot->name == 0) {
			*slot = (struct tape_slot){(uint32_t)(name - t->nodes), tag};
			return NULL;
		}
		if (slot->tag == tag && str_eq(t->nodes[slot->name].text, name->text))
			return &t->nodes[slot->name];
	}
}

bool
tape_duplicates(struct tape *t, tape_found *found, void *context)
{
	const struct json_node *object = &t->nodes[t->frames[t->depth - 1].node];
	size_t slots = slots_for(object->count);

	if (object->count < 2)
		return true;
	if (object->count <= PAIRWISE_MAX) {
		compare_pairwise(t, object + 1, found, context);
		return true;
	}
	if (!clear_slots(t, slots))
		return false;
	for (const struct json_node *n = object + 1; n; n = next_name(t, n)) {
		const struct json_node *first = claim_slot(t, slots - 1, n);
		if (first && !found(context, first, n))
			return true;
	}
	return true;
}
