/* SPDX-License-Identifier: MIT */
/* mutant.h: a policy with one thing changed. */
#ifndef POLICY_MUTANT_H
#define POLICY_MUTANT_H

#include "outline.h"

enum mutation {
	MUTATION_NONE = 0,
	MUTATION_DROP,      /* the entry is not there */
	MUTATION_LOOSEN,    /* what it denies or escalates is allowed */
	MUTATION_ANY_NAME,  /* an import without its `api` */
	MUTATION_OTHERWISE, /* a rule's `otherwise` is allow */
	MUTATION_UNKNOWN,   /* a rule's `unknown` is allow */
	MUTATION_PACKAGES,  /* a rule for all programs */
	MUTATION_RAISE,     /* a limit, or `below`, one higher */
	MUTATION_PART,      /* one part of a predicate is not there: `part` */
	MUTATION_WORD,      /* one word of a predicate's list is not there: `part`, `word` */
};

enum predicate_part {
	PART_MATCHES = 0,
	PART_BELOW,
	PART_OPTIONAL,
	PART_ONE_OF,
	PART_NONE_OF,
	PART_IS, /* `word` is the number of the bit */
	PARTS,
};

struct mutant {
	enum mutation mutation;
	const struct entry *entry;
	enum predicate_part part;
	size_t word;
};

/* A copy with the mutant's change; what is not changed is shared. NULL where memory ran out. */
struct policy *mutant_make(struct arena *a, const struct policy *p, const struct mutant *m);
/* "without import 'math'", "with builtin 'eval' allowed". */
bool mutant_title(struct arena *a, const struct policy *p, const struct mutant *m, struct str *out);
/* All mutants of the policy's own entries, in the order of the outline. */
struct mutants {
	struct mutant *items;
	size_t count, capacity;
};
bool mutants_list(struct arena *a, const struct policy *p, const struct outline *o,
    bool with_limits, struct mutants *out, struct err *err);
/* The predicate of an entry; NULL if it has none. */
struct predicate *predicate_of(const struct policy *p, const struct entry *e);
/* The words of a part that is a list, or NULL. */
struct words *predicate_words(struct predicate *p, enum predicate_part part);

#endif
