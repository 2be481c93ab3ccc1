/* SPDX-License-Identifier: MIT */
/* Which methods may be called by others than the calls in the text, and which fields may be set by
 * others than self. */
#include "facts.h"

bool
facts_is_callee(const struct tree *t, uint32_t node)
{
	return t->nodes[node].field == F_FUNCTION && t->nodes[t->nodes[node].parent].kind == K_CALL;
}

/* parser.parse_args(list, object) sets fields by the names of options. */
static bool
fills_namespace(const struct facts *f)
{
	for (size_t i = 0; i < f->attributes_count; i++) {
		uint32_t node = f->attributes[i].node, at = 0;
		unsigned count = 0;
		struct argument a;

		if (!str_is_one_of(facts_name(f, f->attributes[i].name),
			"parse_args parse_known_args parse_intermixed_args "
			"parse_known_intermixed_args"))
			continue;
		if (!facts_is_callee(f->tree, node))
			return true;
		while (facts_argument(
		    f, tree_child(f->tree, f->tree->nodes[node].parent, F_ARGUMENTS), &at, &a))
			count += a.star || a.double_star || a.name != 0 ? 2 : 1;
		if (count > 1)
			return true;
	}
	return false;
}

/* wraps(x) copies x's variables into whatever it is called with, unless it decorates. */
static bool
copies_fields(const struct facts *f)
{
	const struct tree *t = f->tree;

	for (size_t i = 0; i < f->imports_count; i++)
		if (str_is(facts_name(f, f->imports[i].member), "wraps") &&
		    f->imports[i].alias != 0)
			return true;
	for (uint32_t i = 1; i < t->count; i++) {
		uint32_t top = i;

		if (t->nodes[i].kind != K_IDENTIFIER || !str_is(tree_text(t, i), "wraps") ||
		    f->role[i] == ROLE_IMPORT)
			continue;
		while (t->nodes[top].kind == K_IDENTIFIER || t->nodes[top].kind == K_ATTRIBUTE)
			top = t->nodes[top].parent;
		if (t->nodes[top].kind != K_CALL ||
		    t->nodes[t->nodes[top].parent].kind != K_DECORATOR)
			return true;
	}
	return false;
}

/* getattr(x, 'name') and its kin take a method by a text: by one that stands in the call, or by
 * any. */
static bool
takes_by_unknown_name(const struct facts *f)
{
	const struct tree *t = f->tree;

	for (uint32_t i = 1; i < t->count; i++) {
		uint32_t top = i, at = 0;
		struct argument a;
		bool literal = false;

		if (t->nodes[i].kind == K_IDENTIFIER && str_is(tree_text(t, i), "__match_args__"))
			return true;
		if (t->nodes[i].kind != K_IDENTIFIER ||
		    !str_is_one_of(tree_text(t, i), "getattr methodcaller attrgetter setp"))
			continue;
		while (t->nodes[top].kind == K_IDENTIFIER || t->nodes[top].kind == K_ATTRIBUTE)
			top = t->nodes[top].parent;
		while (t->nodes[top].kind == K_CALL &&
		       facts_argument(f, tree_child(t, top, F_ARGUMENTS), &at, &a))
			literal = literal || (!a.star && t->nodes[a.node].kind == K_STRING);
		if (!literal && f->role[i] != ROLE_IMPORT)
			return true;
	}
	return false;
}

/* A text of the file that spells a method's name, in a file that takes attributes by texts. */
static bool
is_named_by_text(const struct facts *f, uint32_t name)
{
	for (size_t i = 0; i < f->texts_count; i++)
		if (f->texts[i].text == name)
			return f->names_by_text;
	return false;
}

/* Methods that libraries call, with what they like, of any object that they are given: of streams,
 * parsers' targets, protocols and numbers in object arrays. */
