/* SPDX-License-Identifier: MIT */
/*
 * json_tape.h: how the readers of JSON and YAML build a tape. Private to base.
 *
 * The tape grows in the arena. Open containers are a stack of frames, so that no reader recurses.
 * Names are compared when their object is closed: pairwise in small objects, by a keyed hash in
 * large ones, which keeps hostile names linear too.
 */
#ifndef BASE_JSON_TAPE_H
#define BASE_JSON_TAPE_H

#include "json.h"

enum tape_fault {
	TAPE_OK = 0,
	TAPE_DEEP,
	TAPE_FULL,
	TAPE_MEMORY,
};

struct tape_frame {
	uint32_t node; /* the open container */
	uint32_t last; /* its last element or name; 0 for none */
};

struct tape_slot {
	uint32_t name; /* 0 is free: node 0 is never a name */
	uint32_t tag;
};

struct tape {
	struct arena *arena;
	struct json_node *nodes;
	size_t count, capacity;
	size_t nodes_max, depth_max;
	size_t source_bytes;
	struct tape_frame *frames;
	size_t depth, frame_capacity;
	struct tape_slot *slots; /* kept from object to object; size is a power of two */
	size_t slot_count;
	unsigned char key[16];
	bool keyed;
	enum tape_fault fault; /* why the last call failed */
};

void tape_init(
    struct tape *t, struct arena *a, size_t source_bytes, const struct json_limits *limits);
/* Adds a container and opens it. */
bool tape_open(struct tape *t, enum json_kind kind, size_t at);
void tape_close(struct tape *t, size_t end);

/* Makes room for a node that begins `at` bytes into the source. */
bool tape_grow(struct tape *t, size_t at);

/*
 * Adds a node below the open container and links it; NULL where a ceiling is met. In an object
 * names and values alternate, and the caller sees to that. Here, since it is called for each value
 * of large texts.
 */
static inline struct json_node *
tape_add(struct tape *t, enum json_kind kind, unsigned flags, size_t at, size_t end)
{
	if (t->count == t->capacity && !tape_grow(t, at))
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

static inline struct json_node *
tape_container(const struct tape *t)
{
	return t->depth > 0 ? &t->nodes[t->frames[t->depth - 1].node] : NULL;
}

/* True where the open container is an object whose last name waits for its value. */
static inline bool
tape_wants_value(const struct tape *t)
{
	const struct tape_frame *f = t->depth > 0 ? &t->frames[t->depth - 1] : NULL;

	return f && t->nodes[f->node].kind == JSON_OBJECT && f->last && f->last + 1 == t->count;
}

/*
 * Calls `found` for each name of the open object that stands there a second time, with its first;
 * false ends it. Returns false where memory ran out.
 */
typedef bool tape_found(
    void *context, const struct json_node *first, const struct json_node *second);
bool tape_duplicates(struct tape *t, tape_found *found, void *context);

#endif
