/* SPDX-License-Identifier: MIT */
#include "regex_program.h"

bool
regex_compile(
    struct arena *a, struct str pattern, struct regex **out, struct regex_problem *problem)
{
	struct regex *r = arena_alloc(a, sizeof(*r));
	struct regex_parser *p = arena_alloc(a, sizeof(*p));
	*out = NULL;
	*problem = (struct regex_problem){"out of memory", 0};
	if (!r || !p)
		return false;
	p->a = a;
	p->pattern = pattern;
	p->problem = problem;
	uint32_t root = regex_parse(p);
	if (root == NO_TREE || !regex_emit(p, root, r) || !regex_make_dfa(a, r))
		return false;
	*out = r;
	return true;
}

uint32_t *
regex_room(struct regex_scratch *s, size_t count)
{
	if (s->count >= count)
		return s->words;
	size_t size = s->count * 2 > count ? s->count * 2 : count;
	uint32_t *words = arena_array(s->a, size, sizeof(*words));
	if (!words)
		return NULL;
	s->words = words;
	s->count = size;
	return words;
}

bool
regex_is_word(int32_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       c == '_';
}

/* Threads in step: a list of places, each once, that wait for the next code point. */
struct threads {
	const struct regex *r;
	uint32_t *list, *next, *stack;
	uint32_t *stamps; /* by op: the step in which it was added last, plus 1 */
	uint32_t count, next_count, step;
	bool at_begin, at_end, at_edge, matched;
};

static bool
passes(const struct threads *t, enum rop_code code)
{
	if (code == ROP_BEGIN)
		return t->at_begin;
	if (code == ROP_END)
		return t->at_end;
	return (code == ROP_WORD_EDGE) == t->at_edge;
}

static void
add(struct threads *t, uint32_t op)
{
	uint32_t n = 0;
	t->stack[n++] = op;
	while (n > 0) {
		op = t->stack[--n];
		if (t->stamps[op] == t->step)
			continue;
		t->stamps[op] = t->step;
		const struct rop *o = &t->r->ops[op];
		if (o->code == ROP_SPLIT) {
			t->stack[n++] = o->y;
			t->stack[n++] = o->x;
		} else if (o->code == ROP_JUMP) {
			t->stack[n++] = o->x;
		} else if (o->code == ROP_MATCH) {
			t->matched = true;
		} else if (o->code == ROP_SET) {
			t->next[t->next_count++] = op;
		} else if (passes(t, (enum rop_code)o->code)) {
			t->stack[n++] = op + 1;
		}
	}
}

/* Moves all threads over the code point `c` (-1: only adds the first) and adds a new one. */
static void
advance(struct threads *t, int32_t c)
{
	t->step++;
	t->next_count = 0;
	for (uint32_t i = 0; c >= 0 && i < t->count && !t->matched; i++)
		if (charset_has(&t->r->sets[t->r->ops[t->list[i]].x], (uint32_t)c))
			add(t, t->list[i] + 1);
	add(t, 0);
	uint32_t *swap = t->list;
	t->list = t->next;
	t->next = swap;
	t->count = t->next_count;
}

static int32_t
peek(struct str text, size_t at)
{
	return at < text.n ? utf8_next(text, &at) : -1;
}

static enum regex_result
run_threads(const struct regex *r, struct regex_scratch *s, struct str text, uint64_t *fuel)
{
	size_t n = r->count + 1;
	uint32_t *words = regex_room(s, 5 * n);
	if (!words)
		return REGEX_UNKNOWN;
	memset(words, 0, n * sizeof(*words));
	struct threads t = {.r = r,
	    .stamps = words,
	    .list = words + n,
	    .next = words + 2 * n,
	    .stack = words + 3 * n};
	int32_t before = -1;
	for (size_t at = 0;;) {
		int32_t behind = peek(text, at);
		t.at_begin = at == 0;
		t.at_end = at == text.n;
		t.at_edge = regex_is_word(before) != regex_is_word(behind);
		advance(&t, before);
		if (t.matched)
			return REGEX_MATCH;
		uint64_t cost = 1 + t.count / 4;
		if (*fuel < cost)
			return REGEX_UNKNOWN;
		*fuel -= cost;
		if (at == text.n)
			return REGEX_NO;
		before = utf8_next(text, &at);
	}
}

enum regex_result
regex_search(const struct regex *r, struct regex_scratch *scratch, struct str text, uint64_t *fuel)
{
	if (r->backtracks)
		return regex_backtrack(r, scratch, text, fuel);
	if (!r->dfa)
		return run_threads(r, scratch, text, fuel);
	uint64_t cost = 1 + text.n / 64;
	*fuel -= *fuel < cost ? *fuel : cost;
	return regex_run_dfa(r->dfa, text);
}
