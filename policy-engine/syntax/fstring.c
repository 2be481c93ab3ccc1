/* SPDX-License-Identifier: MIT */
#include "fstring.h"

#define NESTING_MAX 8

struct scan {
	struct arena *arena;
	struct str source;
	char *copy; /* made at the first change */
	size_t at;
	bool failed;
};

struct quote {
	char mark;
	unsigned length; /* 1 or 3 */
	bool format, raw;
};

static char
peek(const struct scan *s, size_t ahead)
{
	return s->at + ahead < s->source.n ? s->source.p[s->at + ahead] : '\0';
}

static bool
is_letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* The quote that opens at s->at, with the prefix before it. */
static struct quote
open_quote(struct scan *s)
{
	struct quote q = {.mark = peek(s, 0), .length = 1};
	size_t from = s->at;

	while (from > 0 && s->at - from < 3 && is_letter(s->source.p[from - 1]))
		from--;
	if (from == 0 || (s->source.p[from - 1] != '_' && !is_letter(s->source.p[from - 1]) &&
			     !(s->source.p[from - 1] >= '0' && s->source.p[from - 1] <= '9')))
		for (; from < s->at; from++) {
			q.format = q.format || (s->source.p[from] | 32) == 'f';
			q.raw = q.raw || (s->source.p[from] | 32) == 'r';
		}
	if (peek(s, 1) == q.mark && peek(s, 2) == q.mark)
		q.length = 3;
	s->at += q.length;
	return q;
}

static bool
closes(const struct scan *s, const struct quote *q)
{
	if (q->length == 1)
		return peek(s, 0) == q->mark || peek(s, 0) == '\n';
	return peek(s, 0) == q->mark && peek(s, 1) == q->mark && peek(s, 2) == q->mark;
}

static void
blank(struct scan *s, size_t at)
{
	if (s->copy == NULL && !s->failed) {
		s->copy = arena_text(s->arena, s->source);
		s->failed = s->copy == NULL;
	}
	if (s->copy != NULL)
		s->copy[at] = ' ';
}

/* A string within a replacement field: in Python 3.11 it has no fields of its own that share the
 * outer quotes. */
static void
skip_plain(struct scan *s)
{
	struct quote q = open_quote(s);

	while (s->at < s->source.n && !closes(s, &q))
		s->at += peek(s, 0) == '\\' ? 2 : 1;
	s->at += q.length;
}

/* One character of the expression in a field; true where its format specification begins behind it.
 */
static bool
step_expression(struct scan *s, int *depth)
{
	char c = peek(s, 0);

	if (c == '\'' || c == '"') {
		skip_plain(s);
		return false;
	}
	if (c == '!' && peek(s, 1) == '=') {
		s->at += 2;
		return false;
	}
	*depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
	s->at++;
	if (c != ':' || *depth != 0)
		return false;
	if (peek(s, 0) == '=')
		blank(s, s->at);
	return true;
}

/* From behind a '{' to behind its '}', or to the end of the string. */
static void
scan_field(struct scan *s, const struct quote *q)
{
	int depth[NESTING_MAX] = {0};
	bool specification[NESTING_MAX] = {false};
	unsigned level = 0;

	while (s->at < s->source.n && !closes(s, q)) {
		char c = peek(s, 0);

		if (c == '}' && depth[level] == 0) {
			s->at++;
			if (level-- == 0)
				return;
		} else if (!specification[level]) {
			specification[level] = step_expression(s, &depth[level]);
		} else if (c == '{' && level + 1 < NESTING_MAX) {
			s->at++;
			level++;
			depth[level] = 0;
			specification[level] = false;
		} else {
			s->at++;
		}
	}
}

static void
scan_format(struct scan *s, const struct quote *q)
{
	while (s->at < s->source.n && !closes(s, q)) {
		char c = peek(s, 0);

		if (c == '\\' && !q->raw && peek(s, 1) == 'N' && peek(s, 2) == '{') {
			while (s->at < s->source.n && peek(s, 0) != '}' && !closes(s, q))
				s->at++;
		} else if (c == '\\' && peek(s, 1) != '{' && peek(s, 1) != '}') {
			s->at += 2;
		} else if (c == '{' && peek(s, 1) == '{') {
			s->at += 2;
		} else if (c == '{') {
			s->at++;
			scan_field(s, q);
		} else {
			s->at++;
		}
	}
	s->at += q->length;
}

bool
fstring_mask(struct arena *a, struct str source, struct str *out)
{
	struct scan s = {.arena = a, .source = source};

	*out = source;
	if (str_find(source, STR(":="), 0) == SIZE_MAX)
		return true;
	while (s.at < source.n) {
		char c = peek(&s, 0);

		if (c == '#') {
			while (s.at < source.n && peek(&s, 0) != '\n')
				s.at++;
		} else if (c == '\'' || c == '"') {
			struct quote q = open_quote(&s);

			if (q.format) {
				scan_format(&s, &q);
				continue;
			}
			while (s.at < source.n && !closes(&s, &q))
				s.at += peek(&s, 0) == '\\' ? 2 : 1;
			s.at += q.length;
		} else {
			s.at++;
		}
	}
	if (s.copy != NULL)
		*out = (struct str){s.copy, source.n};
	return !s.failed;
}
