/* SPDX-License-Identifier: MIT */
#include "run.h"

#define KIND(k) (1u << (k))
#define KINDS_ALL 0xffu

typedef enum step apply_fn(struct run *r, struct frame *f, const struct op *op);

static const struct {
	apply_fn *apply;
	uint8_t kinds;
} OPS[OP_COUNT] = {
    [OP_REF] = {apply_ref, KINDS_ALL},
    [OP_DYNAMIC_REF] = {apply_dynamic_ref, KINDS_ALL},
    [OP_MEMBERS] = {apply_members, KIND(JSON_OBJECT)},
    [OP_ITEMS] = {apply_items, KIND(JSON_ARRAY)},
    [OP_CONTAINS] = {apply_contains, KIND(JSON_ARRAY)},
    [OP_ALL_OF] = {apply_all_of, KINDS_ALL},
    [OP_IF] = {apply_if, KINDS_ALL},
    [OP_DEPENDENT] = {apply_dependent, KIND(JSON_OBJECT)},
    [OP_NOT] = {apply_not, KINDS_ALL},
    [OP_ANY_OF] = {apply_any_of, KINDS_ALL},
    [OP_ONE_OF] = {apply_one_of, KINDS_ALL},
    [OP_UNEVALUATED_ITEMS] = {apply_unevaluated_items, KIND(JSON_ARRAY)},
    [OP_UNEVALUATED_PROPERTIES] = {apply_unevaluated_properties, KIND(JSON_OBJECT)},
};

/* Stops the whole run: nobody knows. */
static void
machine_stop(struct run *r, const char *reason)
{
	if (!r->reason)
		r->reason = reason;
	r->halted = true;
	r->truth = UNKNOWN;
}

static uint32_t
set_words(const struct run *r, uint32_t node)
{
	return (r->d->nodes[node].count + 63) / 64;
}

static bool
set_take(struct run *r, struct frame *f)
{
	uint32_t words = set_words(r, f->node);
	if (words > RUN_SET_WORDS_MAX - r->word_count) {
		machine_stop(r, "too many values to keep track of");
		return false;
	}
	if (r->word_count + words > r->word_capacity) {
		uint32_t capacity = 2 * (r->word_count + words) + 64;
		uint64_t *more = arena_array(r->a, capacity, sizeof(*more));
		if (!more) {
			r->failed = r->halted = true;
			return false;
		}
		if (r->word_count > 0)
			memcpy(more, r->words, r->word_count * sizeof(*more));
		r->words = more;
		r->word_capacity = capacity;
	}
	f->set = r->word_count;
	r->word_count += words;
	if (words > 0)
		memset(r->words + f->set, 0, words * sizeof(*r->words));
	return true;
}

static void
adopt_marks(struct run *r, struct frame *f, const struct frame *child)
{
	bool counts = child->truth == YES || (r->report && child->how == TO_SAME_ALL);
	if (f->set == NO_SET || child->how == TO_CHILD || !counts)
		return;
	for (uint32_t i = 0; i < set_words(r, f->node); i++)
		r->words[f->set + i] |= r->words[child->set + i];
}

/* The child's verdict, its marks and its doubts; its frame lies just above the stack's top. */
static void
adopt(struct run *r, struct frame *f)
{
	struct frame *child = &r->frames[r->depth];
	r->truth = (enum truth)child->truth;
	if (child->how != TO_CHILD && (child->truth == UNKNOWN || child->uncertain))
		f->uncertain = true;
	if (r->fuel < r->remember_below)
		memo_keep(r, child);
	if (child->set == NO_SET)
		return;
	adopt_marks(r, f, child);
	r->word_count = child->set;
}

static bool
frames_grow(struct run *r)
{
	uint32_t capacity = r->capacity * 2;
	if (r->capacity >= RUN_DEPTH_MAX) {
		machine_stop(r, "the schema or the document nests too deeply");
		return false;
	}
	struct frame *more = arena_array(r->a, capacity, sizeof(*more));
	if (!more) {
		r->failed = r->halted = true;
		return false;
	}
	memcpy(more, r->frames, r->depth * sizeof(*more));
	r->frames = more;
	r->capacity = capacity;
	return true;
}

uint8_t
kind_for(const struct unit *u, const struct json_node *n)
{
	if (!(n->flags & JSON_PLAIN) || !u->types || (u->types & KIND(n->kind)))
		return n->kind;
	if (n->kind == JSON_NUMBER && (u->types & TYPE_INTEGER))
		return n->kind;
	return u->types & KIND(JSON_STRING) ? JSON_STRING : n->kind;
}

