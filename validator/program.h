/* SPDX-License-Identifier: MIT */
/*
 * program.h: what a schema is compiled to, and who reads it.
 *
 * A *unit* is one subschema: a mask of types and a run of instructions, in order of cost: first
 * those that look at the value alone, then those that apply other units to it or to its children,
 * last unevaluatedItems and unevaluatedProperties. Units refer to each other by number, so `$ref`
 * is a call and never a copy. A unit without applicators is a *leaf* and is evaluated in place; all
 * others get a frame of the machine (run.c), which has an explicit stack and fuel.
 *
 * Three truths, by Kleene: a limit that was met is UNKNOWN, and its negation is UNKNOWN too.
 */
#ifndef VALIDATOR_PROGRAM_H
#define VALIDATOR_PROGRAM_H

#include "validator.h"

#include "decimal.h"
#include "value.h"

#define NO_UNIT UINT32_MAX
#define NO_NODE UINT32_MAX
#define TYPE_INTEGER (1u << 9) /* in a mask of 1 << enum json_kind */

enum truth {
	UNKNOWN = 0,
	NO,
	YES,
};

enum unit_form {
	UNIT_NOTHING = 0, /* false */
	UNIT_ANYTHING,    /* true, {} */
	UNIT_LEAF,
	UNIT_WHOLE,
};

enum op_code {
	OP_CONST = 0,
	OP_ENUM,
	OP_MINIMUM,
	OP_MAXIMUM,
	OP_EXCLUSIVE_MINIMUM,
	OP_EXCLUSIVE_MAXIMUM,
	OP_MULTIPLE_OF,
	OP_MIN_LENGTH,
	OP_MAX_LENGTH,
	OP_MIN_ITEMS,
	OP_MAX_ITEMS,
	OP_MIN_PROPERTIES,
	OP_MAX_PROPERTIES,
	OP_DEPENDENT_REQUIRED,
	OP_PATTERN,
	OP_FORMAT,
	OP_UNIQUE_ITEMS,
	OP_REF,
	OP_DYNAMIC_REF,
	OP_MEMBERS,
	OP_ITEMS,
	OP_CONTAINS,
	OP_ALL_OF,
	OP_IF,
	OP_DEPENDENT,
	OP_NOT,
	OP_ANY_OF,
	OP_ONE_OF,
	OP_UNEVALUATED_ITEMS,
	OP_UNEVALUATED_PROPERTIES,
	OP_COUNT,
	OP_TYPE,  /* not an instruction: in messages only */
	OP_FALSE, /* likewise */
};
#define OP_FIRST_APPLICATOR OP_REF
#define OP_FIRST_UNEVALUATED OP_UNEVALUATED_ITEMS

struct regex;
struct format;

struct enum_entry {
	uint64_t hash;
	uint32_t node; /* 0: free */
};

struct enumeration {
	const struct enum_entry *table;
	uint32_t mask; /* table size - 1 */
	bool containers;
};

/* A name of `properties` or `required`, in an open-addressed table. */
struct member_rule {
	struct str name;
	struct text_edges edges; /* of the name */
	uint32_t unit;           /* NO_UNIT where it is only required */
	bool required, used;
};

struct member_pattern {
	const struct regex *regex;
	uint32_t unit, node;
};

struct member_rules {
	struct member_rule *table;
	uint32_t mask; /* table size - 1 */
	uint32_t required_count, pattern_count;
	const struct member_pattern *patterns;
	uint32_t additional, names; /* units, or NO_UNIT */
	uint32_t required_node, additional_node, names_node;
	const struct str *declared; /* the names, in the schema's order */
	uint32_t declared_count;
};

struct item_rules {
	const uint32_t *prefix;
	uint32_t prefix_count;
	uint32_t rest; /* unit, or NO_UNIT */
	uint32_t rest_node;
};

struct contain_rules {
	uint32_t unit;
	uint64_t min, max;
	uint32_t min_node, max_node; /* NO_NODE where the keyword is not there */
	bool marks;                  /* what matched counts as evaluated */
};

struct condition {
	uint32_t test, then, otherwise; /* the last two perhaps NO_UNIT */
};

struct dependents {
	const struct dependent {
		struct str name;
		uint32_t unit;       /* of dependentSchemas */
		uint32_t names_node; /* an array of names, of dependentRequired */
	} * items;
	uint32_t count;
};

/* The target of $dynamicRef and $recursiveRef: the outermost resource of the scope that has the
 * anchor. */
struct dynamic_target {
	uint32_t otherwise; /* what the reference means by itself */
	uint32_t anchor;    /* number of the dynamic anchor's name; NO_UNIT: a plain reference */
};

struct choices {
	const uint32_t *units;
	uint32_t count;
};

struct op {
	uint8_t code;
	uint32_t node; /* the keyword's value, in the unit's document */
	union {
		uint64_t size;
		const struct decimal *number;
		uint32_t unit;
		struct choices choices;
		const struct regex *regex;
		const struct format *format;
		const struct enumeration *enumeration;
		const struct member_rules *members;
		const struct item_rules *items;
		const struct contain_rules *contains;
		const struct condition *condition;
		const struct dependents *dependents;
		const struct dynamic_target *dynamic;
	} as;
};

enum unit_flag {
	UNIT_TRACKS = 1, /* has unevaluatedItems or unevaluatedProperties */
	UNIT_ENTERS = 2, /* its resource has a dynamic anchor */
};

struct unit {
	uint32_t first, count; /* of schema->ops */
	uint32_t doc, node;    /* where it is written */
	uint32_t type_node;
	uint32_t resource;
	uint16_t types; /* 0: any */
	uint8_t form, flags;
};

/* For the resource `resource`, the anchor `name` is `unit`. */
struct dynamic_anchor {
	uint32_t resource, name, unit;
};

struct schema {
	const struct unit *units;
	const struct op *ops;
	const struct json_doc *const *docs;
	const struct str *doc_uris;      /* what each document is registered as; perhaps empty */
	const struct str *resource_uris; /* by unit.resource */
	const uint32_t *resource_nodes;  /* their roots, each in its units' document */
	const struct dynamic_anchor *anchors;
	uint32_t unit_count, op_count, anchor_count, resource_count;
	uint32_t root;
};

/* The nth unit that the instruction applies to the same value, or NO_UNIT past the last. */
uint32_t op_call(const struct op *op, uint32_t n);

static inline uint32_t
member_slot(struct text_edges e, size_t n, uint32_t mask)
{
	uint64_t h = (e.first ^ e.last * 31 ^ n) * 0x9e3779b97f4a7c15u;
	return (uint32_t)(h >> 32) & mask;
}

static inline bool
member_is(const struct member_rule *r, struct text_edges e, struct str name)
{
	if (r->name.n != name.n || r->edges.first != e.first || r->edges.last != e.last)
		return false;
	return name.n <= TEXT_EDGES_WHOLE || memcmp(r->name.p, name.p, name.n) == 0;
}

static inline const struct member_rule *
member_find(const struct member_rules *m, struct str name)
{
	struct text_edges e = text_edges(name);
	for (uint32_t i = member_slot(e, name.n, m->mask);; i = (i + 1) & m->mask) {
		const struct member_rule *r = &m->table[i];
		if (!r->used)
			return NULL;
		if (member_is(r, e, name))
			return r;
	}
}

static inline enum truth
both(enum truth a, enum truth b)
{
	if (a == NO || b == NO)
		return NO;
	return a == YES && b == YES ? YES : UNKNOWN;
}

#endif
