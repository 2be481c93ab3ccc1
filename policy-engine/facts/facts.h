/* SPDX-License-Identifier: MIT */
/*
 * facts.h: what a program says, as data: scopes, bindings, imports, mentions of names, attributes,
 * calls, strings.
 *
 * Facts know nothing of policies. Collecting reads the tree once (collect.c), binding gives names
 * their scopes as Python does (bind.c), evaluating finds what expressions may be (evaluate.c,
 * fold.c) by sweeps from the leaves to the root, repeated until nothing changes or FACTS_ROUNDS_MAX
 * is met; then `unsettled` says that values are not to be relied upon.
 */
#ifndef POLICY_FACTS_H
#define POLICY_FACTS_H

#include "literal.h"
#include "names.h"
#include "table.h"
#include "tree.h"
#include "value.h"

#define FACTS_ROUNDS_MAX 16
#define FOLD_BYTES_MAX 4096       /* of one folded text */
#define FOLD_STEPS_MAX 200000u    /* of a whole check */
#define FACTS_STEPS_MAX 10000000u /* of matching calls with parameters, keys with values */
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
	uint32_t first_parameter;                    /* index into parameters, NOWHERE for none */
	uint32_t last_parameter, keyword_only_after; /* the latter: a node */
	uint32_t first_return;                       /* index into returns */
	bool is_generator, is_decorated, is_static, escapes, called;
	bool takes_class; /* a classmethod */
	bool is_property;
	bool is_record; /* a class whose calls set the fields that it annotates: a dataclass, a
			   named tuple */
	bool is_tuple;  /* a NamedTuple */
	bool is_mixed;  /* a record of which it is not certain which argument is which field */
	bool is_enum;
	bool is_wrapped;   /* a decorator of the file may call it with another object for self */
	bool is_open;      /* a method that the interpreter, a library or a mention may call with
			  anything */
	bool is_forwarded; /* its decorators call it with what their wrapper got, and nobody else */
	enum { FORWARDS_UNKNOWN = 0, FORWARDS_NOT, FORWARDS } forwards; /* of a decorator */
	bool returns_self;
	bool is_handed; /* a library calls it, with arguments that stand in the text (handed.c) */
	bool is_loose;  /* a method that is mentioned otherwise than of an object of the file */
	bool is_given;  /* a class: an object of it is handed to what this file does not define,
			   which may call its methods and set its fields */
	bool is_kept;   /* a class: an object of it is in a container or the like, from where a
			   library may take it */
	bool has_own_bases; /* a class: it derives from classes of the file alone, if from any */
	bool is_parent;     /* a class of the file that another derives from */
	bool
	    has_library_name; /* of a method: libraries have methods of the name, and may call it */
	struct value returned; /* of an enumeration, what its members may be */
};

