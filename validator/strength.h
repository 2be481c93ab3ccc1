/* SPDX-License-Identifier: MIT */
/*
 * strength.h: how much a schema forbids, measured. Each mutant is a valid example with one change
 * (a member dropped, a type changed, a bound pushed, a member added); a mutant that the schema
 * still accepts names something that it leaves open.
 */
#ifndef STRENGTH_H
#define STRENGTH_H

#include "validator.h"

struct schema_mutant {
	struct str instance; /* JSON Pointer to what was changed */
	const char *change;  /* "dropped", "replaced by a string" ... */
};

struct schema_strength {
	size_t tried, caught;
	struct schema_mutant *survivors; /* at most 1,000 */
	size_t count;
};

/* False where the example is not valid by the schema (ERR_INPUT), is no JSON text, or memory is
 * out. Results live in `a`. */
bool schema_strength(const struct schema *s, struct arena *a, const struct json_doc *example,
    struct schema_strength *out, struct err *err);

#endif
