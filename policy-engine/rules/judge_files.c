/* SPDX-License-Identifier: MIT */
/*
 * Names of files. The box holds the policy's `files` whole, whatever function opens one. The text
 * refuses a name that is plainly outside, to say so early, and lists as obligations the places
 * whose names only the box will know. effects.txt tells which functions take one.
 */
#include "judge.h"

#include <stdio.h>

#define SYMBOL_BYTES_MAX 256

static void
judge_refused(struct judge *j, uint32_t node, bool writes, struct str name)
{
	judge_find(j, node, DECISION_DENY, writes ? "files.write" : "files.read",
	    writes ? "write to a plain name that the policy's `files` lists, such as 'result.csv'"
		   : "open the task's files by their plain names",
	    writes ? "the policy does not allow programs to write '%.*s'"
		   : "the policy does not allow programs to read '%.*s'",
	    STR_ARG(name));
}

struct ruling
ruling_of_unknown_file(struct judge *j, bool writes, struct str what)
{
	enum decision d = j->policy->files.unknown;
	struct ruling r = ruling_of(j, d == DECISION_ALLOW ? DECISION_ESCALATE : d,
	    writes ? "files.write" : "files.read",
	    writes ? "write the name as a literal in the call: open('result.csv', 'w')"
		   : "write the input's name as a literal in the call",
	    "the program text does not show which file '%.*s' %s", STR_ARG(what),
	    writes ? "writes" : "reads");

	if (d == DECISION_ALLOW)
		r.wall = WALL_FILES;
	return r;
}

void
judge_unknown_file(struct judge *j, uint32_t node, bool writes, struct str what)
{
	struct ruling r = ruling_of_unknown_file(j, writes, what);

	judge_node(j, node, &r);
}

/* Whether the mode has one of the letters, as one may have that nobody knows. */
static bool
mode_has(const struct judge *j, uint32_t arguments, const char *letters)
{
	uint32_t node = 0;
	struct str text;

	for (struct argument a = {0}; facts_argument(j->facts, arguments, &a);) {
		if (a.spread)
			return true;
		if (a.name == 0 ? a.place == 1
				: effects_have(effects_of_keyword(name_of(j, a.name)), EFFECT_MODE))
			node = a.node;
	}
	if (node == 0)
		return false;
	if (!fold_text(j->facts, value_at(j, node), &text))
		return true;
	for (size_t i = 0; i < text.n; i++)
		if (strchr(letters, text.p[i]) != NULL)
			return true;
	return false;
}

bool
only_writes(const struct judge *j, uint32_t node, uint64_t effects)
{
	uint32_t call = j->tree->nodes[mention_top(j->tree, node)].parent,
		 arguments = tree_child(j->tree, call, F_ARGUMENTS);

	if (effects_have(effects, EFFECT_MODE))
		return is_callee(j->tree, node) && mode_has(j, arguments, "wax") &&
		       !mode_has(j, arguments, "r+");
	return effects_have(effects, EFFECT_WRITES);
}

/* shutil.copy('a.csv', 'charts') writes charts/a.csv where there is such a folder. */
static bool
may_be_folder(struct str name)
{
	return !path_leaves(name) && !path_has_ending(name);
}

#define LISTS_MAX 3 /* in each other */

/* The value holds an absolute name behind other words, as 'dateutil//etc/x' and 'serif:file=/x' do. */
static bool
hides_root(struct str name)
{
	for (size_t i = 1; i < name.n; i++)
		if (name.p[i] == '/' && (name.p[i - 1] == '/' || name.p[i - 1] == '='))
			return true;
	return false;
}

/* Whether an atom may be a file's name: unknown, or a path of the program's or a library's; no number and no class. */
static bool
may_be_name(const struct judge *j, struct atom a)
{
	struct str name = name_of(j, a.id);

	if (a.kind == ATOM_SYMBOL)
		return !is_textless(name) || effects_have(effects_of(name), EFFECT_STREAM);
	if (a.kind == ATOM_RESULT)
		return !effects_have(facts_effects(j->facts, a.id), EFFECT_BUFFER);
	return (KINDS_TEXT & KIND_BIT(a.kind)) != 0 || a.kind == ATOM_OBJECT;
}

/* `bare` is where a name without an ending is that the policy's `files` do not list. Whether only the
 * box will know one of the names. */