struct binding {
	uint32_t scope, name;
	struct value value;
	uint32_t settled_after; /* mentions from this node on see the binding, NOWHERE where that is
				   not sure */
	uint32_t last_store;    /* occurrence in the binding's own scope, NOWHERE for none */
	bool is_deleted, is_field, is_parameter, is_import;
	bool is_stored;           /* bound otherwise than as a parameter */
	bool is_stored_elsewhere; /* by another scope, or otherwise than by a statement */
	bool is_closed; /* a field or class variable that only its class and its methods set, by
			   name */
	bool has_library_name; /* a field that libraries set on objects which they get */
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
	uint32_t binding;  /* index, or NOWHERE: a builtin, or nothing */
	uint32_t beyond;   /* in a class's statements: the module's binding, which shows where the
			      class has not bound the name (yet); NOWHERE for none */
	uint32_t flow;     /* of a store: what it stores; NOWHERE for none */
	uint32_t looped;   /* the flow of the loop whose target it certainly reads, or NOWHERE */
	uint32_t assigned; /* the value that it certainly reads; NOWHERE where that is not known */
	uint32_t older_store; /* see struct binding; NOWHERE for none */
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

#define FLOW_COLUMNS 3

struct flow {              /* a value that reaches a binding */
	struct value last; /* what it was in the last round */
	uint32_t binding, node;
	unsigned steps;                /* how many times an element is taken out of it */
	uint8_t columns[FLOW_COLUMNS]; /* of a loop: which of each pair, from the outside in */
	uint8_t columns_count;
	bool unknown;
	bool iterates;  /* a loop's names, by the columns */
	bool augments;  /* by an operator and a value */
	uint16_t place; /* of what a call gives at once, counted from 1; 0 for all of it */
	bool entered;   /* by a with statement: what the object's __enter__ gives */
};

struct parameter {
	uint32_t binding, name, next; /* next: index or NOWHERE */
	uint32_t value;               /* default's node, or 0 */
	bool star, double_star, keyword_only;
};

struct returned {
	uint32_t node, next;
};

struct member_entry {
	uint32_t owner, name; /* owner: an atom, packed; 0 where the entry is free */
	struct value value;
};
#define MEMBER_ENTRIES 512

struct fold_entry { /* what fold_call.c knows of a symbol */
	uint32_t symbol;
	uint8_t fold; /* 0 where the entry is free */
};
#define FOLD_ENTRIES 256

struct asked { /* mentions.c: a list of words, and how far it was sought */
	const char *words;
	uint32_t names;
	size_t attributes, texts;
	bool mentioned, asked_for;
};
#define ASKED_MAX 16

#define LIST(type, name)                                                                           \
	type *name;                                                                                \
	size_t name##_count, name##_capacity

#define OPENED_WHOLE 1    /* its elements may have changed */
#define OPENED_TUPLE 2    /* the same of a tuple, whose elements stay */
#define OPENED_ELEMENTS 4 /* of its elements nobody sees what becomes */

struct facts {
	struct arena *arena;
	const struct tree *tree;
	struct names names;
	uint32_t *scope_of; /* by node */
	uint32_t *opened;   /* by node: the scope that a definition or comprehension opens, or 0 */
	uint32_t *fact_of;  /* by node: occurrence of an identifier, text of a string, or NOWHERE */
	uint8_t *role;      /* by node */
	uint8_t *opened_literal; /* by node: OPENED_... */
	uint8_t *listed; /* by node of a literal: a list of its elements in another order, or of a
			    dictionary's keys, goes by its name too */
	uint32_t listed_count;
	struct value *values;
	uint32_t *held; /* nodes where a function, a class or a list may stand, once they are all
			   seen: in the text's order (settle.c) */
	uint32_t held_count;
	uint32_t *binding_slots;
	size_t binding_slot_count;
	LIST(struct scope, scopes);
	LIST(struct binding, bindings);
	LIST(struct occurrence, occurrences);
	LIST(struct import, imports);
	LIST(struct attribute, attributes);
	LIST(struct call, calls);
	LIST(struct text_fact, texts);
	LIST(struct flow, flows);
	LIST(struct parameter, parameters);
	LIST(struct returned, returns);
	LIST(int64_t, integers);
	struct member_entry *members; /* what owner.name is, by a hash of both */
	struct fold_entry folds[FOLD_ENTRIES];
	struct asked *asked;
	uint32_t fold_steps;
	uint32_t steps;        /* at FACTS_STEPS_MAX the text takes too long and is refused */
	uint8_t *method_names; /* by name: a class of the file has a method of it */
	size_t method_names_count;
	bool has_classes;
	bool settling; /* nothing new comes any more: what has no value yet may be anything */
	bool opened_listings; /* something may have changed a list of ATOM_LISTING */
	bool opened_all;      /* something may have changed any list */
	bool shows_fields;    /* `__dict__` is mentioned, or `__setattr__` defined */
	bool own_texts;       /* a class of the file may be a text, with methods of its own */
	bool has_records;
	bool own_formats;            /* `__format__` is mentioned */
	bool sets_fields;            /* something may set fields by names that nobody sees */
	bool own_operators;          /* a class of the file says what an operator gives */
	bool only_pandas_aggregates; /* nothing but pandas' objects has a method agg */
	bool names_methods;          /* something may take a method by a text that nobody knows */
	bool names_by_text;          /* something may take a method by a text of the file */
	bool foreign_self;           /* a method may be called with an object of another class */
	bool class_values;           /* a class may be what a method is called on, so that the first
					argument is self */
	bool functions_lost;         /* a value was too small for the functions that it may be */
	bool replaces_methods;       /* something may put another method in an executor */
	bool has_wrapped; /* a decorator of the file may call a method with another self */
	bool unsettled, failed;
};

#undef LIST

/* Whether `s` is one of these words, which have a blank between them. */
bool str_is_one_of(struct str s, const char *words);

/* False where memory ran out. */
bool facts_collect(struct arena *a, const struct tree *t, struct facts *out);

/* Adds one to a list of `f`; sets f->failed and returns NULL where memory ran out. */
#define FACTS_PUSH(f, list)                                                                        \
	facts_push((f), &(f)->list, &(f)->list##_count, &(f)->list##_capacity, sizeof(*(f)->list))
void *facts_push(struct facts *f, void *items, size_t *count, size_t *capacity, size_t size);

struct str facts_name(const struct facts *f, uint32_t name);
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
/* Whether the node is the `self` (first parameter) of a method; of which class, or NOWHERE. */
bool facts_is_self(const struct facts *f, uint32_t node);
uint32_t facts_self_class(const struct facts *f, uint32_t node);
/* Of a self: whether a decorator of the file may call its method with another object. */
bool facts_is_wrapped(const struct facts *f, uint32_t self);

/* Whether a class of this file has a method of the name; once methods are learned. */
void facts_learn_methods(struct facts *f);
bool facts_is_method(const struct facts *f, uint32_t name);

struct argument {
	uint32_t node; /* its value */
	uint32_t name; /* of a keyword argument, else 0 */
	bool star, double_star;
};
/* The arguments of a call (or of a class definition) in order; `at` begins with 0. */
bool facts_argument(const struct facts *f, uint32_t list, uint32_t *at, struct argument *out);
/* By place or name. *spread says that a star might hold it. */
uint32_t facts_find_argument(
    const struct facts *f, uint32_t list, unsigned place, struct str name, bool *spread);

/* Steps of collecting; each sets f->failed where memory ran out. */
void facts_walk(struct facts *f);
void facts_bind(struct facts *f);
void facts_resolve(struct facts *f);                           /* resolve.c */
void facts_reach(const struct facts *f, struct occurrence *o); /* reach.c */
/* bind.c: a statement or pattern that certainly runs with the one around it; `target: type` without
 * a value */
bool facts_is_plain_step(enum kind k);
bool facts_is_annotation(const struct tree *t, uint32_t node);
bool facts_run_mutation(struct facts *f);                /* true where it opened a literal */
void facts_list(struct facts *f, const struct value *v); /* marks them as listed */
bool facts_is_opened(const struct facts *f, uint32_t literal);
bool facts_only_pandas_aggregates(const struct facts *f);
bool facts_is_aggregated(const struct facts *f, uint32_t node);
bool facts_run_given(struct facts *f); /* given.c; true where a class was marked */
/* Whether what stands there goes only to names, fields and parameters that are followed. */
bool facts_is_followed(struct facts *f, uint32_t node);
/* handed.c: functions that are handed to a library with what they get */
enum handed {
	HANDED_NOT = 0,
	HANDED_PENDING, /* the next round tells */
	HANDED          /* the mention at this node gives its function no other arguments */
};
/* Whether the text lets a node be handed so; what does is found with values. */
bool facts_may_be_handed(const struct facts *f, uint32_t node);
enum handed facts_is_handed(const struct facts *f, uint32_t node);
/* A function that stands in a list or dictionary, all of whose elements are seen when they are
 * called. */
bool facts_is_listed(const struct facts *f, uint32_t node);
/* Whether a function that some expression gives goes where it isn't seen. */
bool facts_leaves_sight(const struct facts *f, uint32_t node);
void facts_hand(struct facts *f, uint32_t call); /* what a call so gives to parameters */
/* Whether all that a call's arguments are for is such a function, whose parameters hold them. */
bool facts_hands_on(const struct facts *f, uint32_t call);
/* evaluate_call.c: gives the parameters from `p` on the arguments of a call behind the first
 * `skip`.
 */
void facts_give(struct facts *f, uint32_t p, uint32_t arguments, unsigned skip);
void facts_see_decorators(struct facts *f); /* decorate.c */
/* forward.c: whether what this decorator decorates is called with what its wrapper gets alone. */
bool facts_passes_on(struct facts *f, uint32_t decorator);
/* Whether the file gives the first name of a dotted one a meaning other than by importing it. */
bool facts_is_bound_otherwise(const struct facts *f, struct str text);
bool facts_is_plainly_decorated(const struct facts *f, const struct scope *class);
void facts_see_records(struct facts *f); /* record.c */
/* A call that makes an object of a record; `loose` where its arguments may be any fields. */
void facts_init_records(struct facts *f, uint32_t arguments);
void facts_fill_record(struct facts *f, uint32_t class, uint32_t arguments, bool loose);
/* Whether the class is an enumeration with a member of that name. */
bool facts_is_member(const struct facts *f, uint32_t class, uint32_t name);
bool facts_gather_members(struct facts *f); /* true where it found more */
bool facts_enum_attribute(struct facts *f, uint32_t class, struct str name, struct value *out);
void facts_find_open(struct facts *f);
/* mentions.c: what the file mentions, imports or defines */
enum mention {
	MENTION_FIELDS = 1,    /* sets fields, or answers for them, by names that nobody sees */
	MENTION_OPERATORS = 2, /* an operator that a class of the file may answer with anything */
	MENTION_FORMATS = 16,  /* what a format makes of an object of the file */
	MENTION_TEXTS = 4,     /* takes a method by a text */
	MENTION_INNER = 8      /* takes a method out of what a decorator made of it */
};
unsigned facts_find_mentions(struct facts *f);
bool facts_binds_strftime(struct facts *f);
bool facts_mentions(const struct facts *f, const char *words);
bool facts_asks_for(const struct facts *f, const char *words);
bool facts_gives_class(const struct facts *f, uint32_t node); /* type(x), x.__class__, cls */
bool facts_is_plain_method(const struct facts *f, struct str name);
struct value facts_evaluate_node(struct facts *f, uint32_t node); /* from its children's values */
struct value fold_iterated(                                       /* iterate.c */
    struct facts *f, uint32_t node, const uint8_t *columns, unsigned n);
struct value fold_at_key(struct facts *f, uint32_t dictionary, uint32_t key);
/* What any of these literals gives for a key. */
struct value facts_item(struct facts *f, const struct value *literals, uint32_t key);
bool facts_sees_item(const struct facts *f, uint32_t subscript);
bool facts_tells_item(const struct facts *f, const struct value *literals, uint32_t key);
uint32_t facts_got_key(const struct facts *f, uint32_t call); /* evaluate_call.c */
struct value facts_call(struct facts *f, uint32_t node);      /* evaluate_call.c */
struct value facts_attribute(struct facts *f, uint32_t node); /* evaluate_attribute.c */
void facts_evaluate(struct facts *f);

bool facts_is_callee(const struct tree *t, uint32_t node); /* without parentheses */

/* The name that Python makes of an identifier: `__x` in class C is `_C__x`. */
uint32_t facts_mangled(struct facts *f, uint32_t scope, struct str text);
uint32_t binding_find(const struct facts *f, uint32_t scope, uint32_t name, bool field);
uint32_t binding_get(struct facts *f, uint32_t scope, uint32_t name, bool field);

/* fold.c: what a call, operator, subscript or string makes of known texts. */
struct value fold_string(struct facts *f, uint32_t node);
struct value fold_operator(struct facts *f, uint32_t node);
struct value fold_method(struct facts *f, uint32_t call, uint32_t attribute);
struct value fold_builtin(struct facts *f, uint32_t call, uint32_t symbol_id);
struct value fold_slice(struct facts *f, uint32_t node, const struct value *whole);
struct value fold_elements(struct facts *f, const struct value *v);
bool fold_text(const struct facts *f, const struct value *v,
    struct str *out); /* the only string, where it is one */
bool fold_integer(const struct facts *f, const struct value *v, int64_t *out);
/* Whether a value may be something that the atoms do not say; and whether nothing is known of it
 * yet. */
bool facts_is_open(const struct facts *f, const struct value *v);
bool facts_is_pending(const struct facts *f, const struct value *v);
/* What `module.name` is. */
struct value value_of_member(struct facts *f, struct str module, struct str name);

#endif
