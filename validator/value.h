/* SPDX-License-Identifier: MIT */
/*
 * value.h: JSON values compared as the schema language compares them: numbers by value, objects
 * without order, exactly.
 *
 * YAML's plain scalars count as strings where the other side is a string: `const: "12"` takes the
 * plain 12.
 */
#ifndef VALIDATOR_VALUE_H
#define VALIDATOR_VALUE_H

#include "json.h"

struct value {
	const struct json_doc *doc;
	uint32_t node;
};

enum value_relation {
	VALUE_UNKNOWN = 0, /* the fuel ran out, or a number is past the bounds of decimal.h */
	VALUE_DIFFERENT,
	VALUE_EQUAL,
};

/* Takes what it costs from *fuel. `a` is for scratch space and is touched by large objects only. */
enum value_relation value_compare(struct arena *a, struct value x, struct value y, uint64_t *fuel);
/* Equal values have equal hashes (plain scalars by their kind). */
uint64_t value_hash(const struct json_doc *doc, uint32_t node);
uint64_t text_hash(struct str s);

/*
 * Tells names apart: their first and last eight bytes, or, if they are shorter, all
 * of them. Up to sixteen bytes, texts of one length with equal edges are equal.
 */
struct text_edges {
	uint64_t first, last;
};
#define TEXT_EDGES_WHOLE 16

static inline struct text_edges
text_edges(struct str s)
{
	struct text_edges e = {0, 0};
	uint32_t a = 0, b = 0;
	if (s.n >= sizeof(e.first)) {
		memcpy(&e.first, s.p, sizeof(e.first));
		memcpy(&e.last, s.p + s.n - sizeof(e.last), sizeof(e.last));
	} else if (s.n >= sizeof(a)) {
		memcpy(&a, s.p, sizeof(a));
		memcpy(&b, s.p + s.n - sizeof(b), sizeof(b));
		e.first = (uint64_t)a << 32 | b;
	} else if (s.n > 0) {
		e.first = (uint64_t)(unsigned char)s.p[0] << 16 |
			  (uint64_t)(unsigned char)s.p[s.n / 2] << 8 | (unsigned char)s.p[s.n - 1];
	}
	return e;
}

/* The text of a string, number or plain scalar. */
struct str value_text(const struct json_doc *doc, uint32_t node);
/*
 * VALUE_DIFFERENT where all elements of the array differ. For VALUE_EQUAL, *first and *second are
 * the positions of two that are equal.
 */
enum value_relation value_unique(
    struct arena *a, struct value array, uint64_t *fuel, uint32_t *first, uint32_t *second);

#endif
