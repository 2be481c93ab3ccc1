/* SPDX-License-Identifier: MIT */
/*
 * Classes of objects whose class the text does not name. type(x) of a library's object opens
 * whatever path it is called with; so it may be shown, compared, looked up by and kept in names
 * that are followed, but go nowhere from where another call could take it.
 */
#include "fold.h"
#include "judge.h"

static bool
is_type(const struct judge *j, const struct value *v, enum atom_kind kind)
{
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind == (uint32_t)kind &&
		    str_is(facts_name(j->facts, v->atoms[i].id), "builtins.type"))
			return true;
	return false;
}

/* By what the file could come by a class that it only looks up by, raises or logs. */
struct takers {
	bool arguments, items, lookups, logs;
};

static bool
mentions(const struct facts *f, const char *names)
{
	for (size_t i = 0; i < f->attributes_count; i++)
		if (str_is_one_of(facts_name(f, f->attributes[i].name), names))
			return true;
	for (size_t i = 0; i < f->imports_count; i++)
		if (str_is_one_of(facts_name(f, f->imports[i].member), names))
			return true;
	return false;
}

static bool
has_method(const struct facts *f, const char *names)
{
	for (size_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].kind == SCOPE_FUNCTION &&
		    str_is_one_of(facts_name(f, f->scopes[i].name), names))
			return true;
	return false;
}

static struct str
callee_name(const struct judge *j, uint32_t call)
{
	const struct tree *t = j->tree;
	uint32_t function = facts_bare(j->facts, tree_child(t, call, F_FUNCTION));

	return tree_text(t, t->nodes[function].kind == K_ATTRIBUTE
				? tree_child(t, function, F_ATTRIBUTE)
				: function);
}

/* `is` and `is not` ask nobody. */
static bool
is_identity(const struct tree *t, uint32_t left, uint32_t right)
{
	struct str between =
	    str_trim(str_slice(t->source, t->nodes[left].end, t->nodes[right].start));

	return str_is(between, "is") || str_is(between, "is not");
}

/* Classes of libraries, texts, numbers, or a tuple of them: none asks the file. */
static bool
is_foreign_side(const struct judge *j, uint32_t node, unsigned depth)
{
	const struct value *v = facts_value(j->facts, node);
	enum kind k = (enum kind)j->tree->nodes[node].kind;

	if ((k == K_TUPLE || k == K_LIST || k == K_SET) && depth > 0) {
		for (uint32_t c = tree_first(j->tree, node); c != 0; c = tree_next(j->tree, c))
			if (!is_foreign_side(j, c, 0))
				return false;
		return true;
	}
	for (unsigned i = 0; i < v->count; i++) {
		uint32_t kind = v->atoms[i].kind;

		if (kind != ATOM_SYMBOL && kind != ATOM_PLAIN && kind != ATOM_RESULT &&
		    kind != ATOM_STRING && kind != ATOM_CLASS)
			return false;
	}
	return v->count > 0 && !v->unknown && !facts_is_self(j->facts, node);
}

/* Objects of the file may be what it is compared with, and get it so. */
static bool
is_compared(const struct judge *j, uint32_t comparison)
{
	uint32_t left = 0;

	for (uint32_t c = tree_first(j->tree, comparison); j->facts->own_operators && c != 0;
	     left = c, c = tree_next(j->tree, c))
		if (left != 0 && !is_identity(j->tree, left, c) &&
		    (!is_foreign_side(j, left, 1) || !is_foreign_side(j, c, 1)))
			return false;
	return true;
}

/* log.error(...), logging.error(...) */
static bool
is_logger(const struct judge *j, uint32_t call)
{
	uint32_t function = facts_bare(j->facts, tree_child(j->tree, call, F_FUNCTION));
	const struct value *v =
	    j->tree->nodes[function].kind != K_ATTRIBUTE
		? NULL
		: facts_value(j->facts, tree_child(j->tree, function, F_OBJECT));

	for (unsigned i = 0; v != NULL && i < v->count; i++)
		if ((v->atoms[i].kind != ATOM_RESULT && v->atoms[i].kind != ATOM_MODULE) ||
		    !str_starts(facts_name(j->facts, v->atoms[i].id), STR("logging")))
			return false;
	return v != NULL && v->count > 0 && !v->unknown;
}

