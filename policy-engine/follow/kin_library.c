/* SPDX-License-Identifier: MIT */
/* Builtins, functions of the standard library and methods of containers, as far as they hand on
 * what they are given. Whatever is not here keeps its arguments and gives anything. */
#include "kin.h"

static uint32_t
first(const struct kin_givens *g, unsigned place)
{
	unsigned position = 0;

	for (unsigned i = 0; i < g->count; i++)
		if (g->items[i].name == 0 && position++ == place)
			return g->items[i].star || g->items[i].double_star ? 0 : g->items[i].place;
	return 0;
}

static uint32_t
named(const struct kin *k, const struct kin_givens *g, const char *name)
{
	for (unsigned i = 0; i < g->count; i++)
		if (g->items[i].name != 0 && str_is(facts_name(k->facts, g->items[i].name), name))
			return g->items[i].place;
	return 0;
}

static bool
has_star(const struct kin_givens *g)
{
	for (unsigned i = 0; i < g->count; i++)
		if (g->items[i].star || g->items[i].double_star)
			return true;
	return false;
}

/* key=f: f is called with the elements, and what it gives is compared. */
static void
call_key(struct kin *k, const struct kin_givens *g, uint32_t each, uint32_t node)
{
	uint32_t key = named(k, g, "key");
	struct kin_givens one = {.count = 1, .items = {{.place = each}}};
	uint32_t made = kin_scratch(k, node, 3);

	if (key == 0)
		return;
	if (value_only(facts_value(k->facts, key - 1), ATOM_RESULT) != NULL &&
	    str_is_one_of(
		facts_name(k->facts, value_only(facts_value(k->facts, key - 1), ATOM_RESULT)->id),
		"operator.attrgetter operator.itemgetter"))
		return;
	if (value_only(facts_value(k->facts, key - 1), ATOM_SYMBOL) != NULL &&
	    str_starts(
		facts_name(k->facts, value_only(facts_value(k->facts, key - 1), ATOM_SYMBOL)->id),
		STR("builtins.")))
		return;
	kin_call_place(k, key, &one, made);
	kin_operators(k, made, made, made);
}

static void
call_choice(struct kin *k, uint32_t node, const struct kin_givens *g, uint32_t to)
{
	uint32_t otherwise = named(k, g, "default");

	if (first(g, 0) != 0)
		kin_read_each(k, first(g, 0), to);
	for (unsigned i = 0; i < g->count; i++)
		if (g->items[i].name == 0 && first(g, 1) != 0)
			kin_flow(k, g->items[i].place, to);
	if (otherwise != 0)
		kin_flow(k, otherwise, to);
	kin_operators(k, to, to, kin_scratch(k, node, 3));
	call_key(k, g, to, node);
}

/* list(x), sorted(x), deque(x): a new container of the same elements. */
static void
call_copy(struct kin *k, uint32_t node, const struct kin_givens *g, uint32_t to)
{
	uint32_t each = kin_part(k, to, KIN_ELEMENT, 0);

	for (unsigned i = 0; i < g->count; i++) {
		if (g->items[i].star) /* chain(*lists) */
			kin_read_each(k, g->items[i].place, kin_scratch(k, node, 2));
		if (g->items[i].name == 0)
			kin_read_each(k,
			    g->items[i].star ? kin_scratch(k, node, 2) : g->items[i].place, each);
	}
	kin_operators(k, each, each, kin_scratch(k, node, 3));
	call_key(k, g, each, node);
}

static void
call_enumerate(struct kin *k, const struct kin_givens *g, uint32_t to)
{
	uint32_t pair = kin_part(k, to, KIN_ELEMENT, 0);

	if (first(g, 0) != 0)
		kin_read_each(k, first(g, 0), kin_part(k, pair, KIN_COLUMN, 1));
}

static void
call_zip(struct kin *k, const struct kin_givens *g, uint32_t to)
{
	uint32_t pair = kin_part(k, to, KIN_ELEMENT, 0);

	for (unsigned i = 0; i < g->count; i++)
		if (i < KIN_COLUMNS && !has_star(g))
			kin_read_each(k, g->items[i].place, kin_part(k, pair, KIN_COLUMN, i));
		else
			kin_read_each(k, g->items[i].place, kin_part(k, pair, KIN_ELEMENT, 0));
	if (has_star(g)) /* zip(*rows) */
		kin_read_each(
		    k, kin_part(k, pair, KIN_ELEMENT, 0), kin_part(k, pair, KIN_ELEMENT, 0));
}

