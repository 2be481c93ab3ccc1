/* SPDX-License-Identifier: MIT */
/* regex_compile.c: the tree made into a program. What looks behind is emitted in reverse and reads
 * backwards. */
#include "regex_program.h"

struct emitter {
	struct regex_parser *p;
	struct rop *ops;
	size_t count, capacity;
	uint32_t registers;
	unsigned depth;
};

static bool emit(struct emitter *e, uint32_t tree, bool behind);

static struct rop *
add(struct emitter *e, struct rop op)
{
	if (e->count >= REGEX_OPS_MAX) {
		regex_fail(e->p, "the pattern is too large");
		return NULL;
	}
	struct rop *o = arena_push(e->p->a, &e->ops, &e->count, &e->capacity, sizeof(*o));
	if (!o) {
		regex_fail(e->p, "out of memory");
		return NULL;
	}
	*o = op;
	return o;
}

static bool
add_op(struct emitter *e, enum rop_code code, uint32_t x, uint32_t y)
{
	return add(e, (struct rop){.code = (uint8_t)code, .x = x, .y = y}) != NULL;
}

/* A sequence of n parts is a chain of n - 1 trees, the last part on top; alternatives likewise. NULL:
 * out of memory. */
static uint32_t *
parts_of(struct emitter *e, uint32_t tree, uint32_t *count)
{
	const struct tree *trees = e->p->trees;
	uint8_t kind = trees[tree].kind;
	uint32_t n = 1;
	for (uint32_t t = tree; trees[t].kind == kind; t = trees[t].left)
		n++;
	uint32_t *parts = arena_array(e->p->a, n, sizeof(*parts));
	if (!parts)
		regex_fail(e->p, "out of memory");
	for (uint32_t i = n, t = tree; parts && i-- > 0; t = trees[t].left)
		parts[i] = i > 0 ? trees[t].right : t;
	*count = n;
	return parts;
}

static bool
emit_sequence(struct emitter *e, uint32_t tree, bool behind)
{
	uint32_t n, *parts = parts_of(e, tree, &n);
	if (!parts)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!emit(e, parts[behind ? n - 1 - i : i], behind))
			return false;
	return true;
}

/* Each alternative is tried before the next. */
static bool
emit_either(struct emitter *e, uint32_t tree, bool behind)
{
	uint32_t n, *parts = parts_of(e, tree, &n), last = REGEX_UNBOUNDED;
	if (!parts)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		size_t split = e->count;
		if (i + 1 < n && !add_op(e, ROP_SPLIT, (uint32_t)split + 1, 0))
			return false;
		if (!emit(e, parts[i], behind))
			return false;
		if (i + 1 == n)
			break;
		/* The jumps out are linked through y until the end is known. */
		if (!add_op(e, ROP_JUMP, 0, last))
			return false;
		last = (uint32_t)(e->count - 1);
		e->ops[split].y = (uint32_t)e->count;
	}
	while (last != REGEX_UNBOUNDED) {
		uint32_t next = e->ops[last].y;
		e->ops[last].x = (uint32_t)e->count;
		last = next;
	}
	return true;
}

static bool
emit_body(struct emitter *e, const struct tree *t, bool behind)
{
	bool groups = e->p->backtracks && t->group < t->group_end;
	if (groups && !add_op(e, ROP_RESET, 2 * t->group, 2 * t->group_end))
		return false;
	return emit(e, t->left, behind);
}

static void
set_split(struct emitter *e, size_t split, const struct tree *t, size_t body, size_t end)
{
	e->ops[split].x = (uint32_t)(t->lazy ? end : body);
	e->ops[split].y = (uint32_t)(t->lazy ? body : end);
}

static bool
emit_star(struct emitter *e, const struct tree *t, bool behind)
{
	size_t split = e->count;
	uint32_t mark = e->registers;
	if (!add_op(e, ROP_SPLIT, 0, 0))
		return false;
	e->registers += e->p->backtracks;
	if (e->p->backtracks && !add_op(e, ROP_SAVE, mark, 0))
		return false;
	if (!emit_body(e, t, behind) || (e->p->backtracks && !add_op(e, ROP_MOVED, mark, 0)))
		return false;
	if (!add_op(e, ROP_JUMP, (uint32_t)split, 0))
		return false;
	set_split(e, split, t, split + 1, e->count);
	return true;
}

