/* SPDX-License-Identifier: MIT */
/*
 * facts.h: what a program says, as data: scopes, bindings, imports, mentions of names, attributes,
 * calls, strings.
 *
 * Facts know nothing of policies. Collecting reads the tree once (collect.c), binding gives names
 * their scopes as Python does (bind.c), and the data-flow analysis fills in what expressions may be
 * (flow.h).
 */
#ifndef POLICY_FACTS_H
#define POLICY_FACTS_H

#include "literal.h"
#include "names.h"
#include "table.h"
#include "tree.h"
#include "value.h"

#define FACTS_STEPS_MAX 5000000u /* of a whole check: past it the text is refused as too complex */
#define NOWHERE UINT32_MAX

enum scope_kind {
	SCOPE_MODULE = 0,
	SCOPE_FUNCTION,
	SCOPE_LAMBDA,
	SCOPE_CLASS,
	SCOPE_COMPREHENSION
};

struct scope {
	enum scope_kind kind;
	uint32_t node, parent; /* parent: a scope */
	uint32_t name;
	uint32_t first_parameter; /* index into parameters, NOWHERE for none */
	uint32_t last_parameter;
	uint32_t positional_only_before, keyword_only_after; /* nodes */
	bool is_generator, is_async, gives; /* gives: a return statement with a value */
	bool takes_class;
	/* Of flow.h: */
	bool called;  /* by a call that the analysis sees; of a method: its self may be anything */
	bool escapes; /* a function that others call with anything; a class of whose methods
				others may have the bare functions */
	bool has_bases; /* a class that derives from more than data's plain bases and classes of
				the file, has a metaclass, a decorator, __new__ or __getattr__ */
	struct value returned;
};

struct binding {
	uint32_t scope, name;
	struct value value;
	uint32_t settled_after; /* mentions from this node on see the binding, NOWHERE where that is
				   not sure */
	uint32_t stores;        /* how many statements bind it */
	bool is_deleted, is_import;
	bool is_declared_global, is_declared_nonlocal; /* this entry only redirects */
};

enum role {
	ROLE_NONE = 0,
	ROLE_LOAD,
	ROLE_STORE,
	ROLE_DELETE,
	ROLE_PARAMETER,
	ROLE_ATTRIBUTE,
	ROLE_KEYWORD,
	ROLE_DEFINED,
	ROLE_IMPORT,
	ROLE_DECLARED,
	ROLE_CAPTURE,
	ROLE_PATTERN_ATTRIBUTE,
};

struct occurrence { /* of an identifier */
	uint32_t node, name, scope;
	uint32_t binding; /* index, or NOWHERE: a builtin, or nothing */
	uint32_t beyond;  /* in a class's statements: the module's binding, which shows where the
			      class has not bound the name (yet), and after that counts too; NOWHERE
			      for none */
	enum role role;
	bool may_be_builtin;
};

struct import {
	uint32_t node;           /* where it stands */
	uint32_t module, member; /* names; member 0 for `import module` */
	uint32_t alias, binding; /* alias 0: none */
	unsigned level;          /* leading dots */
	bool star, future;
	uint32_t scope;
};

struct attribute {
	uint32_t node;   /* of the whole expression */
	uint32_t object; /* 0 in a pattern's keyword */
	uint32_t identifier, name;
	enum role role; /* ROLE_LOAD, ROLE_STORE, ROLE_DELETE, ROLE_PATTERN_ATTRIBUTE */
};

struct call {
	uint32_t node, function, arguments;
};

struct text_fact { /* a string or bytes literal; of an f-string, its literal parts joined */
	uint32_t node, text;
	bool bytes, format, unknown, bytes_escape, strange_prefix;
};

struct parameter {
	uint32_t binding, name, next; /* next: index or NOWHERE */
	uint32_t node;                /* of its name */
	bool star, double_star, positional_only, keyword_only;
};

/* The possible contents of a list, set, dictionary, or an iterator over one. */
struct container {
	uint32_t node;
	struct value elements; /* of a dictionary, its keys */
	struct value items;    /* of a dictionary, its values */
	bool is_dictionary;
	bool escapes;           /* others change it */
	struct container *next; /* of all */
};

#define LIST(type, name)                                                                           \
	type *name;                                                                                \
	size_t name##_count, name##_capacity

