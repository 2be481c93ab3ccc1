/* SPDX-License-Identifier: MIT */
/* judge.h: rules against facts. Each judge_*.c looks at one kind of fact and adds findings. */
#ifndef POLICY_JUDGE_H
#define POLICY_JUDGE_H

#include "flow.h"
#include "model.h"
#include "source.h"

#define FINDINGS_MAX 400 /* and as many obligations */

enum truth { TRUTH_NO = 0, TRUTH_UNKNOWN, TRUTH_YES };

struct judge;

/*
 * A watch is called for each part of the policy that a check consults: for coverage, explanations. `item` is an
 * entry, a rule, a name in one of its lists, a condition, a predicate; of `as`, the byte at the
 * number of the place's bit. `outcome` is an enum decision, or of a rule, a condition and a
 * predicate an enum truth. `node` is where the program mentions it; of a predicate, the argument,
 * or 0.
 */
struct watch {
	void (*tell)(void *context, const struct judge *j, const void *item, uint32_t node,
	    unsigned outcome);
	void (*end)(void *context, const struct judge *j); /* facts are there still; may be NULL */
	void *context;
};

struct findings {
	struct finding *items;
	size_t count, capacity;
};

struct judge {
	const struct policy *policy;
	const struct watch *watch; /* NULL: nobody */
	uint32_t mention;          /* the node that is judged, for the watch */
	struct facts *facts;
	const struct tree *tree;
	struct arena *arena;
	struct findings found, owed; /* owed: obligations */
	struct words
	    packages; /* top-level packages that the program imports, and what those bring */
	uint8_t *attribute_cache; /* by name: 0 not asked yet */
	uint8_t *followed;        /* judge_memory.c: by name, a bit for each number of dimensions */
	bool has_undescribed;     /* it imports a package that the table lacks */
	bool draws, may_have_fields, has_class_patterns,
	    has_texts_of_data; /* of the whole program */
	bool without_box;      /* obligations are escalations */
	bool hides_name;       /* the name that is judged is put together: an evasion */
	bool failed, full;
};

static inline const struct value *
value_at(const struct judge *j, uint32_t node)
{
	return facts_value(j->facts, node);
}
static inline struct str
name_of(const struct judge *j, uint32_t id)
{
	return facts_name(j->facts, id);
}
static inline uint32_t
unwrapped(const struct judge *j, uint32_t node) /* without parentheses and stars around it */
{
	return facts_bare(j->facts, node);
}

/* Fills in lines, columns and snippet by `at` and `end`. */
void finding_place(struct finding *f, struct str source);

/* A rule's decision on one thing. */
struct ruling {
	enum decision decision;
	enum severity severity;
	const char *rule; /* a built-in rule's id, or NULL: see `id` */
	struct str id;    /* a policy rule's id */
	struct str message, remedy;
	enum waivable waivable;
	enum wall wall; /* holds what the text does not tell: with a box, it is an obligation */
	bool evasion;
	bool whole; /* made of places all over the program */
};

/* Adds a finding over a node's (or bytes') span; DECISION_ALLOW adds nothing. */
void judge_node(struct judge *j, uint32_t node, const struct ruling *r);
void judge_span(struct judge *j, uint32_t at, uint32_t end, const struct ruling *r);
/* A finding over a node's span, of a ruling as the next makes it. */
void judge_find(struct judge *j, uint32_t node, enum decision d, const char *rule,
    const char *remedy, const char *format, ...) __attribute__((format(printf, 6, 7)));
/* A ruling that denies (or escalates), with a message in the arena. */
struct ruling ruling_of(struct judge *j, enum decision d, const char *rule, const char *remedy,
    const char *format, ...) __attribute__((format(printf, 5, 6)));
struct ruling ruling_allow(void);
/* "a.b"; empty, and j->failed, where memory ran out. */
struct str dotted_name(struct judge *j, struct str a, struct str b);
bool judge_imports_package(
    const struct judge *j, struct str packages); /* any of the blank-separated names */

void judge_tell(const struct judge *j, const void *item, unsigned outcome);
void judge_tell_at(const struct judge *j, const void *item, uint32_t node, unsigned outcome);
/* policy_check_at for whoever watches. */
bool check_watched(const struct policy *p, struct arena *a, struct str code,
    const struct check_setting *at, const struct watch *watch, struct policy_verdict *out,
    struct err *err);

void judge_source(struct judge *j, const struct oddities *o);
void judge_fault(struct judge *j);
void judge_syntax(struct judge *j);
void judge_imports(struct judge *j);
void judge_names(struct judge *j);
void judge_attributes(struct judge *j);
void judge_calls(struct judge *j);
void judge_texts(struct judge *j);

/* judge_import.c */
/* Of a package that the table lacks: what an attribute of it is, only the policy says. */
bool is_undescribed(struct str symbol);
/* A module of such a package: the policy lists it, or the program imports it. */
bool is_undescribed_module(const struct judge *j, struct str symbol);
/* The finding is the rule's: its id, severity, remedy, and whether it can be waived. */
void ruling_of_rule(struct ruling *r, const struct policy_rule *rule);
/* The next rule that decides on this symbol by arguments, behind `after` (NULL: the first). */
const struct policy_rule *rule_in_play(
    const struct judge *j, struct str symbol, const struct policy_rule *after);
#define RULES_EACH(rule, j, symbol)                                                                \
	for (const struct policy_rule *rule = rule_in_play(j, symbol, NULL); rule != NULL;         \
	     rule = rule_in_play(j, symbol, rule))