/* map(f, x, y), filter(f, x) */
static void
call_map(struct kin *k, uint32_t node, const struct kin_givens *g, uint32_t to, bool filters)
{
	struct kin_givens each = {.count = 0};
	uint32_t made = filters ? kin_scratch(k, node, 2) : kin_part(k, to, KIN_ELEMENT, 0);

	for (unsigned i = 1; i < g->count && i < 4; i++) {
		uint32_t one = kin_scratch(k, node, i - 1);

		if (filters && i > 1)
			break;
		kin_read_each(k, g->items[i].place, one);
		each.items[each.count++].place = one;
		if (filters)
			kin_flow(k, one, kin_part(k, to, KIN_ELEMENT, 0));
	}
	if (g->count > 4) {
		k->lost = true;
		return;
	}
	kin_call_place(k, g->items[0].place, &each, made);
}

static void
call_reduce(struct kin *k, uint32_t node, const struct kin_givens *g, uint32_t to)
{
	struct kin_givens both = {
	    .count = 2, .items = {{.place = to}, {.place = kin_scratch(k, node, 0)}}};

	if (g->count < 2)
		return;
	kin_read_each(k, g->items[1].place, kin_scratch(k, node, 0));
	kin_flow(k, kin_scratch(k, node, 0), to);
	if (g->count > 2)
		kin_flow(k, g->items[2].place, to);
	kin_call_place(k, g->items[0].place, &both, to);
}

/* list, dict: something new and empty; a function or class of the file; or anything. */
static void
call_factory(struct kin *k, uint32_t factory, uint32_t to)
{
	static const struct kin_givens none = {.count = 0};
	const struct atom *a = value_only(facts_value(k->facts, factory - 1), ATOM_SYMBOL);

	if (a == NULL || k->facts->unsettled)
		kin_call_place(k, factory, &none, to);
	else if (!str_is_one_of(facts_name(k->facts, a->id),
		     "builtins.list builtins.dict builtins.set builtins.tuple collections.deque "
		     "builtins.str builtins.int builtins.float builtins.bool "
		     "collections.OrderedDict"))
		kin_mark(k, to, KIN_ANY);
}

/* dict(x, a=1), OrderedDict(pairs), defaultdict(f, x) */
static void
call_dict(struct kin *k, uint32_t node, const struct kin_givens *g, uint32_t to, bool defaults)
{
	(void)kin_part(k, to, KIN_KEY, 0);
	for (unsigned i = 0; i < g->count; i++) {
		uint32_t place = g->items[i].place, pair = kin_scratch(k, node, 0);

		if (g->items[i].name != 0) {
			kin_mark(k, kin_part(k, to, KIN_KEY, 0), KIN_TEXT);
			kin_flow(k, place, kin_part(k, to, KIN_VALUE, 0));
		} else if (defaults && i == 0) {
			call_factory(k, place, kin_part(k, to, KIN_VALUE, 0));
		} else {
			kin_read_item(k, place, kin_part(k, to, KIN_VALUE, 0));
			kin_read_each(k, place, kin_part(k, to, KIN_KEY, 0));
			kin_read_each(k, place, pair);
			kin_read_column(k, pair, 0, kin_part(k, to, KIN_KEY, 0));
			kin_read_column(k, pair, 1, kin_part(k, to, KIN_VALUE, 0));
		}
	}
}

/* dataclasses.field(default=..., default_factory=...) */
static void
call_field(struct kin *k, const struct kin_givens *g, uint32_t to)
{
	uint32_t factory = named(k, g, "default_factory"), value = named(k, g, "default");

	if (value != 0)
		kin_flow(k, value, to);
	if (factory != 0)
		call_factory(k, factory, to);
}

/* super(): self, in the method where it stands. */
static void
call_super(struct kin *k, uint32_t node, uint32_t to)
{
	uint32_t scope = k->facts->scope_of[node], class = facts_scope_class(k->facts, scope);
	bool made;

	while (scope != 0 && k->facts->scopes[scope].parent != class)
		scope = k->facts->scopes[scope].parent;
	if (class == NOWHERE || scope == 0) {
		kin_mark(k, to, KIN_ANY);
		return;
	}
	made = k->facts->scopes[scope].takes_class ||
	       str_is(facts_name(k->facts, k->facts->scopes[scope].name), "__init_subclass__");
	kin_flow(k, kin_of_scope(k, class, made ? KIN_CLASS : KIN_INSTANCE), to);
}

/* getattr(x, 'name'), and by a name that nobody knows. */
static void
call_getattr(struct kin *k, const struct kin_givens *g, uint32_t to)
{
	const struct atom *name =
	    g->count < 2 ? NULL
			 : value_only(facts_value(k->facts, g->items[1].place - 1), ATOM_STRING);

	for (unsigned i = 2; i < g->count; i++)
		kin_flow(k, g->items[i].place, to);
	if (g->count >= 2 && name != NULL && !k->facts->unsettled && name->id < k->names_count) {
		kin_load_attribute(k, g->items[0].place, name->id, to);
		return;
	}
	kin_mark(k, to, KIN_ANY | KIN_TEXT);
	for (unsigned i = 0; i < g->count; i++)
		kin_escape(k, g->items[i].place);
}

