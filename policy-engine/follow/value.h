/* SPDX-License-Identifier: MIT */
/*
 * value.h: what an expression may be, as far as the gate can tell without running it.
 *
 * A value is a small union of atoms. `unknown` says that it may also be something else; that
 * something can't be a denied builtin, module or function, because mentioning one of those is a
 * finding of its own, wherever its value then flows.
 */
#ifndef POLICY_VALUE_H
#define POLICY_VALUE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum atom_kind {
	ATOM_NONE = 0,
	ATOM_MODULE,   /* id: the module's name */
	ATOM_SYMBOL,   /* id: a library's dotted name, "os.system", "builtins.eval" */
	ATOM_RESULT,   /* id: the dotted name of what was called */
	ATOM_STRING,   /* id: its text */
	ATOM_BYTES,    /* id: its text */
	ATOM_PREFIX,   /* id: a string that begins with this text */
	ATOM_TEXT,     /* some string */
	ATOM_SHAPE,    /* id: a string that is known but for its holes (shape.h) */
	ATOM_INTEGER,  /* id: index into facts.integers */
	ATOM_FUNCTION, /* id: scope */
	ATOM_CLASS,    /* id: scope */
	ATOM_OBJECT,   /* id: scope of its class */
	ATOM_LITERAL,  /* id: node of a list, tuple, set, dictionary or comprehension */
	ATOM_PATH,     /* id: the text of a path, with holes (shape.h) or without */
	ATOM_LISTING,  /* id: the path of each element of a list (or iterator) that a folder gave */
	ATOM_METHOD,   /* id: node of the attribute: a bound method of a known constant */
	ATOM_PLAIN, /* a number, None, a boolean: nothing with authority; id: PLAIN_NONE for None */
	ATOM_RAISED, /* an exception */
};

#define VALUE_ATOMS 12
#define PLAIN_NONE 1

struct atom {
	uint32_t kind : 6, id : 26;
};
static_assert(sizeof(struct atom) == sizeof(uint32_t), "atoms have no bits between");

struct value {
	struct atom atoms[VALUE_ATOMS];
	uint8_t count;
	bool unknown;
	bool lost_function; /* a function that found no room */
	bool lost;          /* a literal, listing or object that found no room any more */
};

bool value_add(struct value *v, enum atom_kind kind, uint32_t id); /* true where it changed */
bool value_merge(struct value *v, const struct value *other);
bool value_covers(const struct value *v, const struct value *other); /* a merge changes nothing */
static inline struct value
value_of(enum atom_kind kind, uint32_t id)
{
	return (struct value){
	    .atoms = {{.kind = (uint32_t)kind & 63u, .id = id & 0x3ffffffu}}, .count = 1};
}

static inline struct value
value_unknown(void)
{
	return (struct value){.unknown = true};
}

/* The only atom, where it has this kind and nothing else is possible; else NULL. */
static inline const struct atom *
value_only(const struct value *v, enum atom_kind kind)
{
	return !v->unknown && v->count == 1 && v->atoms[0].kind == (uint32_t)kind ? &v->atoms[0]
										  : NULL;
}

static inline const struct atom *
value_find(const struct value *v, enum atom_kind kind)
{
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind == (uint32_t)kind)
			return &v->atoms[i];
	return NULL;
}

/* Nothing else than atoms of this kind. */
static inline bool
value_is(const struct value *v, enum atom_kind kind)
{
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind != (uint32_t)kind)
			return false;
	return v->count > 0 && !v->unknown;
}

#endif
