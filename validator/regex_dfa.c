/* SPDX-License-Identifier: MIT */
/*
 * regex_dfa.c: a whole DFA, made when the schema is compiled. Code points fall into classes that no
 * set of the pattern tells apart. A state is a set of program places that wait for a code point,
 * with the pattern's beginning added in every step, so that one pass finds a match anywhere. Where
 * it would get large it is given up, and the program is run instead.
 */
#include "regex_program.h"

#include <stdlib.h>

enum {
	STATES_MAX = 400,
	OPS_MAX = 1500,
	SETS_MAX = 64,
	CLASSES_MAX = 200,
	WORK_MAX = 400000,
	ASCII = 128,
};

struct state {
	uint64_t *places; /* a bit for each op that is a set or an END */
	bool accepts, accepts_at_end;
};

struct dfa {
	uint8_t ascii[ASCII];
	const uint32_t *edges; /* where class_of[i] begins */
	const uint8_t *class_of;
	size_t edge_count;
	uint32_t class_count, state_count;
	uint16_t *next; /* state * class_count + class; state 0 is the first */
	uint8_t *flags; /* by state: 1 accepts, 2 accepts at the end, 4 can't lead to a match */
};

struct builder {
	struct arena *a;
	const struct regex *r;
	struct dfa *d;
	uint64_t *signatures; /* by class: which sets hold it */
	struct state states[STATES_MAX];
	uint32_t state_count, words;
	uint32_t *stack;
	uint64_t *seen;
	size_t work;
	bool too_large, out_of_memory;
};

static int
by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

static bool
make_edges(struct builder *b, uint32_t **edges, size_t *count)
{
	size_t capacity = 2, n = 0;
	for (uint32_t i = 0; i < b->r->set_count; i++)
		capacity += 2 * b->r->sets[i].count;
	uint32_t *e = arena_array(b->a, capacity, sizeof(*e));
	if (!e)
		return false;
	e[n++] = 0;
	for (uint32_t i = 0; i < b->r->set_count; i++)
		for (size_t k = 0; k < b->r->sets[i].count; k++) {
			e[n++] = b->r->sets[i].ranges[k].first;
			e[n++] = b->r->sets[i].ranges[k].last + 1;
		}
	qsort(e, n, sizeof(*e), by_value);
	*count = 1;
	for (size_t i = 1; i < n; i++)
		if (e[i] != e[*count - 1])
			e[(*count)++] = e[i];
	*edges = e;
	return true;
}

static uint8_t
class_for(struct builder *b, uint64_t signature)
{
	struct dfa *d = b->d;
	for (uint32_t i = 0; i < d->class_count; i++)
		if (b->signatures[i] == signature)
			return (uint8_t)i;
	if (d->class_count == CLASSES_MAX) {
		b->too_large = true;
		return 0;
	}
	b->signatures[d->class_count] = signature;
	return (uint8_t)d->class_count++;
}

static bool
make_classes(struct builder *b)
{
	struct dfa *d = b->d;
	uint32_t *edges = NULL;
	b->signatures = arena_array(b->a, CLASSES_MAX, sizeof(*b->signatures));
	if (!b->signatures || !make_edges(b, &edges, &d->edge_count))
		return false;
	uint8_t *class_of = arena_alloc(b->a, d->edge_count);
	if (!class_of)
		return false;
	for (size_t i = 0; i < d->edge_count; i++) {
		uint64_t signature = 0;
		for (uint32_t k = 0; k < b->r->set_count; k++)
			signature |= (uint64_t)charset_has(&b->r->sets[k], edges[i]) << k;
		class_of[i] = class_for(b, signature);
	}
	d->edges = edges;
	d->class_of = class_of;
	for (uint32_t c = 0, at = 0; c < ASCII; c++) {
		while (at + 1 < d->edge_count && edges[at + 1] <= c)
			at++;
		d->ascii[c] = class_of[at];
	}
	return true;
}

static bool
mark(uint64_t *set, uint32_t i)
{
	bool before = set[i / 64] >> i % 64 & 1;
	set[i / 64] |= UINT64_C(1) << i % 64;
	return !before;
}

static bool
has(const uint64_t *set, uint32_t i)
{
	return set[i / 64] >> i % 64 & 1;
}

/* Adds what can be reached from `op` without reading. Past an END only where the text is at its
 * end. */
static void
close_over(struct builder *b, struct state *s, uint32_t op, bool at_begin, bool at_end)
{
	size_t n = 0;
	b->stack[n++] = op;
	while (n > 0) {
		op = b->stack[--n];
		if (!mark(b->seen, op))
			continue;
		b->work++;
		const struct rop *o = &b->r->ops[op];
		if (o->code == ROP_SPLIT) {
			b->stack[n++] = o->y;
			b->stack[n++] = o->x;
		} else if (o->code == ROP_JUMP) {
			b->stack[n++] = o->x;
		} else if (o->code == ROP_BEGIN) {
			if (at_begin)
				b->stack[n++] = op + 1;
		} else if (o->code == ROP_MATCH) {
			s->accepts = true;
		} else {
			mark(s->places, op);
			if (o->code == ROP_END && at_end)
				b->stack[n++] = op + 1;
		}
	}
}

static bool
state_init(struct builder *b, struct state *s)
{
	*s = (struct state){0};
	s->places = arena_array(b->a, b->words, sizeof(*s->places));
	memset(b->seen, 0, b->words * sizeof(*b->seen));
	b->out_of_memory = b->out_of_memory || !s->places;
	return s->places != NULL;
}

