/* SPDX-License-Identifier: MIT */
/* invariant_token.h: the text of an expression, piece by piece. */
#ifndef VALIDATOR_INVARIANT_TOKEN_H
#define VALIDATOR_INVARIANT_TOKEN_H

#include "invariant.h"

struct term_parser {
	struct arena *a;
	struct str text;
	size_t at;
	struct shape out, in;
	struct binding {
		struct str name;
		struct shape shape;
	} names[INVARIANT_NAMES_MAX];
	uint32_t name_count, term_count, depth;
	bool uses_in;
	struct err *err;
};

/* Always NULL. The first error stays. */
const struct term *token_fail(struct term_parser *p, size_t at, size_t width, const char *format,
    ...) __attribute__((format(printf, 4, 5)));
void token_blanks(struct term_parser *p);
/* Moves past the token where it comes next; a word ends where the name does. */
bool token_take(struct term_parser *p, const char *token);
bool token_expect(struct term_parser *p, const char *token);
struct str token_name(struct term_parser *p); /* empty where there is none */

#endif
