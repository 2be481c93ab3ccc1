/* SPDX-License-Identifier: MIT */
/* charset.h: sets of code points as sorted, separate ranges; and those that Unicode names. */
#ifndef VALIDATOR_CHARSET_H
#define VALIDATOR_CHARSET_H

#include "arena.h"

#define CODEPOINT_MAX 0x10ffffu

struct charset {
	struct char_range {
		uint32_t first, last;
	} * ranges;
	size_t count, capacity;
};

bool charset_add(struct arena *a, struct charset *s, uint32_t first, uint32_t last);
bool charset_add_set(struct arena *a, struct charset *s, const struct charset *other);
void charset_normalise(struct charset *s); /* sorts and merges; needed before the next three */
bool charset_invert(struct arena *a, struct charset *s);
bool charset_has(const struct charset *s, uint32_t c);

/* unicode.c: adds what \p{name} or \p{name=value} means. False with *known where out of memory,
 * else it is not known. */
bool unicode_add(
    struct arena *a, struct charset *s, struct str name, struct str value, bool *known);

#endif