/* `with_condition` gets the first rule that decides by arguments, where there is one. */
struct ruling rule_symbol(
    struct judge *j, struct str symbol, const struct policy_rule **with_condition);
/* judge_store.c: object.name = value, or setattr(object, 'name', value) */
void judge_store_on(struct judge *j, uint32_t node, uint32_t object, uint32_t name);
/* The policy's decision on authority: "'name' reaches processes", with words before it. `id` NULL:
 * the capability's own rule. */
struct ruling capability_ruling(
    struct judge *j, unsigned capabilities, struct str what, const char *id, const char *before);
struct ruling rule_attribute(struct judge *j, uint32_t name);
struct ruling rule_attribute_by_text(struct judge *j, struct str name);
/* The policy's `files` say what attributes of this name may open. */
bool opens_file(const struct judge *j, struct str name);
bool is_inert(struct str dunder); /* reading it leads nowhere */
/* judge_own.c: certainly an object or class of this file (or None) */
bool is_own_object(const struct judge *j, uint32_t object);
bool imports_with(const struct judge *j, uint64_t effects);
/* Questions about the whole program, answered once: see the members of struct judge. */
bool program_draws(const struct judge *j);
bool program_may_have_fields(const struct judge *j);
bool program_has_class_patterns(const struct judge *j);
struct ruling ruling_of_registration(struct judge *j);
void judge_registrations(struct judge *j);
/* judge_name.c */
void judge_symbol_mention(struct judge *j, uint32_t node, struct str symbol, bool imported);
void judge_module_escape(struct judge *j, uint32_t node, const struct value *v);
/* The innermost node that still is this mention: without parentheses and stars around it. */
uint32_t mention_top(const struct tree *t, uint32_t node);
bool is_callee(const struct tree *t, uint32_t node);
bool is_unbound(const struct judge *j, uint32_t attribute); /* Class.method */
/* Of a method of what a function gave: "zipfile.ZipFile.write". */
uint64_t effects_of_result(const struct judge *j, uint32_t object, struct str method);
/* judge_shown.c: printed, compared or tested; and written out as text with whatever it holds */
bool is_only_shown(const struct judge *j, uint32_t node);
bool is_only_written(const struct judge *j, uint32_t node);
/* Of what it may be, of atoms of the kind: a symbol, or what one gave. */
uint64_t effects_of_value(const struct judge *j, uint32_t node, enum atom_kind kind);
uint64_t effects_of_method_at(const struct judge *j, uint32_t attribute); /* object.method */
uint64_t effects_of_callee(const struct judge *j, uint32_t list); /* of a list of arguments */

/* judge_files.c */
void judge_files(struct judge *j);
/* An argument that names a file whatever function gets it. */
void judge_file_keyword(struct judge *j, uint32_t node, struct str keyword);
/* A library's function that gives no text but those of the program. */
bool is_textless(struct str symbol);
/* It opens files: their classes, as type() gives them, open others. */
bool program_opens_files(const struct judge *j);
/* A function of files that certainly reads none there. */
bool only_writes(const struct judge *j, uint32_t node, uint64_t effects);
void judge_file_handed_on(struct judge *j, uint32_t node, struct str symbol);
void judge_unknown_file(struct judge *j, uint32_t node, bool writes, struct str what);
struct ruling ruling_of_unknown_file(struct judge *j, bool writes, struct str what);
unsigned without_files(const struct judge *j, unsigned capabilities);
/* judge_keyword.c: arguments that give authority to whatever function takes them */
void judge_keywords(struct judge *j, const struct call *c);
/* Of a method that takes properties of charts, which may start a program: it is handed on. */
void judge_properties_method(struct judge *j, const struct attribute *a);
void judge_properties_function(struct judge *j, uint32_t node, struct str symbol);
/* Judges names of fields: the text must show them. */
void judge_field_names(struct judge *j, uint32_t node);
/* judge_memory.c: what native code believes without looking */
void judge_memory(struct judge *j);
/* Of a parameter that only some values make harmless (effects.txt). */
bool is_harmless_value(const struct judge *j, struct str parameter, uint32_t node);
/* `**more`; partly: it has parameters that are not reviewed, or judged by their value */
void judge_spread(struct judge *j, const struct call *c, uint32_t node, bool partly);
/* judge_pack.c: arguments that nobody reviewed */
void judge_packs(struct judge *j);
/* The function is given to something that may call it: no call, no alias, no annotation. */
bool is_handed_on(const struct judge *j, uint32_t node);
/* A class of a package that the program has, and of which the data says so, has the attribute. */
bool is_attribute_with(const struct judge *j, struct str name, uint64_t effects);
bool is_starter_method(const struct judge *j, struct str method);
bool takes_properties_named(const struct judge *j, struct str method);
bool keys_lack(const struct judge *j, uint32_t node, struct str name);
bool are_fields_kept(
    const struct judge *j, uint32_t node); /* judge_attribute.c: x.__dict__, vars(x) */

/* judge_expression.c */
enum truth names_safe_attribute(struct judge *j, struct str text); /* one, or several with dots */
enum truth is_plain_expression(struct judge *j, struct str text);
enum truth is_plain_formula(struct judge *j, struct str text);
void judge_evaluated(struct judge *j); /* texts for functions that run them */
/* predicate.c: whether a call meets a rule. */
/* `object` is what a method is called on, or 0. */
enum truth rule_met(
    struct judge *j, const struct policy_rule *r, uint32_t object, uint32_t arguments);

#endif
