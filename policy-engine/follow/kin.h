/* SPDX-License-Identifier: MIT */
/*
 * kin.h: which values certainly are the file's own.
 *
 * Every expression, name and attribute is a place. A value that moves from one place to another
 * takes its marks with it (it may be a library's object; it may be any text), one way only; and
 * both places get one shape, for ever: the shape says which classes and functions of the file a
 * value may be, and has places for what a container holds. So whoever changes a list by one name
 * has changed it for all others. What gets into hands that the text does not show is `escaped`:
 * all that can be reached from it may be anything. Attributes are told apart by their names only.
 *
 * Only a file in which a rule asks for it is looked at so. Where the steps or the rounds run out,
 * or the file does what this does not follow (`__getattr__`, `__new__`, metaclasses, descriptors),
 * nothing is certain.
 */
#ifndef POLICY_KIN_H
#define POLICY_KIN_H

#include "judge.h"

#define KIN_ROUNDS_MAX 40
#define KIN_STEPS_MAX 4000000u
#define KIN_COLUMNS 3
#define KIN_ARGUMENTS_MAX 24 /* of one call */

/* Of a text, whether it names an ordinary attribute; of a class, whether its fields come in order.
 */
enum kin_known { KIN_NOT_ASKED = 0, KIN_NO, KIN_YES };

enum kin_mark { KIN_ANY = 1, KIN_LIBRARY = 2, KIN_TEXT = 4 };

struct kin_place {
	uint32_t shape; /* 0: none yet */
	uint8_t marks;
};

struct kin_shape {
	uint32_t up;         /* the shape that it became part of; itself */
	uint32_t element;    /* places, 0 where there are none: of a list, tuple, set, iterator */
	uint32_t key, value; /* of a dictionary */
	uint32_t column[KIN_COLUMNS]; /* of a tuple: its first elements */
	bool is_list, escaped;
};

struct kin {
	struct judge *judge;
	struct facts *facts;
	const struct tree *tree;
	struct kin_place *places;
	size_t places_count, places_capacity;
	struct kin_shape *shapes;
	size_t shapes_count, shapes_capacity;
	uint32_t bindings, names, names_count, scopes; /* first places of each */
	uint32_t *scratch;                             /* by node: first of four places, or 0 */
	uint8_t *known; /* by node: what does not change from round to round (enum kin_known) */
	uint32_t *scope_named; /* by name: its first scope + 1, and by scope: the next */
	uint32_t *scope_next;
	uint32_t init, enter, iter, next_, getitem, setitem, delitem, reversed, call; /* names */
	uint32_t steps;
	bool changed, lost;
	bool settling; /* what nothing is known of yet may be anything */
};

/* Places. */
uint32_t kin_of_node(const struct kin *k, uint32_t node);
uint32_t kin_of_binding(const struct kin *k, uint32_t binding);
uint32_t kin_of_name(const struct kin *k, uint32_t name); /* an attribute */
enum kin_scope {
	KIN_INSTANCE = 0,
	KIN_CLASS,
	KIN_RETURN,
	KIN_FUNCTION,
	KIN_BOUND,
	KIN_SCOPE_PLACES
};
static inline uint32_t
kin_of_scope(const struct kin *k, uint32_t scope, enum kin_scope which)
{
	return k->scopes + scope * KIN_SCOPE_PLACES + (uint32_t)which;
}

uint32_t kin_scratch(struct kin *k, uint32_t node, unsigned i);

/* What moves. */
void kin_mark(struct kin *k, uint32_t place, unsigned marks);
void kin_flow(struct kin *k, uint32_t from, uint32_t to);
void kin_escape(struct kin *k, uint32_t place);
/* Whoever gets it calls the functions that it holds, and changes no container. */
void kin_lend(struct kin *k, uint32_t place, unsigned depth);
bool kin_is_escaped(struct kin *k, uint32_t place);
#define KIN_HELD_DEPTH 4 /* of containers in containers */
/* The parts that a value holds, but for a dictionary's keys: their places, and how many. */
unsigned kin_parts(struct kin *k, uint32_t place, uint32_t parts[2 + KIN_COLUMNS]);
/* Functions, numbers, texts that name ordinary methods; and containers of them. */
bool kin_holds_functions(struct kin *k, uint32_t place, unsigned depth);
/* The shape that the place's has become part of; 0 for none. */
static inline uint32_t
kin_root(struct kin *k, uint32_t place)
{
	uint32_t shape = k->places[place].shape;

	while (k->shapes[shape].up != shape) {
		k->shapes[shape].up = k->shapes[k->shapes[shape].up].up;
		shape = k->shapes[shape].up;
	}
	return shape;
}