/* d[type(x)], d.get(type(x)), getattr(type(x), ...), log.error('%s', type(x)), raise E(type(x)) */
static bool
is_looked_up(const struct judge *j, const struct takers *has, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent, call = t->nodes[up].parent;
	struct str name;

	if (t->nodes[up].kind == K_SUBSCRIPT)
		return t->nodes[node].field == F_SUBSCRIPT && j->facts->role[up] == ROLE_LOAD &&
		       !has->items;
	if (t->nodes[up].kind != K_ARGUMENT_LIST || t->nodes[call].kind != K_CALL)
		return false;
	name = callee_name(j, call);
	if (str_is_one_of(name, "get dispatch") && tree_first(t, up) == node)
		return !has->items && !has->lookups;
	if (str_is_one_of(name, "getattr") && tree_first(t, up) == node)
		return true;
	if (t->nodes[t->nodes[call].parent].kind == K_RAISE_STATEMENT)
		return !has->arguments &&
		       is_argument_of(j, up,
			   "builtins.TypeError builtins.ValueError builtins.RuntimeError "
			   "builtins.NotImplementedError");
	if (is_argument_of(j, up,
		"traceback.print_exception traceback.format_exception "
		"traceback.format_exception_only"))
		return true;
	return is_logger(j, call) &&
	       str_is_one_of(name, "debug info warning error exception critical log") &&
	       !has->arguments && !has->logs;
}

/* Its arguments behind the first, if any, are numbers and texts. */
static bool
asks_nobody(const struct judge *j, uint32_t call, bool with_first)
{
	uint32_t at = 0;
	struct argument a;

	for (bool first = !with_first;
	     facts_argument(j->facts, tree_child(j->tree, call, F_ARGUMENTS), &at, &a);
	     first = false)
		if (!first && (a.star || a.double_star ||
				  (!fold_is_number(facts_value(j->facts, a.node)) &&
				      !fold_is_text(facts_value(j->facts, a.node)))))
			return false;
	return true;
}

/* list(types), and map(type, rows), whose other arguments are not asked about types. */
static bool
is_holder(const struct judge *j, uint32_t call, uint32_t node)
{
	const struct atom *a =
	    j->tree->nodes[call].kind != K_CALL
		? NULL
		: value_only(
		      facts_value(j->facts, tree_child(j->tree, call, F_FUNCTION)), ATOM_SYMBOL);
	struct str name = a == NULL ? (struct str){"", 0} : facts_name(j->facts, a->id);

	if (str_is(name, "builtins.map"))
		return !is_type(j, facts_value(j->facts, node), ATOM_RESULT);
	return str_is_one_of(name,
		   "builtins.list builtins.set builtins.tuple builtins.frozenset builtins.sorted "
		   "builtins.reversed collections.Counter") &&
	       asks_nobody(j, call, false);
}

/* A method of a library's object, called on types or with what gives them. */
static bool
is_table_method(const struct judge *j, uint32_t call, const char *names)
{
	uint32_t function = facts_bare(j->facts, tree_child(j->tree, call, F_FUNCTION));

	return j->tree->nodes[function].kind == K_ATTRIBUTE &&
	       j->facts->fact_of[function] != NOWHERE &&
	       !facts_is_method(j->facts, j->facts->attributes[j->facts->fact_of[function]].name) &&
	       str_is_one_of(callee_name(j, call), names);
}

/* Calls whose result is shown: map(type, rows), column.apply(type).value_counts(), and so on. */
static uint32_t
call_around(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent, call = t->nodes[up].parent;
	bool given = t->nodes[up].kind == K_ARGUMENT_LIST && tree_first(t, up) == node,
	     asked = t->nodes[up].kind == K_ATTRIBUTE && t->nodes[up].field == F_FUNCTION;

	if (t->nodes[call].kind != K_CALL)
		return 0;
	if (given && is_holder(j, call, node))
		return call;
	if (given && is_table_method(j, call, "apply map applymap") && asks_nobody(j, call, false))
		return is_type(j, facts_value(j->facts, node), ATOM_RESULT) ? 0 : call;
	return asked && asks_nobody(j, call, true) &&
		       is_table_method(j, call,
			   "value_counts unique nunique head tail most_common to_string tolist "
			   "to_list to_dict to_frame drop_duplicates sort_index sort_values "
			   "reset_index count astype")
		   ? call
		   : 0;
}

