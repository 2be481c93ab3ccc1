/* SPDX-License-Identifier: MIT */
#include "run.h"

#define MEMO_ENTRIES_MAX (1u << 20)

struct entry {
	uint32_t unit, node, scope;
	uint8_t truth;
	bool used, tracks, uncertain;
	const uint64_t *marks;
};

struct memo {
	struct entry *table;
	uint32_t size, count;
};

static uint32_t
slot(uint32_t unit, uint32_t node, uint32_t scope)
{
	uint64_t h = ((uint64_t)unit << 32 | node) * 0x9e3779b97f4a7c15u;
	h = (h ^ h >> 29 ^ scope) * 0xd6e8feb86659fd93u;
	return (uint32_t)(h >> 32);
}

static struct entry *
find(struct memo *m, uint32_t unit, uint32_t node, uint32_t scope, bool tracks)
{
	uint32_t i = slot(unit, node, scope) & (m->size - 1);
	for (;; i = (i + 1) & (m->size - 1)) {
		struct entry *e = &m->table[i];
		bool same =
		    e->unit == unit && e->node == node && e->scope == scope && e->tracks == tracks;
		if (!e->used || same)
			return e;
	}
}

static bool
grow(struct run *r)
{
	struct memo *m = r->memo;
	uint32_t size = m->size ? m->size * 2 : 4096;
	if (m->count * 2 < m->size)
		return true;
	struct entry *table =
	    size > MEMO_ENTRIES_MAX ? NULL : arena_array(r->a, size, sizeof(*table));
	if (!table)
		return false;
	struct memo bigger = {table, size, m->count};
	for (uint32_t i = 0; i < m->size; i++) {
		const struct entry *e = &m->table[i];
		if (e->used)
			*find(&bigger, e->unit, e->node, e->scope, e->tracks) = *e;
	}
	*m = bigger;
	return true;
}

bool
memo_find(
    struct run *r, struct frame *caller, uint32_t unit, uint32_t node, uint32_t scope, bool tracks)
{
	if (!r->memo || r->memo->size == 0)
		return false;
	const struct entry *e = find(r->memo, unit, node, scope, tracks);
	if (!e->used)
		return false;
	r->truth = (enum truth)e->truth;
	if (!caller)
		return true;
	caller->uncertain = caller->uncertain || e->uncertain || e->truth == UNKNOWN;
	if (!e->marks || e->truth != YES || caller->set == NO_SET)
		return true;
	for (uint32_t i = 0; i < (r->d->nodes[node].count + 63) / 64; i++)
		r->words[caller->set + i] |= e->marks[i];
	return true;
}

/* Without memory, nothing is kept, and the fuel is the bound. */
void
memo_keep(struct run *r, const struct frame *done)
{
	if (!r->memo)
		r->memo = arena_alloc(r->a, sizeof(*r->memo));
	if (!r->memo || !grow(r))
		return;
	uint64_t *marks = NULL;
	size_t words = (r->d->nodes[done->node].count + 63) / 64;
	if (done->set != NO_SET && done->truth == YES && words > 0) {
		marks = arena_array(r->a, words, sizeof(*marks));
		if (!marks)
			return;
		memcpy(marks, r->words + done->set, words * sizeof(*marks));
	}
	struct entry *e = find(r->memo, done->unit, done->node, done->scope, done->set != NO_SET);
	if (!e->used)
		r->memo->count++;
	*e = (struct entry){done->unit, done->node, done->scope, done->truth, true,
	    done->set != NO_SET, done->uncertain, marks};
}