static bool
is_called_by_libraries(struct str name)
{
	return str_is_one_of(name,
	    "write writelines read readline readlines seek truncate send sendall emit handle "
	    "start end start_ns end_ns data comment pi doctype put set data_received feed "
	    "before_get before_set before_read before_write insert pop "
	    "arctan2 copysign fmod heaviside hypot logaddexp logaddexp2 nextafter "
	    "take reshape choose repeat swapaxes transpose partition argpartition argsort argmax "
	    "argmin searchsorted resize squeeze diagonal trace ravel compress clip cumsum cumprod "
	    "round around sum prod mean std var any all max min ptp dot "
	    "add_usage start_section end_section add_text add_arguments add_argument format_help "
	    "startElement endElement startElementNS endElementNS characters "
	    "processingInstruction ignorableWhitespace skippedEntity");
}

/* Methods that classes of libraries have, but which no library calls with arguments on an object
 * that it was given or came by: each call of these names in the standard library, numpy, pandas,
 * matplotlib and what they import is of an object that the library made itself. */
static bool
is_never_called(struct str name)
{
	return str_is_one_of(name,
	    "save load restore dump store export report summarize generate create extract backup "
	    "fetch build clean scan sync render read_csv read_file write_file read_text "
	    "write_text from_file read_lines");
}

/* Fields that classes of libraries have, but which no library sets on another object than its own.
 */
static bool
is_never_set(struct str name)
{
	return str_is_one_of(name,
	    "path source target out src dst dest input output csv sep report "
	    "folder directory dir raw config");
}

/* Modules that call nobody's read(), or only without a size: others pass on whatever size they are
 * given, or one that they find in what they have read, be it a descriptor's number. */
static bool
leaves_reading(const struct facts *f)
{
	for (size_t i = 0; i < f->imports_count; i++)
		if (f->imports[i].level > 0 ||
		    !str_is_one_of(facts_name(f, f->imports[i].module),
			"__future__ abc argparse ast bisect calendar cmath collections "
			"collections.abc colorsys concurrent.futures contextlib copy csv "
			"dataclasses datetime decimal difflib enum fractions functools graphlib "
			"heapq itertools json logging math numbers operator os os.path pathlib "
			"pprint queue random re secrets statistics string sys textwrap threading "
			"time types typing unicodedata uuid"))
			return false;
	return true;
}

/* A library calls methods that some library's class has, of objects that it takes out of
 * containers; it makes no object anew. */
static bool
has_library_name(struct str name)
{
	return !str_is(name, "__init__") &&
	       (table_attribute(name).kind != ATTRIBUTE_UNKNOWN || is_called_by_libraries(name));
}

/* A name that is only a class of this file. */
static bool
is_own_class(const struct facts *f, struct str text)
{
	bool own = false;

	for (size_t i = 1; i < f->scopes_count && !own; i++)
		own = f->scopes[i].kind == SCOPE_CLASS &&
		      str_eq(facts_name(f, f->scopes[i].name), text);
	for (size_t i = 0; i < f->occurrences_count && own; i++)
		own = f->occurrences[i].role == ROLE_LOAD ||
		      f->occurrences[i].role == ROLE_DEFINED ||
		      !str_eq(facts_name(f, f->occurrences[i].name), text);
	return own;
}

/* A base that is a class of this file which itself has no others, or that calls nothing. */
static bool
is_own_base(const struct facts *f, struct str text)
{
	if (str_is_one_of(text, "ABC abc.ABC object"))
		return !facts_is_bound_otherwise(f, text);
	for (size_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_CLASS && !f->scopes[i].has_own_bases &&
		    str_eq(facts_name(f, f->scopes[i].name), text))
			return false;
	return is_own_class(f, text);
}

static bool
has_own_bases(struct facts *f, const struct scope *s)
{
	struct argument a;
	uint32_t at = 0;

	while (facts_argument(f, tree_child(f->tree, s->node, F_SUPERCLASSES), &at, &a))
		if (a.star || a.double_star || a.name != 0 ||
		    !facts_spend(f, (uint32_t)f->occurrences_count / 16 + 1) ||
		    !is_own_base(f, tree_text(f->tree, a.node)))
			return false;
	return true;
}