static bool
emit_repeat(struct emitter *e, const struct tree *t, bool behind)
{
	for (uint32_t i = 0; i < t->min; i++)
		if (!emit_body(e, t, behind))
			return false;
	if (t->max == REGEX_UNBOUNDED)
		return emit_star(e, t, behind);
	size_t from = e->count, n = t->max - t->min;
	size_t *splits = arena_array(e->p->a, n + 1, sizeof(*splits));
	if (!splits)
		return regex_fail(e->p, "out of memory");
	for (size_t i = 0; i < n; i++) {
		splits[i] = e->count;
		if (!add_op(e, ROP_SPLIT, 0, 0) || !emit_body(e, t, behind))
			return false;
	}
	for (size_t i = 0; i < n; i++)
		set_split(e, splits[i], t, splits[i] + 1, e->count);
	return e->count >= from;
}

static bool
emit_group(struct emitter *e, const struct tree *t, bool behind)
{
	if (!e->p->backtracks)
		return emit(e, t->left, behind);
	uint32_t begin = 2 * t->group, end = begin + 1;
	return add_op(e, ROP_SAVE, behind ? end : begin, 0) && emit(e, t->left, behind) &&
	       add_op(e, ROP_SAVE, behind ? begin : end, 0);
}

static bool
emit_look(struct emitter *e, const struct tree *t)
{
	size_t look = e->count;
	if (!add(e, (struct rop){.code = ROP_LOOK, .behind = t->behind, .negated = t->negated}))
		return false;
	if (!emit(e, t->left, t->behind) || !add_op(e, ROP_MATCH, 0, 0))
		return false;
	e->ops[look].y = (uint32_t)e->count;
	return true;
}

static bool
emit_kind(struct emitter *e, uint32_t tree, bool behind)
{
	const struct tree *t = &e->p->trees[tree];
	switch ((enum tree_kind)t->kind) {
	case TREE_EMPTY:
		return true;
	case TREE_SET:
		return add(e, (struct rop){.code = ROP_SET, .behind = behind, .x = t->set}) != NULL;
	case TREE_SEQUENCE:
		return emit_sequence(e, tree, behind);
	case TREE_EITHER:
		return emit_either(e, tree, behind);
	case TREE_REPEAT:
		return emit_repeat(e, t, behind);
	case TREE_GROUP:
		return emit_group(e, t, behind);
	case TREE_LOOK:
		return emit_look(e, t);
	case TREE_BACK:
		return add(e, (struct rop){
				  .code = ROP_BACK, .behind = behind, .x = 2 * t->group}) != NULL;
	case TREE_BEGIN:
		return add_op(e, ROP_BEGIN, 0, 0);
	case TREE_END:
		return add_op(e, ROP_END, 0, 0);
	case TREE_WORD_EDGE:
		return add_op(e, t->negated ? ROP_NOT_WORD_EDGE : ROP_WORD_EDGE, 0, 0);
	}
	return false;
}

static bool
emit(struct emitter *e, uint32_t tree, bool behind)
{
	if (e->depth > 4 * REGEX_DEPTH_MAX)
		return regex_fail(e->p, "the pattern nests too deeply");
	e->depth++;
	bool ok = emit_kind(e, tree, behind);
	e->depth--;
	return ok;
}

bool
regex_emit(struct regex_parser *p, uint32_t root, struct regex *out)
{
	struct emitter e = {.p = p, .registers = 2 * (p->groups + 1)};
	if (!emit(&e, root, false) || !add_op(&e, ROP_MATCH, 0, 0))
		return false;
	out->ops = e.ops;
	out->count = (uint32_t)e.count;
	out->registers = e.registers;
	out->sets = p->sets;
	out->set_count = (uint32_t)p->set_count;
	out->backtracks = p->backtracks;
	return true;
}
