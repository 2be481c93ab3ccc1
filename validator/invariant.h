/* SPDX-License-Identifier: MIT */
/*
 * invariant.h: expressions as trees. invariant_parse.c reads them, invariant_shape.c knows from the
 * schemas which members there are, invariant_eval.c gives values, invariant_list.c those of
 * functions over lists, invariant.c the verdict.
 */
#ifndef VALIDATOR_INVARIANT_H
#define VALIDATOR_INVARIANT_H

#include "number.h"
#include "program.h"

#define INVARIANT_TREES_MAX 2000
#define INVARIANT_DEPTH_MAX 100
#define INVARIANT_NAMES_MAX 16
#define INVARIANT_FUEL 20000000u

enum term_kind {
	TERM_NULL = 0,
	TERM_FALSE,
	TERM_TRUE,
	TERM_NUMBER,
	TERM_TEXT,
	TERM_LIST,
	TERM_OUT,
	TERM_IN,
	TERM_NAME, /* what a function over a list has bound; `slot` */
	TERM_MEMBER,
	TERM_INDEX,
	TERM_NOT,
	TERM_NEGATE,
	TERM_IF,
	TERM_OR,
	TERM_AND,
	TERM_EQUAL,
	TERM_DIFFERENT,
	TERM_LESS,
	TERM_LESS_EQUAL,
	TERM_MORE,
	TERM_MORE_EQUAL,
	TERM_ELEMENT,
	TERM_ADD,
	TERM_SUBTRACT,
	TERM_MULTIPLY,
	TERM_DIVIDE,
	TERM_REMAINDER,
	TERM_CALL, /* a function of values */
	TERM_OVER, /* a function over a list; child 0 the list, child 1 the body or NULL */
};

enum function {
	F_SIZE = 0,
	F_HAS,
	F_ABS,
	F_ROUND,
	F_DIV,
	F_STARTS,
	F_ENDS,
	F_CONTAINS,
	F_SUM,
	F_COUNT,
	F_ALL,
	F_EXISTS,
	F_EXISTS_ONE,
	F_MAP,
	F_FILTER,
	F_UNIQUE,
	F_MIN,
	F_MAX,
};

/* The schema's unit for a value; NO_UNIT if it has none. */
struct shape {
	const struct schema *schema;
	uint32_t unit;
};

struct term {
	uint8_t kind, function;
	uint32_t slot, depth, count;
	const struct term *child[3];
	const struct term **items; /* of a list */
	struct str text;           /* a member's name, a literal */
	struct number number;
	struct str source; /* as written */
	struct shape shape;
};

struct invariant {
	const struct term *root;
	bool uses_in;
};

enum datum_kind {
	DATUM_NOTHING = 0, /* nobody knows; the evaluation's reason says why */
	DATUM_NULL,
	DATUM_BOOL,
	DATUM_NUMBER,
	DATUM_TEXT,
	DATUM_NODE, /* an array or object of a document */
	DATUM_LIST,
};

struct datum {
	enum datum_kind kind;
	bool yes;
	struct number number;
	struct str text;
	struct value node;
	const struct datum *items;
	size_t count;
};

struct evaluation {
	struct arena *a;
	const struct json_doc *out, *in;
	uint64_t fuel;
	struct datum names[INVARIANT_NAMES_MAX];
	const char *reason; /* the first */
	const struct term *reason_at;
	bool failed;
};

/* invariant_shape.c */
/* False where the schema declares members but not this one; *close is what may have been meant. */
bool shape_member(struct shape s, struct str name, struct shape *out, struct str *close);
struct shape shape_items(struct shape s);

/* invariant_parse.c */
const struct term *invariant_parse(struct arena *a, struct shape out, struct shape in,
    struct str text, bool *uses_in, struct err *err);

/* invariant_eval.c */
struct datum term_eval(struct evaluation *e, const struct term *t);
struct datum datum_nothing(struct evaluation *e, const struct term *t, const char *reason);
struct datum datum_bool(enum truth t);
struct datum datum_of_node(
    struct evaluation *e, const struct term *t, const struct json_doc *doc, uint32_t node);
/* YES, NO, or UNKNOWN for what is no bool. */
enum truth datum_truth(struct evaluation *e, const struct term *t, struct datum d);
enum value_relation datum_equal(struct evaluation *e, struct datum a, struct datum b);
/* Less than 0, 0, more; false where the two can't be ordered. */
bool datum_order(struct datum a, struct datum b, int *order);

/* invariant_list.c */
struct list_walk {
	struct evaluation *e;
	const struct term *t;
	struct datum list;
	const struct json_node *next;
	size_t index, count;
};
bool list_begin(struct list_walk *w, struct evaluation *e, const struct term *t, struct datum list);
bool list_next(struct list_walk *w, struct datum *out);
struct datum over_eval(struct evaluation *e, const struct term *t);

#endif
