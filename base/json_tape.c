/* SPDX-License-Identifier: MIT */
#include "json_tape.h"

#include "hash.h"

#include <sodium.h>

#define NODES_FIRST 64
#define GROWTH_MAX 8
#define PAIRWISE_MAX 16

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
 * A tape that has used its room after `at` bytes will probably need room in proportion to the
 * source; but the guess is bounded, since a hostile text may be dense in front only.
 */
static bool
grow(struct tape *t, size_t at)
{
	if (t->count >= t->nodes_max)
		return fails(t, TAPE_FULL);
	double guess = (double)t->count * 1.05 * (double)t->source_bytes / (double)(at + 1);
	size_t capacity = t->count > 0 ? t->count * GROWTH_MAX : NODES_FIRST;
	if (t->count > 0 && guess < (double)capacity)
		capacity = (size_t)guess;
	if (capacity < t->count + t->count / 2)
		capacity = t->count + t->count / 2;
	if (capacity > t->nodes_max)
		capacity = t->nodes_max;
	struct json_node *nodes = arena_array(t->arena, capacity, sizeof(*nodes));
	if (!nodes)
		return fails(t, TAPE_MEMORY);
	if (t->count > 0)
		memcpy(nodes, t->nodes, t->count * sizeof(*nodes));
	t->nodes = nodes;
	t->capacity = capacity;
	return true;
}

struct json_node *
tape_add(struct tape *t, enum json_kind kind, unsigned flags, size_t at, size_t end)
{
	if (t->count == t->capacity && !grow(t, at))
		return NULL;
	uint32_t index = (uint32_t)t->count++;
	struct json_node *n = &t->nodes[index];
	n->kind = (uint8_t)kind;
	n->flags = (uint8_t)flags;
	n->at = (uint32_t)at;
	n->end = (uint32_t)end;
	if (t->depth == 0)
		return n;
	struct tape_frame *f = &t->frames[t->depth - 1];
	struct json_node *parent = &t->nodes[f->node];
	n->parent = f->node;
	if (parent->kind == JSON_OBJECT && !(flags & JSON_NAME))
		return n;
	if (f->last)
		t->nodes[f->last].next = index;
	f->last = index;
	parent->count++;
	return n;
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

static void
compare_pairwise(
    const struct tape *t, const struct json_node *names, tape_found *found, void *context)
{
	for (const struct json_node *n = next_name(t, names); n; n = next_name(t, n)) {
		const struct json_node *other = names;
		while (other != n && !str_eq(other->text, n->text))
			other = next_name(t, other);
		if (other != n && !found(context, other, n))
			return;
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
