/* SPDX-License-Identifier: MIT */
/*
 * outline.h: the entries of a loaded policy as a list, each with the place that it came from.
 *
 * A policy as a list that authors' tools walk: coverage counts by it, mutants are made of it, and a rendered policy is
 * printed from it. `item` is the address that a watch (judge.h) is told.
 */
#ifndef POLICY_OUTLINE_H
#define POLICY_OUTLINE_H

#include "model.h"

enum entry_kind {
	ENTRY_NONE = 0,
	ENTRY_DEFAULT, /* of imports, builtins, attributes, capabilities */
	ENTRY_NAME,    /* index: in the section's list */
	ENTRY_API,     /* index, part: of the name in a module's `api` */
	ENTRY_ALSO,    /* index, part: of the name in `also` */
	ENTRY_RULE,
	ENTRY_RULE_CALL, /* index, part: of the name in `call` */
	ENTRY_PLACE,     /* index, part: of the bit in `as` */
	ENTRY_CONDITION, /* index, part */
	ENTRY_PREDICATE, /* index, part, piece */
	ENTRY_LIMIT,     /* index: of LIMIT_LIST */
	ENTRY_READ,      /* index: of the folder in `files` */
	ENTRY_WRITE,     /* index: of the pattern */
};

struct entry {
	enum entry_kind kind;
	enum section section;
	struct str name;  /* "math", "open", "open-scope" */
	struct str where; /* of a condition or predicate: "condition 2, argument '1/mode'" */
	enum decision decision;
	const void *item;
	size_t index, part, piece;
	size_t source; /* index into the policy's sources; the last is its own file */
	unsigned line; /* from 1; 0 where no file says it */
	size_t number; /* among the entries, by the model */
};

struct outline {
	struct entry *items;
	size_t count, capacity;
	const struct entry **by_item; /* sorted by the item's address */
};

/* By source and line. False (told in errs) where memory ran out. */
bool outline_make(
    struct arena *a, const struct policy *p, struct outline *out, struct err_list *errs);
/* The entry of an item that a watch is told, or NULL. */
const struct entry *outline_find(const struct outline *o, const void *item);
/* "import 'math'", "rule 'open-scope', condition 2, argument '1/mode'". */
bool entry_title(struct arena *a, const struct entry *e, struct str *out);
/* A symbol as policies write it: without `builtins.`. */
struct str outline_shown(struct str symbol);
/* The policy's rule of this id, or NULL. */
const struct policy_rule *outline_rule(const struct policy *p, struct str id);

#endif