/* Classes all of whose ancestors are of this file: nobody else calls what they inherit. */
static void
find_own_bases(struct facts *f)
{
	bool changed = true;

	for (size_t i = 1; i < f->scopes_count; i++)
		f->scopes[i].has_own_bases = f->scopes[i].kind == SCOPE_CLASS;
	while (changed) {
		changed = false;
		for (size_t i = 1; i < f->scopes_count; i++)
			if (f->scopes[i].has_own_bases && !has_own_bases(f, &f->scopes[i])) {
				f->scopes[i].has_own_bases = false;
				changed = true;
			}
	}
}

/* A method that the interpreter or a library calls by itself, or that is mentioned without a call.
 */
static bool
is_open_method(const struct facts *f, const struct scope *s)
{
	const struct scope *class = &f->scopes[s->parent];
	struct str name = facts_name(f, s->name);

	if (class->kind != SCOPE_CLASS ||
	    (class->is_decorated && !facts_is_plainly_decorated(f, class)))
		return class->kind == SCOPE_CLASS;
	if (class->escapes || !class->has_own_bases)
		return true;
	if (str_starts(name, STR("__")) && !str_is(name, "__init__"))
		return true;
	if (f->names_methods || is_named_by_text(f, s->name))
		return true;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].name == s->name &&
		    (f->attributes[i].role == ROLE_PATTERN_ATTRIBUTE ||
			(f->attributes[i].role == ROLE_LOAD &&
			    !facts_is_callee(f->tree, f->attributes[i].node) &&
			    !facts_may_be_handed(f, f->attributes[i].node))))
			return true;
	return false;
}

static void
open_fields(struct facts *f, uint32_t name)
{
	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->bindings[i].name == name)
			f->bindings[i].is_closed = false;
}

static bool
is_classmethods_class(const struct facts *f, uint32_t node)
{
	const struct occurrence *o = &f->occurrences[f->fact_of[node]];
	const struct scope *s =
	    o->binding == NOWHERE ? NULL : &f->scopes[f->bindings[o->binding].scope];

	return s != NULL && s->takes_class && s->first_parameter != NOWHERE &&
	       f->parameters[s->first_parameter].binding == o->binding;
}

/* type(x), x.__class__, and cls in a classmethod. */
bool
facts_gives_class(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;

	if (t->nodes[node].kind == K_CALL)
		return str_is(tree_text(t, facts_bare(f, tree_child(t, node, F_FUNCTION))), "type");
	if (t->nodes[node].kind == K_ATTRIBUTE)
		return str_is(tree_text(t, tree_child(t, node, F_ATTRIBUTE)), "__class__");
	return t->nodes[node].kind == K_IDENTIFIER && f->fact_of[node] != NOWHERE &&
	       f->role[node] == ROLE_LOAD && is_classmethods_class(f, node);
}

/* A method of this file that is called on an object, and not on its class. */
bool
facts_is_plain_method(const struct facts *f, struct str name)
{
	for (size_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_FUNCTION && !f->scopes[i].takes_class &&
		    !f->scopes[i].is_static && f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS &&
		    str_eq(facts_name(f, f->scopes[i].name), name))
			return true;
	return false;
}

/* Named, compared, shown or called to make an object: nobody calls a method of the class. */
static bool
is_harmless_class(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent, above = t->nodes[up].parent;
	struct str callee;

	if (t->nodes[up].kind == K_ATTRIBUTE)
		return !facts_is_callee(t, up) ||
		       !facts_is_plain_method(f, tree_text(t, tree_child(t, up, F_ATTRIBUTE)));
	if (t->nodes[up].kind == K_COMPARISON_OPERATOR || t->nodes[up].kind == K_INTERPOLATION)
		return true;
	if (t->nodes[up].kind != K_ARGUMENT_LIST || t->nodes[above].kind != K_CALL)
		return facts_is_callee(t, node);
	callee = tree_text(t, tree_child(t, above, F_FUNCTION));
	return str_is(callee, "print") || str_is(callee, "isinstance") || str_is(callee, "str") ||
	       str_is(callee, "repr") || str_is(callee, "issubclass") || str_is(callee, "super");
}

