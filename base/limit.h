/* SPDX-License-Identifier: MIT */
/*
 * limit.h: the ceilings of a run, as every layer keeps them (limits.def).
 *
 * What nobody set is 0, and a sandbox starts with none of its needed limits at 0. Some are not needed: 0 sets no bound.
 */
#ifndef BASE_LIMIT_H
#define BASE_LIMIT_H

#include "json.h"

struct limits { /* in milliseconds, bytes and things */
#define LIMIT(name, member, unit, least, meaning) int64_t member;
#include "limits.def"
#undef LIMIT
};

enum {
#define LIMIT(name, member, unit, least, meaning) LIMIT_##member,
#include "limits.def"
#undef LIMIT
	LIMITS
};

struct limit {
	const char *name;   /* "memory_mb": as policies and tasks write it */
	const char *member; /* "memory_bytes": as records name it */
	int64_t unit,
	    least;      /* what one of a policy's is; the least that a sandbox starts with, or: */
#define LIMIT_OPEN (-1) /* 0 sets no bound, and is not told */
	const char *meaning;
};
extern const struct limit LIMIT_LIST[LIMITS]; /* in the order of the struct's members */

int64_t limits_get(const struct limits *l, size_t number);
void limits_set(struct limits *l, size_t number, int64_t amount);
bool limit_is_open(size_t number, int64_t amount); /* it sets no bound */
/* Whether `now` lets more through than `was`. */
bool limit_is_more(size_t number, int64_t now, int64_t was);
/* An object: each by its member's name. */
void limits_json(const struct limits *l, struct json_writer *w);

#endif
