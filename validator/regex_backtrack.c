/* SPDX-License-Identifier: MIT */
/*
 * regex_backtrack.c: lookaround and back references. Choices lie on a stack with what the registers
 * held; steps and the stack are bounded, and past the bounds nobody knows.
 */
#include "regex_program.h"

enum {
	STEPS_MAX = 1000000,
	CHOICES_MAX = 20000,
	LOOKS_MAX = 16,
	NOWHERE = 0, /* in registers, positions are one more than they are */
};

struct search {
	const struct regex *r;
	struct str text;
	uint32_t *registers, *choices;
	size_t count; /* of choices: each is an op, a position and, for a register, its number and
			 old value */
	uint64_t steps;
	bool lost;
};

/* A choice has three words: where to go on, the position; or a register to be set back: UINT32_MAX,
 * number, value. */
static bool
push(struct search *s, uint32_t a, uint32_t b, uint32_t c)
{
	if (s->count == CHOICES_MAX) {
		s->lost = true;
		return false;
	}
	uint32_t *w = s->choices + 3 * s->count++;
	w[0] = a;
	w[1] = b;
	w[2] = c;
	return true;
}

static bool
assign(struct search *s, uint32_t i, uint32_t value)
{
	if (s->registers[i] == value)
		return true;
	if (!push(s, UINT32_MAX, i, s->registers[i]))
		return false;
	s->registers[i] = value;
	return true;
}

/* Back to the last choice above `floor`; false where there is none. */
static bool
back(struct search *s, size_t floor, uint32_t *op, uint32_t *at)
{
	while (s->count > floor) {
		const uint32_t *w = s->choices + 3 * --s->count;
		if (w[0] != UINT32_MAX) {
			*op = w[0];
			*at = w[1];
			return true;
		}
		s->registers[w[1]] = w[2];
	}
	return false;
}

static int32_t
codepoint_before(struct str text, uint32_t *at)
{
	size_t from = *at;
	if (from == 0)
		return -1;
	do
		from--;
	while (from > 0 && ((unsigned char)text.p[from] & 0xc0) == 0x80);
	*at = (uint32_t)from;
	return utf8_next(text, &from);
}

static bool
read_set(const struct search *s, const struct rop *o, uint32_t *at)
{
	size_t next = *at;
	int32_t c = -1;
	if (o->behind) {
		c = codepoint_before(s->text, at);
	} else if (next < s->text.n) {
		c = utf8_next(s->text, &next);
		*at = (uint32_t)next;
	}
	return c >= 0 && charset_has(&s->r->sets[o->x], (uint32_t)c);
}

static bool
read_back(const struct search *s, const struct rop *o, uint32_t *at)
{
	uint32_t begin = s->registers[o->x], end = s->registers[o->x + 1];
	if (begin == NOWHERE || end == NOWHERE || end < begin)
		return true;
	uint32_t n = end - begin;
	if (o->behind ? n > *at : n > s->text.n - *at)
		return false;
	uint32_t from = o->behind ? *at - n : *at;
	*at = o->behind ? from : from + n;
	return n == 0 || memcmp(s->text.p + from, s->text.p + begin - 1, n) == 0;
}

static bool
at_edge(const struct search *s, uint32_t at)
{
	uint32_t before = at;
	size_t behind = at;
	int32_t left = codepoint_before(s->text, &before);
	int32_t right = behind < s->text.n ? utf8_next(s->text, &behind) : -1;
	return regex_is_word(left) != regex_is_word(right);
}

static bool run(struct search *s, uint32_t op, uint32_t at, unsigned looks);

/* A lookaround that succeeds keeps its captures and drops its choices. */
static bool
look(struct search *s, const struct rop *o, uint32_t op, uint32_t at, unsigned looks)
{
	size_t floor = s->count;
	bool found = run(s, op + 1, at, looks + 1);
	uint32_t ignored_op = 0, ignored_at = 0;
	if (!found || o->negated) {
		while (back(s, floor, &ignored_op, &ignored_at))
			continue;
		return found != o->negated && !s->lost;
	}
	size_t kept = floor;
	for (size_t i = floor; i < s->count; i++) {
		const uint32_t *w = s->choices + 3 * i;
		if (w[0] == UINT32_MAX)
			memmove(s->choices + 3 * kept++, w, 3 * sizeof(*w));
	}
	s->count = kept;
	return !s->lost;
}

static bool
reset(struct search *s, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (!assign(s, i, NOWHERE))
			return false;
	return true;
}

/* One instruction that is no choice; moves *op and *at. */
static bool
step(struct search *s, uint32_t *op, uint32_t *at, unsigned looks)
{
	const struct rop *o = &s->r->ops[*op];
	uint32_t here = *op;
	(*op)++;
	switch ((enum rop_code)o->code) {
	case ROP_SET:
		return read_set(s, o, at);
	case ROP_SPLIT:
		*op = o->x;
		return push(s, o->y, *at, 0);
	case ROP_JUMP:
		*op = o->x;
		return true;
	case ROP_BEGIN:
		return *at == 0;
	case ROP_END:
		return *at == s->text.n;
	case ROP_WORD_EDGE:
		return at_edge(s, *at);
	case ROP_NOT_WORD_EDGE:
		return !at_edge(s, *at);
	case ROP_SAVE:
		return assign(s, o->x, *at + 1);
	case ROP_RESET:
		return reset(s, o->x, o->y);
	case ROP_MOVED:
		return s->registers[o->x] != *at + 1;
	case ROP_BACK:
		return read_back(s, o, at);
	case ROP_LOOK:
		*op = o->y;
		return look(s, o, here, *at, looks);
	case ROP_MATCH:
		break;
	}
	return false;
}

static bool
run(struct search *s, uint32_t op, uint32_t at, unsigned looks)
{
	size_t floor = s->count;
	s->lost = s->lost || looks > LOOKS_MAX;
	while (!s->lost) {
		if (s->r->ops[op].code == ROP_MATCH)
			return true;
		if (++s->steps > STEPS_MAX) {
			s->lost = true;
			break;
		}
		if (!step(s, &op, &at, looks) && (s->lost || !back(s, floor, &op, &at)))
			break;
	}
	return false;
}

enum regex_result
regex_backtrack(
    const struct regex *r, struct regex_scratch *scratch, struct str text, uint64_t *fuel)
{
	struct search s = {.r = r, .text = text};
	uint32_t *words = regex_room(scratch, r->registers + (size_t)3 * CHOICES_MAX);
	if (!words || text.n >= UINT32_MAX - 1)
		return REGEX_UNKNOWN;
	s.registers = words;
	s.choices = words + r->registers;
	for (size_t at = 0;;) {
		memset(s.registers, 0, r->registers * sizeof(*s.registers));
		s.count = 0;
		bool found = run(&s, 0, (uint32_t)at, 0);
		if (found || s.lost || s.steps > *fuel || at >= text.n) {
			*fuel -= s.steps < *fuel ? s.steps : *fuel;
			return found                  ? REGEX_MATCH
			       : s.lost || *fuel == 0 ? REGEX_UNKNOWN
						      : REGEX_NO;
		}
		utf8_next(text, &at);
	}
}