static bool
has_class_values(const struct facts *f)
{
	for (uint32_t i = 1; i < f->tree->count; i++)
		if (facts_gives_class(f, i) && !is_harmless_class(f, i))
			return true;
	return false;
}

/* A class whose bases are classes of this file, or bring no variables that could stand in the way.
 */
static bool
has_plain_bases(const struct facts *f, uint32_t bases)
{
	struct argument a;
	uint32_t at = 0;

	while (facts_argument(f, bases, &at, &a)) {
		struct str text = tree_text(f->tree, a.node);

		if (a.star || a.double_star ||
		    (!is_own_class(f, text) &&
			!str_is_one_of(text, "ABC abc.ABC object Exception ValueError")))
			return false;
	}
	return true;
}

/* Names that self may find in another class than the one that reads them: those which a class with
 * bases binds, and, where a class has several bases, those which two classes bind. */
static uint8_t *
find_inherited(struct facts *f)
{
	enum { BOUND = 1, INHERITED = 2 };
	uint8_t *names = arena_alloc(f->arena, f->names.count + 1);
	bool mixed = false, foreign = false;

	for (size_t i = 0; i < f->scopes_count; i++) {
		uint32_t bases = f->scopes[i].kind == SCOPE_CLASS && !f->scopes[i].is_tuple
				     ? tree_child(f->tree, f->scopes[i].node, F_SUPERCLASSES)
				     : 0;
		uint32_t first = bases == 0 ? 0 : tree_first(f->tree, bases);

		mixed = mixed || (first != 0 && tree_next(f->tree, first) != 0);
		foreign = foreign || !has_plain_bases(f, bases);
	}
	for (size_t i = 0; names != NULL && i < f->bindings_count; i++) {
		const struct binding *b = &f->bindings[i];
		const struct scope *class = &f->scopes[b->scope];

		if (class->kind != SCOPE_CLASS)
			continue;
		if ((!class->is_tuple && tree_child(f->tree, class->node, F_SUPERCLASSES) != 0) ||
		    (mixed && (foreign || names[b->name] != 0)))
			names[b->name] = INHERITED;
		names[b->name] |= BOUND;
	}
	return names;
}

/* A class whose objects may be strings: one with a parent that is neither of the file nor known. */
static bool
has_own_texts(const struct facts *f)
{
	for (size_t i = 0; i < f->scopes_count; i++) {
		struct argument a;
		uint32_t at = 0;

		while (f->scopes[i].kind == SCOPE_CLASS &&
		       facts_argument(
			   f, tree_child(f->tree, f->scopes[i].node, F_SUPERCLASSES), &at, &a))
			if (a.star || a.double_star ||
			    (!is_own_class(f, tree_text(f->tree, a.node)) &&
				(facts_is_bound_otherwise(f, tree_text(f->tree, a.node)) ||
				    !str_is_one_of(tree_text(f->tree, a.node),
					"ABC abc.ABC ABCMeta abc.ABCMeta object Exception "
					"ValueError "
					"RuntimeError KeyError TypeError LookupError Enum "
					"enum.Enum "
					"IntEnum enum.IntEnum NamedTuple typing.NamedTuple "
					"Protocol "
					"typing.Protocol TypedDict typing.TypedDict"))))
				return true;
	}
	for (size_t i = 0; i < f->imports_count; i++)
		if (str_is_one_of(facts_name(f, f->imports[i].member), "new_class make_dataclass"))
			return true;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (str_is_one_of(facts_name(f, f->attributes[i].name), "new_class make_dataclass"))
			return true;
	return false;
}

