/* SPDX-License-Identifier: MIT */
#include "charset.h"

#include <stdlib.h>

bool
charset_add(struct arena *a, struct charset *s, uint32_t first, uint32_t last)
{
	struct char_range *r = arena_push(a, &s->ranges, &s->count, &s->capacity, sizeof(*r));
	if (!r)
		return false;
	*r = (struct char_range){first, last};
	return true;
}

bool
charset_add_set(struct arena *a, struct charset *s, const struct charset *other)
{
	for (size_t i = 0; i < other->count; i++)
		if (!charset_add(a, s, other->ranges[i].first, other->ranges[i].last))
			return false;
	return true;
}

static int
by_first(const void *a, const void *b)
{
	uint32_t x = ((const struct char_range *)a)->first,
		 y = ((const struct char_range *)b)->first;
	return (x > y) - (x < y);
}

void
charset_normalise(struct charset *s)
{
	size_t n = 0;
	if (s->count == 0)
		return;
	qsort(s->ranges, s->count, sizeof(*s->ranges), by_first);
	for (size_t i = 1; i < s->count; i++) {
		struct char_range *top = &s->ranges[n], next = s->ranges[i];
		if (next.first > top->last + 1)
			s->ranges[++n] = next;
		else if (next.last > top->last)
			top->last = next.last;
	}
	s->count = n + 1;
}

bool
charset_invert(struct arena *a, struct charset *s)
{
	struct charset out = {0};
	uint32_t from = 0;
	for (size_t i = 0; i < s->count; i++) {
		struct char_range r = s->ranges[i];
		if (r.first > from && !charset_add(a, &out, from, r.first - 1))
			return false;
		from = r.last + 1;
	}
	if (from <= CODEPOINT_MAX && !charset_add(a, &out, from, CODEPOINT_MAX))
		return false;
	*s = out;
	return true;
}

bool
charset_has(const struct charset *s, uint32_t c)
{
	size_t low = 0, high = s->count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (s->ranges[middle].last < c)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->count && s->ranges[low].first <= c;
}