static bool
is_name_unknown(struct judge *j, uint32_t node, const struct value *v, bool writes,
    enum file_place bare, unsigned depth)
{
	const struct file_scope scope = policy_files(j->policy);
	bool unknown = v->unknown;

	VALUE_EACH(a, v) {
		struct str name = name_of(j, a->id);
		bool constant = a->kind == ATOM_STRING;
		enum file_place place = constant ? files_place(&scope, writes, name) : FILE_UNKNOWN;
		const struct container *c = flow_container_of(j->facts, *a);

		if (constant ? path_is_address(name)
			     : a->kind == ATOM_PREFIX && path_leaves(name) &&
				   !str_starts(name, STR("/tmp/")))
			place = FILE_OUTSIDE;
		if (place == FILE_OUTSIDE && constant && may_be_folder(name))
			place = bare;
		if (place == FILE_OUTSIDE && (v->count > 1 || v->unknown) && !path_leaves(name) &&
		    !path_is_address(name))
			place = FILE_UNKNOWN; /* one of several: ('all', 'all.csv') */
		if (place == FILE_OUTSIDE) {
			judge_refused(j, node, writes, name);
		} else if (c != NULL) { /* a list of names; {'fontproperties': name} */
			unknown =
			    depth == 0 || !facts_spend(j->facts, 1) ||
			    is_name_unknown(j, node, c->is_dictionary ? &c->items : &c->elements,
				writes, bare, depth - 1) ||
			    unknown;
		} else if (place == FILE_UNKNOWN || (constant && hides_root(name))) {
			unknown = unknown || may_be_name(j, *a);
		}
	}
	return unknown;
}

static void
judge_name(struct judge *j, uint32_t node, bool writes, enum file_place bare, struct str what)
{
	if (is_name_unknown(j, node, value_at(j, node), writes, bare, LISTS_MAX))
		judge_unknown_file(j, node, writes, what);
}

/* tz='Europe/Paris', whatever function gets it; what is no text is a zone itself. */
void
judge_file_keyword(struct judge *j, uint32_t node, struct str keyword)
{
	const struct value *v = value_at(j, node);

	VALUE_EACH(a, v)
		if ((a->kind == ATOM_RESULT || a->kind == ATOM_SYMBOL) &&
		    is_textless(name_of(j, a->id)))
			return;
	if (j->policy->files.given)
		judge_name(j, node, false, FILE_OUTSIDE, keyword);
}

/* Its name is a file's: the first, of some functions the second, of a path each of its parts. */
static bool
is_file_place(uint64_t effects, unsigned place)
{
	return place == 0 || (place == 1 && effects_have(effects, EFFECT_TARGET)) ||
	       effects_have(effects, EFFECT_EXTEND);
}

static void
judge_call_of_file(struct judge *j, const struct call *c, uint64_t effects, struct str what)
{
	bool writes = effects_have(effects, EFFECT_MODE) ? mode_has(j, c->arguments, "wax+")
							 : effects_have(effects, EFFECT_WRITES);

	for (struct argument a = {0}; facts_argument(j->facts, c->arguments, &a);) {
		bool both = a.place == 1 && effects_have(effects, EFFECT_TARGET);

		if (a.spread) {
			judge_unknown_file(j, a.node, writes, what);
		} else if (a.name != 0
			       ? effects_have(effects_of_keyword(name_of(j, a.name)), EFFECT_FILE)
			       : is_file_place(effects, a.place)) {
			judge_name(j, a.node, writes || both,
			    both                                   ? FILE_UNKNOWN
			    : effects_have(effects, EFFECT_ENDING) ? FILE_INSIDE
								   : FILE_OUTSIDE,
			    what);
		}
	}
}

static uint64_t
effects_of_member(
    const struct judge *j, const struct value *v, enum atom_kind kind, struct str method)
{
	uint64_t effects = 0;

	VALUE_EACH(a, v) {
		char symbol[SYMBOL_BYTES_MAX];
		struct str class = name_of(j, a->id);
		int n = a->kind != (uint32_t)kind ? 0
						  : snprintf(symbol, sizeof(symbol), "%.*s.%.*s",
							STR_ARG(class), STR_ARG(method));

		if (n > 0 && (size_t)n < sizeof(symbol))
			effects |= effects_of(str_from(symbol));
	}
	return effects;
}