/* Printed, put into a text, compared, counted; with whatever holds it on the way. */
static bool
is_class_shown(const struct judge *j, const struct takers *has, uint32_t node)
{
	const struct tree *t = j->tree;

	for (uint32_t next = node; next != 0; node = next) {
		uint32_t up = t->nodes[node = mention_top(t, next)].parent;

		if (is_looked_up(j, has, node))
			return true;
		next = 0;
		switch (t->nodes[up].kind) {
		case K_COMPARISON_OPERATOR:
			return is_compared(j, up);
		case K_INTERPOLATION:
		case K_EXPRESSION_STATEMENT:
			return true;
		case K_ARGUMENT_LIST:
			if (is_argument_of(j, up,
				"builtins.print builtins.len builtins.repr builtins.str "
				"builtins.isinstance builtins.issubclass builtins.hasattr "
				"builtins.callable builtins.all builtins.any"))
				return true;
			next = call_around(j, node);
			break;
		case K_ATTRIBUTE:
			next = call_around(j, node);
			break;
		case K_GENERATOR_EXPRESSION:
			next = is_holder(j, t->nodes[up].parent, up) ? t->nodes[up].parent : 0;
			break;
		case K_LIST:
		case K_TUPLE:
		case K_SET:
		case K_DICTIONARY:
		case K_PAIR:
		case K_LIST_COMPREHENSION:
		case K_SET_COMPREHENSION:
		case K_DICTIONARY_COMPREHENSION:
		case K_LAMBDA:
		case K_CONDITIONAL_EXPRESSION:
			next = up;
			break;
		default:
			break;
		}
	}
	return false;
}

/* type in a type, among bases, or called. */
static bool
is_type_place(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent;

	if (is_callee(t, node) || t->nodes[t->nodes[up].parent].kind == K_CLASS_DEFINITION)
		return true;
	for (uint32_t at = top; at != 0; at = t->nodes[at].parent)
		if (t->nodes[at].kind == K_TYPE)
			return true;
	return t->nodes[up].kind == K_ATTRIBUTE; /* type.__new__: judged by its name */
}

static bool
is_class_of_other(const struct judge *j, uint32_t node)
{
	return j->tree->nodes[node].kind == K_CALL &&
	       is_type(j, facts_value(j->facts, node), ATOM_RESULT) && !is_own_type(j, node);
}

/* type(x).__call__ and its kin; most other special names are refused as they are. */
static bool
is_call_by_name(const struct tree *t, uint32_t attribute)
{
	struct str name = tree_text(t, tree_child(t, attribute, F_ATTRIBUTE));

	return dunder_is_harmless(name) &&
	       !str_is_one_of(name, "__name__ __qualname__ __doc__ __module__");
}

static bool
goes_away(struct judge *j, const struct takers *has, uint32_t node, bool foreign)
{
	const struct tree *t = j->tree;
	const struct value *v = facts_value(j->facts, node);
	uint32_t up = t->nodes[node].parent;
	enum kind k = (enum kind)t->nodes[node].kind;

	if (k == K_PARENTHESIZED_EXPRESSION ||
	    (k == K_IDENTIFIER && j->facts->role[node] != ROLE_LOAD))
		return false;
	if (is_type(j, v, ATOM_SYMBOL))
		return !is_type_place(j, node) && !facts_is_followed(j->facts, node) &&
		       !is_class_shown(j, has, node);
	if (!foreign || !is_type(j, v, ATOM_RESULT) || (k == K_CALL && is_own_type(j, node)))
		return false;
	if (t->nodes[up].kind == K_ARGUMENT_LIST &&
	    t->nodes[t->nodes[up].parent].kind == K_CLASS_DEFINITION)
		return true;
	if (t->nodes[up].kind == K_ATTRIBUTE && is_call_by_name(t, up))
		return true;
	return !facts_is_followed(j->facts, node) && !is_class_shown(j, has, node);
}

void
judge_classes(struct judge *j)
{
	struct takers has = {.arguments = mentions(j->facts, "args"),
	    .items = has_method(j->facts, "__getitem__ __missing__ __class_getitem__") ||
		     mentions(j->facts, "defaultdict args"),
	    .lookups = has_method(j->facts, "get dispatch"),
	    .logs = has_method(j->facts, "emit handle filter format")};
	bool foreign = false;

	for (uint32_t i = 1; i < j->tree->count && !foreign; i++)
		foreign = is_class_of_other(j, i);
	for (uint32_t i = 1; i < j->tree->count && !j->failed; i++) {
		struct ruling r;

		if (facts_value(j->facts, i)->count == 0 || !goes_away(j, &has, i, foreign))
			continue;
		r = ruling_of(j, DECISION_ESCALATE, "reflection.class",
		    "use type(x).__name__, or name the class",
		    "the class of an object goes where the text doesn't show who calls it");
		judge_node(j, i, &r);
	}
}