static inline bool
kin_same(struct kin *k, uint32_t a, uint32_t b) /* one shape */
{
	uint32_t root = kin_root(k, a);

	return root != 0 && root == kin_root(k, b);
}

/* No container but a tuple of none; or, of a dictionary, all its values. */
bool kin_is_plain_tuple(struct kin *k, uint32_t place, bool values);
void kin_touch(struct kin *k, uint32_t place); /* gives it a shape */
bool kin_is_container(struct kin *k, uint32_t place);
bool kin_has_shape(const struct kin *k, uint32_t place);
enum kin_part { KIN_ELEMENT, KIN_KEY, KIN_VALUE, KIN_COLUMN };
uint32_t kin_part(struct kin *k, uint32_t place, enum kin_part part, unsigned column);
void kin_read_each(struct kin *k, uint32_t from, uint32_t to); /* for x in from */
void kin_read_item(struct kin *k, uint32_t from, uint32_t to); /* from[x] */
void kin_read_column(struct kin *k, uint32_t from, unsigned column, uint32_t to);
/* The next method of the name that an object of the place's classes may have; `scope` begins with
 * NOWHERE. */
bool kin_next_method(struct kin *k, uint32_t object, uint32_t name, uint32_t *scope);
bool kin_spend(struct kin *k, uint32_t steps);

/* kin_begin.c: false where the file does what is not followed */
bool kin_begin(struct kin *k);
/* kin_own.c: classes and functions of the file */
void kin_open_escaped(struct kin *k);
bool kin_is_followed_class(const struct kin *k, uint32_t scope);
void kin_definitions(struct kin *k);
bool kin_is_function(struct kin *k, uint32_t place);
bool kin_is_instance(struct kin *k, uint32_t place);
void kin_escape_functions(struct kin *k, uint32_t place); /* where it may be one */

/* kin_call.c */
struct kin_given {
	uint32_t place, name; /* name: of a keyword argument, else 0 */
	bool star, double_star;
};
struct kin_givens {
	struct kin_given items[KIN_ARGUMENTS_MAX];
	unsigned count;
};
void kin_call(struct kin *k, uint32_t node);
void kin_call_function(
    struct kin *k, uint32_t scope, bool bound, const struct kin_givens *g, uint32_t to);
void kin_escape_given(struct kin *k, const struct kin_givens *g);
/* kin_new.c */
void kin_call_class(struct kin *k, uint32_t class, const struct kin_givens *g, uint32_t to);
void kin_call_place(struct kin *k, uint32_t function, const struct kin_givens *g, uint32_t to);
void kin_call_methods(
    struct kin *k, uint32_t object, uint32_t name, const struct kin_givens *g, uint32_t to);
void kin_load_attribute(struct kin *k, uint32_t object, uint32_t name, uint32_t to);
void kin_load_class(struct kin *k, uint32_t object, uint32_t to);
void kin_operators(struct kin *k, uint32_t left, uint32_t right, uint32_t to);
/* kin_library.c: false where the function is not known */
bool kin_call_library(struct kin *k, uint32_t node, struct str symbol, const struct kin_givens *g);
void kin_call_container(struct kin *k, uint32_t object, struct str name, const struct kin_givens *g,
    uint32_t node, bool is_bound); /* a class of the file has the method, too */
bool kin_is_container_method(struct str name);

/* kin_read.c */
void kin_read_node(struct kin *k, uint32_t node);
void kin_escape_keys(struct kin *k, uint32_t subscript);
/* kin_store.c */
void kin_store_node(struct kin *k, uint32_t node);

#endif