/* Of what a library's class made, or a class of the file that is its child. */
uint64_t
effects_of_result(const struct judge *j, uint32_t object, struct str method)
{
	const struct value *v = value_at(j, object);
	uint64_t effects = effects_of_member(j, v, ATOM_RESULT, method);

	VALUE_EACH(atom, v) {
		uint32_t bases =
		    atom->kind != ATOM_OBJECT
			? 0
			: tree_child(j->tree, j->facts->scopes[atom->id].node, F_SUPERCLASSES);

		for (struct argument a = {0}; facts_argument(j->facts, bases, &a);)
			effects |= effects_of_member(j, value_at(j, a.node), ATOM_SYMBOL, method);
	}
	return effects;
}

/* Of a method, by its name: the receiver is no object of the file. */
static uint64_t
effects_of_method(const struct judge *j, uint32_t function)
{
	const struct tree *t = j->tree;
	uint32_t object = tree_child(t, function, F_OBJECT);
	struct str name;

	if (t->nodes[function].kind != K_ATTRIBUTE ||
	    value_find(value_at(j, function), ATOM_SYMBOL) != NULL || is_own_object(j, object))
		return 0;
	name = tree_attribute(t, function);
	return effects_of_method_named(name) | effects_of_result(j, object, name);
}

/* Path('a.csv'): its parts were judged where it was made. */
static bool
is_judged_path(const struct judge *j, uint32_t function)
{
	uint32_t object = tree_child(j->tree, function, F_OBJECT);
	const struct value *v = value_at(j, object);

	for (unsigned i = 0; object != 0 && i < v->count; i++)
		if (!effects_have(facts_effects(j->facts, v->atoms[i].id), EFFECT_EXTEND))
			return false;
	return object != 0 && value_is(v, KIND_BIT(ATOM_RESULT));
}

static void
judge_call_by_effects(struct judge *j, const struct call *c, uint32_t function, uint64_t effects)
{
	struct str what = tree_text(j->tree, function);

	if (effects_have(effects, EFFECT_FILE))
		judge_call_of_file(j, c, effects, what);
	if (effects_have(effects, EFFECT_OPENS) && !is_judged_path(j, function))
		judge_unknown_file(j, c->node, effects_have(effects, EFFECT_WRITES), what);
}

void
judge_files(struct judge *j)
{
	for (size_t i = 0; j->policy->files.given && i < j->facts->calls_count && !j->failed; i++) {
		const struct call *c = &j->facts->calls[i];
		uint32_t function = unwrapped(j, c->function);
		const struct value *v = value_at(j, function);

		j->mention = c->node;
		judge_call_by_effects(j, c, function, effects_of_method(j, function));
		VALUE_EACH(a, v)
			if (a->kind == ATOM_SYMBOL)
				judge_call_by_effects(
				    j, c, function, facts_effects(j->facts, a->id));
	}
}

bool
program_opens_files(const struct judge *j)
{
	const struct facts *f = j->facts;

	FACTS_EACH(c, f, calls)
		if (effects_have(effects_of_callee(j, c->arguments), EFFECT_FILE))
			return true;
	return false;
}

bool
is_handed_on(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent;

	return !is_callee(t, node) && t->nodes[up].kind != K_ATTRIBUTE &&
	       t->nodes[up].kind != K_ASSIGNMENT && t->nodes[top].field != F_TYPE &&
	       !is_only_shown(j, node);
}

void
judge_file_handed_on(struct judge *j, uint32_t node, struct str symbol)
{
	uint64_t effects = effects_of(symbol);

	if (j->policy->files.given && is_handed_on(j, node) &&
	    (effects_have(effects, EFFECT_FILE | EFFECT_OPENS) ||
		(effects_have(effects, EFFECT_CLASSOF) && program_opens_files(j))))
		judge_unknown_file(j, node, effects_have(effects, EFFECT_WRITES), symbol);
}

/* If the policy says which files a program may touch, reading and writing them is the box's
 * matter: what is left is judged as ever. */
unsigned
without_files(const struct judge *j, unsigned capabilities)
{
	return j->policy->files.given ? capabilities & ~(unsigned)(CAP_READ | CAP_WRITE)
				      : capabilities;
}