struct facts {
	struct arena *arena;
	const struct tree *tree;
	struct names names;
	uint32_t *scope_of; /* by node */
	uint32_t *opened;   /* by node: the scope that a definition or comprehension opens, or 0 */
	uint32_t *fact_of;  /* by node: occurrence of an identifier, text of a string, or NOWHERE */
	uint8_t
	    *role; /* by node: an identifier's own, another's as a bare name there would have it */
	struct container **container_of; /* by node, or NULL */
	struct value *values;            /* by node */
	uint32_t *lively; /* nodes whose values may change, children before parents */
	uint32_t lively_count;
	struct names binding_keys;
	LIST(struct scope, scopes);
	LIST(struct binding, bindings);
	LIST(struct occurrence, occurrences);
	LIST(struct import, imports);
	LIST(struct attribute, attributes);
	LIST(struct call, calls);
	LIST(struct text_fact, texts);
	LIST(struct parameter, parameters);
	struct container *containers;
	uint32_t fold_steps;
	uint32_t steps;  /* at FACTS_STEPS_MAX the text takes too long and is refused */
	uint32_t costly; /* the node that was at work then */
	bool has_classes;
	bool own_operators; /* a class of the file says what an operator gives */
	bool
	    own_texts; /* a class of the file may derive from str, so that str(x) may give its objects */
	bool classes_escape; /* others may have any class of the file: by __get__, __set_name__,
				a type(x) that went away */
	bool changed;        /* a slot grew since all nodes were evaluated */
	/* As table_given(), of packages that the table lacks; set before flow_solve(), or NULL. */
	struct str (*given)(const void *givers, struct str symbol);
	const void *givers;
	bool unsettled, failed;
};

#undef LIST
/* `one` points to each of a list of `f`, which must not grow meanwhile. */
#define FACTS_EACH(one, f, list)                                                                   \
	for (__typeof__(&*(f)->list) one = (f)->list; one < (f)->list + (f)->list##_count; one++)

static inline bool
is_name_character(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* Whether `s` is one of these words, which have a blank between them. */
bool str_is_one_of(struct str s, const char *words);

bool is_dunder(struct str name); /* "__name__" */

/* False where memory ran out. */
bool facts_collect(struct arena *a, const struct tree *t, struct facts *out);

/* Adds one to a list of `f`; sets f->failed and returns NULL where memory ran out. */
#define FACTS_PUSH(f, list)                                                                        \
	facts_push((f), &(f)->list, &(f)->list##_count, &(f)->list##_capacity, sizeof(*(f)->list))
void *facts_push(struct facts *f, void *items, size_t *count, size_t *capacity, size_t size);

struct str facts_name(const struct facts *f, uint32_t name);
int64_t facts_integer(const struct facts *f, uint32_t name); /* whose text has the number's bytes */
static inline const struct value *
facts_value(const struct facts *f, uint32_t node)
{
	return &f->values[node];
}

/* Counts work that hostile text could make quadratic; false where there was enough of it. */
bool facts_spend(struct facts *f, uint32_t steps);
/* Without parentheses and stars around it. */
uint32_t facts_bare(const struct facts *f, uint32_t node);
/* Whether an element or argument is spread: tree-sitter hangs the star of `*a.b()` on its `a.b`. */
bool facts_is_star(const struct tree *t, uint32_t node);
/* The function, lambda or class around a node; 0 is the module. */
uint32_t facts_scope_function(const struct facts *f, uint32_t scope);
uint32_t facts_scope_class(const struct facts *f, uint32_t scope); /* or NOWHERE */
static inline bool
facts_is_method(const struct facts *f, const struct scope *s)
{
	return s->kind == SCOPE_FUNCTION && f->scopes[s->parent].kind == SCOPE_CLASS;
}

struct argument {
	uint32_t node;                  /* its value */
	uint32_t name;                  /* of a keyword argument, else 0 */
	unsigned place;                 /* among all, from 0 */
	bool star, double_star, spread; /* spread: either */
	uint32_t at;
};
/* The next argument of a call (or of a class definition, or of 0: none). Begins with {0}. */
bool facts_argument(const struct facts *f, uint32_t list, struct argument *a);
/* By place or name. *spread says that a star might hold it. */
uint32_t facts_find_argument(
    const struct facts *f, uint32_t list, unsigned place, struct str name, bool *spread);

/* Steps of collecting; each sets f->failed where memory ran out. */
void facts_bind(struct facts *f);
/* It is loaded, or stands on the left of `+=`. */
bool facts_is_read(const struct facts *f, uint32_t node);
bool facts_is_callee(const struct tree *t, uint32_t node); /* without parentheses */
/* The callee of a call, also of a decorator, and its arguments: a decorator's is the definition below it. */
uint32_t facts_callee(const struct tree *t, uint32_t call);
uint32_t facts_arguments(const struct tree *t, uint32_t call);
uint64_t facts_effects(struct facts *f, uint32_t symbol); /* effects.h, by a name's number */
bool facts_gives_class(struct facts *f, uint32_t node);   /* type(x), x.__class__ */

/* The name that Python makes of an identifier: `__x` in class C is `_C__x`. */
uint32_t facts_mangled(struct facts *f, uint32_t scope, struct str text);
uint32_t binding_find(const struct facts *f, uint32_t scope, uint32_t name);
uint32_t binding_get(struct facts *f, uint32_t scope, uint32_t name);

/* The value of `module.name`. */
struct value value_of_member(struct facts *f, struct str module, struct str name);
/* The value of `symbol.name`, of a symbol that is no module. */
struct value value_of_symbol_member(struct facts *f, struct str symbol, struct str name);

#endif