/* The types and what looks at the value alone; leaves pc at the first instruction that needs more.
 */
static void
begin(struct run *r, struct frame *f, const struct unit *u)
{
	f->truth = (uint8_t)leaf_types(r, u, f->node, f->kind);
	for (f->pc = u->first; f->pc < f->end && r->s->ops[f->pc].code < OP_FIRST_APPLICATOR;
	     f->pc++) {
		if (f->truth == NO && !r->report)
			return;
		f->truth =
		    (uint8_t)both((enum truth)f->truth, leaf_op(r, u, f->pc, f->node, f->kind));
	}
	f->mark = f->from = (uint32_t)r->cause_count;
}

static bool
push(struct run *r, struct frame *caller, uint32_t unit, uint32_t node, enum how how)
{
	const struct unit *u = &r->s->units[unit];
	uint32_t scope = caller ? caller->scope : 0;
	bool tracks =
	    (u->flags & UNIT_TRACKS) || (caller && how != TO_CHILD && caller->set != NO_SET);
	if (u->flags & UNIT_ENTERS)
		scope = scope_enter(r, scope, u->resource);
	if (r->fuel < r->remember_below &&
	    memo_find(r, how == TO_CHILD ? NULL : caller, unit, node, scope, tracks))
		return false;
	if (r->depth == r->capacity && !frames_grow(r))
		return false;
	struct frame *f = &r->frames[r->depth];
	*f = (struct frame){.unit = unit,
	    .node = node,
	    .end = u->first + u->count,
	    .set = NO_SET,
	    .scope = scope,
	    .how = (uint8_t)how,
	    .kind = kind_for(u, &r->d->nodes[node])};
	if (tracks && !set_take(r, f))
		return false;
	r->depth++;
	begin(r, f, u);
	return true;
}

bool
machine_child(struct run *r, struct frame *f, uint32_t unit, uint32_t node, enum how how)
{
	if (f->waiting) {
		f->waiting = false;
		adopt(r, f);
		return true;
	}
	if (r->fuel == 0)
		machine_stop(r, "checking it would take too many steps");
	if (r->halted)
		return true;
	r->fuel--;
	if (r->s->units[unit].form != UNIT_WHOLE) {
		r->truth = leaf_run(r, unit, node);
		return true;
	}
	/* The frame may move when the stack grows. */
	uint32_t at = (uint32_t)(f - r->frames);
	if (!push(r, f, unit, node, how))
		return true;
	r->frames[at].waiting = true;
	return false;
}

static void
next_op(struct run *r, struct frame *f)
{
	f->pc++;
	f->cursor = f->index = f->phase = f->yes = f->unknown = 0;
	f->best = f->best_from = f->best_to = 0;
	f->found = false;
	f->mark = f->from = (uint32_t)r->cause_count;
}

static void
advance(struct run *r)
{
	struct frame *f = &r->frames[r->depth - 1];
	while (f->pc < f->end && (f->truth != NO || r->report)) {
		const struct op *op = &r->s->ops[f->pc];
		bool applies = OPS[op->code].kinds >> f->kind & 1;
		if (applies && OPS[op->code].apply(r, f, op) == STEP_CALL)
			return;
		if (r->halted)
			return;
		next_op(r, f);
	}
	r->depth--;
}

enum truth
machine_run(struct run *r)
{
	r->frames = r->inline_frames;
	r->capacity = RUN_FRAMES_INLINE;
	if (r->s->units[r->s->root].form != UNIT_WHOLE)
		return leaf_run(r, r->s->root, 0);
	push(r, NULL, r->s->root, 0, TO_CHILD);
	while (r->depth > 0 && !r->halted)
		advance(r);
	return r->halted ? UNKNOWN : (enum truth)r->frames[0].truth;
}

void
machine_mark(struct run *r, const struct frame *f, uint32_t i)
{
	if (f->set != NO_SET)
		r->words[f->set + i / 64] |= UINT64_C(1) << i % 64;
}

bool
machine_marked(const struct run *r, const struct frame *f, uint32_t i)
{
	return f->set != NO_SET && (r->words[f->set + i / 64] >> i % 64 & 1);
}

void
machine_mark_all(struct run *r, const struct frame *f)
{
	for (uint32_t i = 0; i < r->d->nodes[f->node].count; i++)
		machine_mark(r, f, i);
}