static bool
is_copy(struct str name)
{
	return str_is_one_of(name,
	    "builtins.list builtins.tuple builtins.set builtins.frozenset builtins.sorted "
	    "collections.deque "
	    "itertools.chain itertools.cycle itertools.islice");
}

static bool
is_reader(struct str name)
{
	return str_is_one_of(name,
	    "builtins.print builtins.len builtins.isinstance builtins.issubclass builtins.str "
	    "builtins.repr builtins.hash builtins.id builtins.bool builtins.int builtins.float "
	    "builtins.format builtins.callable builtins.hasattr builtins.any builtins.all "
	    "builtins.range builtins.chr builtins.ord builtins.input heapq.heapify "
	    "random.shuffle");
}

/* Those whose arguments must stand where they are looked for. */
static bool
call_by_place(
    struct kin *k, uint32_t node, struct str name, const struct kin_givens *g, uint32_t to)
{
	if (str_is(name, "builtins.enumerate"))
		call_enumerate(k, g, to);
	else if (str_is_one_of(name, "builtins.max builtins.min builtins.next random.choice "
				     "heapq.heappop"))
		call_choice(k, node, g, to);
	else if (str_is_one_of(name, "builtins.map builtins.filter") && g->count > 1)
		call_map(k, node, g, to, str_is(name, "builtins.filter"));
	else if (str_is(name, "functools.reduce"))
		call_reduce(k, node, g, to);
	else if (str_is(name, "heapq.heappush") && g->count == 2)
		kin_flow(k, g->items[1].place, kin_part(k, g->items[0].place, KIN_ELEMENT, 0));
	else if (str_is_one_of(name, "copy.copy copy.deepcopy") && g->count == 1)
		kin_flow(k, g->items[0].place, to);
	else if (str_is(name, "typing.cast") && g->count == 2)
		kin_flow(k, g->items[1].place, to);
	else if (str_is(name, "builtins.type") && g->count == 1)
		kin_load_class(k, g->items[0].place, to);
	else if (str_is(name, "dataclasses.field"))
		call_field(k, g, to);
	else
		return false;
	return true;
}

bool
kin_call_library(struct kin *k, uint32_t node, struct str name, const struct kin_givens *g)
{
	static const struct kin_givens none = {.count = 0};
	uint32_t to = kin_of_node(k, node);

	if (is_reader(name)) {
		if (str_is_one_of(name, "builtins.str builtins.repr builtins.format builtins.chr "
					"builtins.input"))
			kin_mark(k, to, KIN_TEXT);
	} else if (is_copy(name)) {
		call_copy(k, node, g, to);
	} else if (str_is_one_of(name, "builtins.iter builtins.reversed") && g->count == 1 &&
		   !has_star(g)) {
		call_copy(k, node, g, to);
		kin_call_methods(k, g->items[0].place, k->reversed, &none, to);
	} else if (str_is(name, "builtins.zip")) {
		call_zip(k, g, to);
	} else if (str_is(name, "builtins.super")) {
		call_super(k, node, to);
	} else if (str_is(name, "builtins.getattr")) {
		call_getattr(k, g, to);
	} else if (str_is_one_of(name, "builtins.dict collections.OrderedDict") && !has_star(g)) {
		call_dict(k, node, g, to, false);
	} else if (str_is(name, "collections.defaultdict") && !has_star(g)) {
		call_dict(k, node, g, to, true);
	} else if (has_star(g) || !call_by_place(k, node, name, g, to)) {
		for (unsigned i = 0; i < g->count; i++)
			kin_escape(k, g->items[i].place);
		kin_mark(k, to, KIN_ANY);
	}
	return true;
}

/* ----- methods of containers and texts */

static bool
gives_text(struct str name)
{
	return str_is_one_of(name,
	    "upper lower strip lstrip rstrip split rsplit splitlines join replace title center "
	    "ljust rjust zfill capitalize partition rpartition casefold swapcase format "
	    "startswith endswith isdigit isalpha isalnum isspace isupper islower find rfind "
	    "count index removeprefix removesuffix encode");
}

static void
call_update(struct kin *k, uint32_t node, uint32_t object, const struct kin_givens *g)
{
	call_dict(k, node, g, object, false);
	for (unsigned i = 0; i < g->count; i++)
		if (g->items[i].name == 0)
			kin_read_each(k, g->items[i].place, kin_part(k, object, KIN_KEY, 0));
}

