/* SPDX-License-Identifier: MIT */
/*
 * value.h: an element of the lattice that flow.h computes over: what an expression may be.
 *
 * A value is a small set of atoms. `unknown` says that it may also be something else; that
 * something is no capability that the policy refuses, because mentioning one of those is a finding
 * of its own, and no object of the program that has not escaped (flow.h). No atoms and not unknown:
 * bottom, nothing has reached it.
 */
#ifndef POLICY_VALUE_H
#define POLICY_VALUE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum atom_kind {
	ATOM_NONE = 0,
	ATOM_MODULE,  /* id: the module's name */
	ATOM_SYMBOL,  /* id: a library's dotted name, "os.system", "builtins.eval" */
	ATOM_RESULT,  /* id: the dotted name of what was called */
	ATOM_STRING,  /* id: its text */
	ATOM_BYTES,   /* id: its text */
	ATOM_PREFIX,  /* id: a string that begins with this text */
	ATOM_TEXT,    /* some string */
	ATOM_BINARY,  /* some bytes */
	ATOM_INTEGER, /* id: its number, facts_integer() */
	ATOM_PLAIN, /* a number, None, a boolean: nothing with authority; PLAIN_NONE, PLAIN_ELLIPSIS */
	ATOM_FUNCTION, /* id: scope; called with all of its parameters */
	ATOM_CLASS,    /* id: scope */
	ATOM_OBJECT,   /* id: scope of its class, or of a child of that */
	ATOM_LITERAL,  /* id: node that makes a list, tuple, set or dictionary */
	ATOM_METHOD,   /* id: node of the attribute: a bound method of a text */
};

#define VALUE_ATOMS 12
#define PLAIN_NONE 1
#define PLAIN_ELLIPSIS 2

struct atom {
	uint32_t kind : 6, id : 26;
};
static_assert(sizeof(struct atom) == sizeof(uint32_t), "atoms have no bits between");

struct value {
	struct atom atoms[VALUE_ATOMS];
	uint8_t count;
	bool unknown;
	bool top; /* the atoms were too many: anything, in whatever order they came */
};
#define VALUE_EACH(a, v) for (const struct atom *a = (v)->atoms; a < (v)->atoms + (v)->count; a++)

static inline struct atom
atom_of(enum atom_kind kind, uint32_t id)
{
	return (struct atom){.kind = (uint32_t)kind & 63u, .id = id & 0x3ffffffu};
}

static inline struct value
value_of(enum atom_kind kind, uint32_t id)
{
	return (struct value){.atoms = {atom_of(kind, id)}, .count = 1};
}

static inline struct value
value_unknown(void)
{
	return (struct value){.unknown = true};
}

static inline bool
value_has(const struct value *v, struct atom a)
{
	VALUE_EACH(one, v)
		if (one->kind == a.kind && one->id == a.id)
			return true;
	return false;
}

static inline bool
value_is_bottom(const struct value *v)
{
	return v->count == 0 && !v->unknown;
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
	VALUE_EACH(a, v)
		if (a->kind == (uint32_t)kind)
			return a;
	return NULL;
}

/* Nothing else than atoms of these kinds, as bits. */
#define KIND_BIT(kind) (1u << (kind))
static inline bool
value_is(const struct value *v, unsigned kinds)
{
	VALUE_EACH(a, v)
		if ((kinds & KIND_BIT(a->kind)) == 0)
			return false;
	return v->count > 0 && !v->unknown;
}

#define KINDS_BYTES (KIND_BIT(ATOM_BYTES) | KIND_BIT(ATOM_BINARY))
#define KINDS_TEXT                                                                                 \
	(KINDS_BYTES | KIND_BIT(ATOM_STRING) | KIND_BIT(ATOM_PREFIX) | KIND_BIT(ATOM_TEXT))
#define KINDS_NUMBER (KIND_BIT(ATOM_INTEGER) | KIND_BIT(ATOM_PLAIN))

/* Neither None nor ...: as a key, it takes a dimension of an array. */
static inline bool
value_is_number(const struct value *v)
{
	return value_is(v, KINDS_NUMBER) && !value_has(v, atom_of(ATOM_PLAIN, PLAIN_NONE)) &&
	       !value_has(v, atom_of(ATOM_PLAIN, PLAIN_ELLIPSIS));
}

#endif
