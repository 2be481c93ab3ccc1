/* SPDX-License-Identifier: MIT */
/* json_text.h: a text that was read, with all that belongs to it. */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include "test.h"

#include "json.h"

#define ARENA_BYTES ((size_t)256 << 20)

struct text {
	struct arena *arena;
	struct json_doc doc;
	struct json_problem problem;
	struct err err;
};

static inline bool
parse_with(struct text *t, struct str source, const struct json_limits *limits)
{
	*t = (struct text){.arena = arena_new(ARENA_BYTES)};
	assert_non_null(t->arena);
	return json_parse(t->arena, source, "x.json", limits, &t->doc, &t->problem, &t->err);
}

static inline bool
parse(struct text *t, const char *z)
{
	return parse_with(t, str_from(z), &JSON_LIMITS);
}

static inline void
release(struct text *t)
{
	arena_free(t->arena);
}

#endif