/* lru_cache and its kin keep the function that they decorate, for whoever asks for it. */
static bool
has_kept_method(const struct facts *f)
{
	for (size_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].is_decorated && f->scopes[i].kind == SCOPE_FUNCTION &&
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS)
			return true;
	return false;
}

/* A class within a class that derives from others: what these read as a variable is called. */
static bool
is_read_by_parent(const struct facts *f, size_t scope)
{
	const struct scope *above = &f->scopes[f->scopes[scope].parent];

	return f->scopes[scope].kind == SCOPE_CLASS && above->kind == SCOPE_CLASS &&
	       tree_child(f->tree, above->node, F_SUPERCLASSES) != 0;
}

void
facts_find_open(struct facts *f)
{
	unsigned mentions = facts_find_mentions(f);
	bool by_string = (mentions & MENTION_FIELDS) != 0 || fills_namespace(f) || copies_fields(f);
	const uint8_t *inherited = find_inherited(f);

	if (inherited == NULL) {
		f->failed = true;
		return;
	}
	find_own_bases(f);
	f->own_formats = (mentions & MENTION_FORMATS) != 0 || by_string || facts_binds_strftime(f);
	f->own_operators = (mentions & MENTION_OPERATORS) != 0;
	f->sets_fields = by_string;
	f->own_texts = has_own_texts(f);
	f->names_by_text = (mentions & MENTION_TEXTS) != 0;
	f->replaces_methods = by_string;
	f->only_pandas_aggregates = !by_string && facts_only_pandas_aggregates(f);
	f->names_methods = f->names_by_text && takes_by_unknown_name(f);
	for (size_t i = 0; i < f->bindings_count; i++) {
		struct binding *b = &f->bindings[i];
		const struct scope *class = &f->scopes[b->scope];

		b->has_library_name = class->kind == SCOPE_CLASS &&
				      has_library_name(facts_name(f, b->name)) &&
				      !is_never_set(facts_name(f, b->name));
		b->is_closed =
		    class->kind == SCOPE_CLASS && inherited[b->name] < 2 && !by_string &&
		    (!class->is_decorated ||
			((class->is_record || (!b->is_field && b->last_store == NOWHERE)) &&
			    facts_is_plainly_decorated(f, class))) &&
		    (class->is_tuple || tree_child(f->tree, class->node, F_SUPERCLASSES) == 0);
	}
	for (size_t i = 0; i < f->attributes_count; i++) {
		const struct attribute *a = &f->attributes[i];

		f->shows_fields = f->shows_fields || str_is(facts_name(f, a->name), "__dict__");
		f->replaces_methods =
		    f->replaces_methods || (a->role != ROLE_LOAD && a->object != 0 &&
					       str_is_one_of(facts_name(f, a->name), "submit map"));
		if (a->role != ROLE_LOAD && (a->object == 0 || !facts_is_self(f, a->object)))
			open_fields(f, a->name);
	}
	for (size_t i = 0; i < f->scopes_count; i++) {
		f->scopes[i].is_open = is_open_method(f, &f->scopes[i]);
		f->shows_fields =
		    f->shows_fields || str_is(facts_name(f, f->scopes[i].name), "__setattr__");
		f->scopes[i].escapes = f->scopes[i].escapes || is_read_by_parent(f, i);
		f->scopes[i].has_library_name =
		    f->scopes[f->scopes[i].parent].kind == SCOPE_CLASS &&
		    has_library_name(facts_name(f, f->scopes[i].name)) &&
		    !is_never_called(facts_name(f, f->scopes[i].name)) &&
		    (!str_is(facts_name(f, f->scopes[i].name), "read") || !leaves_reading(f));
	}
	f->class_values = has_class_values(f);
	f->foreign_self =
	    f->class_values || ((mentions & MENTION_INNER) != 0 && has_kept_method(f));
}