static void
call_items(struct kin *k, uint32_t object, struct str name, uint32_t to)
{
	uint32_t each = kin_part(k, to, KIN_ELEMENT, 0);

	if (str_is(name, "items")) {
		kin_flow(k, kin_part(k, object, KIN_KEY, 0), kin_part(k, each, KIN_COLUMN, 0));
		kin_flow(k, kin_part(k, object, KIN_VALUE, 0), kin_part(k, each, KIN_COLUMN, 1));
	} else {
		kin_flow(
		    k, kin_part(k, object, str_is(name, "keys") ? KIN_KEY : KIN_VALUE, 0), each);
	}
	if ((k->places[object].marks & (KIN_ANY | KIN_LIBRARY)) == 0)
		return;
	kin_mark(k, each, KIN_ANY | KIN_TEXT);
	kin_mark(k, kin_part(k, each, KIN_COLUMN, 0), KIN_ANY | KIN_TEXT);
	kin_mark(k, kin_part(k, each, KIN_COLUMN, 1), KIN_ANY | KIN_TEXT);
}

/* Puts something into the container; false where the method is another. */
static bool
call_putter(struct kin *k, uint32_t node, uint32_t object, struct str name,
    const struct kin_givens *g, uint32_t to)
{
	uint32_t last = g->count == 0 ? 0 : g->items[g->count - 1].place;

	if (str_is_one_of(name, "append appendleft add insert") && last != 0) {
		kin_flow(k, last, kin_part(k, object, KIN_ELEMENT, 0));
	} else if (str_is_one_of(name, "extend extendleft") && last != 0) {
		kin_read_each(k, last, kin_part(k, object, KIN_ELEMENT, 0));
	} else if (str_is(name, "setdefault") && last != 0) {
		kin_flow(k, g->items[0].place, kin_part(k, object, KIN_KEY, 0));
		if (g->count > 1)
			kin_flow(k, last, kin_part(k, object, KIN_VALUE, 0));
		kin_read_item(k, object, to);
	} else if (str_is(name, "update")) {
		call_update(k, node, object, g);
	} else {
		return false;
	}
	return true;
}

/* Methods that put something into a container, or give of it. */
bool
kin_is_container_method(struct str name)
{
	return str_is_one_of(name,
	    "append appendleft add insert extend extendleft setdefault update get pop popleft "
	    "popitem items keys values copy union difference intersection sort remove discard "
	    "move_to_end symmetric_difference intersection_update difference_update "
	    "symmetric_difference_update rotate send throw most_common elements subtract "
	    "total fromkeys new_child maps parents data");
}

void
kin_call_container(struct kin *k, uint32_t object, struct str name, const struct kin_givens *g,
    uint32_t node, bool is_bound)
{
	uint32_t to = kin_of_node(k, node);

	if (!has_star(g) && call_putter(k, node, object, name, g, to))
		return;
	if (!has_star(g) && str_is_one_of(name, "get pop popleft")) {
		kin_read_item(k, object, to);
		for (unsigned i = 1; i < g->count; i++)
			kin_flow(k, g->items[i].place, to);
	} else if (str_is(name, "popitem")) {
		kin_flow(k, kin_part(k, object, KIN_KEY, 0), kin_part(k, to, KIN_COLUMN, 0));
		kin_flow(k, kin_part(k, object, KIN_VALUE, 0), kin_part(k, to, KIN_COLUMN, 1));
	} else if (str_is_one_of(name, "items keys values")) {
		call_items(k, object, name, to);
	} else if (str_is_one_of(name, "copy union difference intersection")) {
		kin_flow(k, object, to);
		for (unsigned i = 0; i < g->count; i++)
			kin_flow(k, g->items[i].place, to);
	} else if (str_is_one_of(name, "sort reverse clear remove discard move_to_end")) {
		kin_read_each(k, object, kin_scratch(k, node, 0));
		kin_operators(
		    k, kin_scratch(k, node, 0), kin_scratch(k, node, 0), kin_scratch(k, node, 2));
		call_key(k, g, kin_scratch(k, node, 0), node);
	} else if (gives_text(name)) {
		kin_mark(k, to, KIN_TEXT);
	} else if (k->settling &&
		   (!is_bound || (kin_is_container_method(name) && kin_is_container(k, object)))) {
		for (unsigned i = 0; i < g->count; i++)
			kin_escape(k, g->items[i].place);
		kin_escape(k, object);
		kin_mark(k, to, KIN_ANY | KIN_TEXT);
	}
	if ((k->places[object].marks & (KIN_ANY | KIN_LIBRARY)) != 0)
		kin_mark(k, to, KIN_ANY);
}