/* Whether the text may end here: from the ENDs that wait. */
static bool
may_end(struct builder *b, const struct state *s, bool at_begin)
{
	struct state end;
	if (s->accepts)
		return true;
	if (!state_init(b, &end))
		return false;
	for (uint32_t i = 0; i < b->r->count; i++)
		if (has(s->places, i) && b->r->ops[i].code == ROP_END)
			close_over(b, &end, i, at_begin, true);
	return end.accepts;
}

static uint32_t
state_number(struct builder *b, struct state *s, bool at_begin)
{
	s->accepts_at_end = may_end(b, s, at_begin);
	for (uint32_t i = 0; i < b->state_count; i++)
		if (b->states[i].accepts == s->accepts &&
		    b->states[i].accepts_at_end == s->accepts_at_end &&
		    memcmp(b->states[i].places, s->places, b->words * sizeof(*s->places)) == 0)
			return i;
	if (b->state_count == STATES_MAX || b->work > WORK_MAX) {
		b->too_large = true;
		return 0;
	}
	b->states[b->state_count] = *s;
	return b->state_count++;
}

static uint32_t
state_next(struct builder *b, uint32_t from, uint32_t class)
{
	struct state s;
	const uint64_t *places = b->states[from].places;
	if (!state_init(b, &s))
		return 0;
	for (uint32_t i = 0; i < b->r->count; i++)
		if (has(places, i) && b->r->ops[i].code == ROP_SET &&
		    (b->signatures[class] >> b->r->ops[i].x & 1))
			close_over(b, &s, i + 1, false, false);
	close_over(b, &s, 0, false, false);
	return state_number(b, &s, false);
}

static bool
is_dead(const struct builder *b, const struct state *s)
{
	for (uint32_t i = 0; i < b->words; i++)
		if (s->places[i])
			return false;
	return !s->accepts;
}

static bool
make_states(struct builder *b)
{
	struct dfa *d = b->d;
	struct state start;
	d->next = arena_array(b->a, (size_t)STATES_MAX * d->class_count, sizeof(*d->next));
	d->flags = arena_alloc(b->a, STATES_MAX);
	if (!d->next || !d->flags || !state_init(b, &start))
		return false;
	close_over(b, &start, 0, true, false);
	state_number(b, &start, true);
	for (uint32_t i = 0; i < b->state_count && !b->too_large && !b->out_of_memory; i++)
		for (uint32_t c = 0; c < d->class_count && !b->states[i].accepts; c++) {
			d->next[i * d->class_count + c] = (uint16_t)state_next(b, i, c);
			b->work += b->r->count / 8;
		}
	for (uint32_t i = 0; i < b->state_count; i++)
		d->flags[i] = (uint8_t)(b->states[i].accepts | b->states[i].accepts_at_end << 1 |
					is_dead(b, &b->states[i]) << 2);
	d->state_count = b->state_count;
	return !b->out_of_memory;
}

static bool
is_fit(const struct regex *r)
{
	for (uint32_t i = 0; i < r->count; i++)
		if (r->ops[i].code == ROP_WORD_EDGE || r->ops[i].code == ROP_NOT_WORD_EDGE)
			return false;
	return !r->backtracks && r->count <= OPS_MAX && r->set_count <= SETS_MAX;
}

bool
regex_make_dfa(struct arena *a, struct regex *r)
{
	if (!is_fit(r))
		return true;
	struct builder *b = arena_alloc(a, sizeof(*b));
	if (!b)
		return false;
	b->a = a;
	b->r = r;
	b->words = (r->count + 63) / 64;
	b->d = arena_alloc(a, sizeof(*b->d));
	b->stack = arena_array(a, 2 * r->count + 2, sizeof(*b->stack));
	b->seen = arena_array(a, b->words, sizeof(*b->seen));
	if (!b->d || !b->stack || !b->seen || !make_classes(b))
		return false;
	if (b->too_large)
		return true;
	if (!make_states(b))
		return false;
	r->dfa = b->too_large ? NULL : b->d;
	return true;
}

static uint8_t
class_of(const struct dfa *d, uint32_t c)
{
	size_t low = 0, high = d->edge_count;
	while (high - low > 1) {
		size_t middle = (low + high) / 2;
		if (d->edges[middle] <= c)
			low = middle;
		else
			high = middle;
	}
	return d->class_of[low];
}

bool
regex_is_barren(const struct regex *r)
{
	/* Every state can be reached: that is how they were made. */
	for (uint32_t i = 0; r->dfa != NULL && i < r->dfa->state_count; i++)
		if (r->dfa->flags[i] & 3)
			return false;
	return r->dfa != NULL;
}

enum regex_result
regex_run_dfa(const struct dfa *d, struct str text)
{
	uint32_t state = 0;
	for (size_t at = 0; at < text.n;) {
		if (d->flags[state] & 5)
			return d->flags[state] & 1 ? REGEX_MATCH : REGEX_NO;
		unsigned char byte = (unsigned char)text.p[at];
		uint8_t class = 0;
		if (byte < ASCII) {
			class = d->ascii[byte];
			at++;
		} else {
			int32_t c = utf8_next(text, &at);
			class = class_of(d, c < 0 ? 0xfffd : (uint32_t)c);
		}
		state = d->next[state * d->class_count + class];
	}
	return d->flags[state] & 3 ? REGEX_MATCH : REGEX_NO;
}
