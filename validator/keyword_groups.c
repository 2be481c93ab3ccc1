/* SPDX-License-Identifier: MIT */
/* keyword_groups.c: the keywords of objects and of arrays that act together, made into one
 * instruction each. */
#include "compile.h"

static bool
member_must_be(
    struct compiler *c, const struct use *u, const struct json_node *value, const char *what)
{
	return complain(c, u->doc, value, "'%.*s' must be %s, found %s", STR_ARG(value[-1].text),
	    what, json_kind_name(value->kind));
}

static struct member_rule *
slot_for(struct member_rules *m, struct str name)
{
	struct text_edges e = text_edges(name);
	uint32_t i = member_slot(e, name.n, m->mask);
	while (m->table[i].used && !member_is(&m->table[i], e, name))
		i = (i + 1) & m->mask;
	struct member_rule *r = &m->table[i];
	if (!r->used)
		*r = (struct member_rule){.name = name, .edges = e, .unit = NO_UNIT, .used = true};
	return r;
}

static bool
add_properties(struct compiler *c, const struct use *u, const struct json_node *properties,
    struct member_rules *m)
{
	struct str *declared = arena_array(c->a, properties->count + 1, sizeof(*declared));
	if (!declared)
		return complain_memory(c);
	for (const struct json_node *n = json_first(u->doc, properties); n;
	     n = json_next(u->doc, n)) {
		struct member_rule *r = slot_for(m, n->text);
		r->unit = unit_of_value(c, u, n + 1);
		if (r->unit == NO_UNIT)
			return false;
		declared[m->declared_count++] = n->text;
	}
	m->declared = declared;
	return true;
}

static bool
add_required(struct compiler *c, const struct use *u, const struct json_node *required,
    struct member_rules *m)
{
	m->required_node = json_index(u->doc, required);
	for (const struct json_node *n = json_first(u->doc, required); n;
	     n = json_next(u->doc, n)) {
		if (!json_is_text(n))
			return complain(c, u->doc, n, "'required' must list names, found %s",
			    json_kind_name(n->kind));
		struct member_rule *r = slot_for(m, value_text(u->doc, json_index(u->doc, n)));
		if (r->required)
			return complain(c, u->doc, n, "'%.*s' is required twice", STR_ARG(n->text));
		r->required = true;
		m->required_count++;
	}
	return true;
}

static bool
add_patterns(struct compiler *c, const struct use *u, const struct json_node *patterns,
    struct member_rules *m)
{
	struct member_pattern *p = arena_array(c->a, patterns->count + 1, sizeof(*p));
	if (!p)
		return complain_memory(c);
	m->patterns = p;
	for (const struct json_node *n = json_first(u->doc, patterns); n;
	     n = json_next(u->doc, n)) {
		p->node = json_index(u->doc, n);
		p->regex = pattern_read(c, u, n, n->text);
		p->unit = unit_of_value(c, u, n + 1);
		if (!p->regex || p->unit == NO_UNIT)
			return false;
		p++;
		m->pattern_count++;
	}
	return true;
}

static bool
add_one(struct compiler *c, const struct use *u, const struct json_node *value, uint32_t *unit,
    uint32_t *node)
{
	*unit = NO_UNIT;
	if (!value)
		return true;
	*unit = unit_of_value(c, u, value);
	*node = json_index(u->doc, value);
	return *unit != NO_UNIT;
}

/* Properties where they are, in a table with room to spare. */
static bool
make_table(struct compiler *c, const struct json_node *properties, const struct json_node *required,
    struct member_rules *m)
{
	uint32_t names = (properties ? properties->count : 0) + (required ? required->count : 0),
		 size = 4;
	while (size < 2 * names)
		size *= 2;
	m->table = arena_array(c->a, size, sizeof(*m->table));
	m->mask = size - 1;
	return m->table || complain_memory(c);
}

static bool
group_begin(struct use *u, enum op_code code, const struct json_node *const *values, size_t count)
{
	u->value = NULL;
	u->code = code;
	for (size_t i = 0; i < count && !u->value; i++)
		u->value = values[i];
	return u->value != NULL;
}

bool
compile_members(struct compiler *c, struct use *u)
{
	const struct json_node *properties = keyword_get(c, u, "properties");
	const struct json_node *patterns = keyword_get(c, u, "patternProperties");
	const struct json_node *additional = keyword_get(c, u, "additionalProperties");
	const struct json_node *names = keyword_get(c, u, "propertyNames");
	const struct json_node *required = keyword_get(c, u, "required");
	const struct json_node *all[] = {properties, patterns, additional, names, required};
	if (!group_begin(u, OP_MEMBERS, all, ARRAY_LENGTH(all)))
		return true;
	if (properties && properties->kind != JSON_OBJECT)
		return member_must_be(c, u, properties, "an object of schemas");
	if (patterns && patterns->kind != JSON_OBJECT)
		return member_must_be(c, u, patterns, "an object of schemas");
	if (required && required->kind != JSON_ARRAY)
		return member_must_be(c, u, required, "an array of names");
	struct member_rules *m = arena_alloc(c->a, sizeof(*m));
	struct op *op = op_add(c, u);
	if (!m || !op)
		return complain_memory(c);
	op->as.members = m;
	return make_table(c, properties, required, m) &&
	       (!properties || add_properties(c, u, properties, m)) &&
	       (!required || add_required(c, u, required, m)) &&
	       (!patterns || add_patterns(c, u, patterns, m)) &&
	       add_one(c, u, additional, &m->additional, &m->additional_node) &&
	       add_one(c, u, names, &m->names, &m->names_node);
}

static bool
add_prefix(
    struct compiler *c, const struct use *u, const struct json_node *prefix, struct item_rules *r)
{
	if (prefix->kind != JSON_ARRAY)
		return member_must_be(c, u, prefix, "an array of schemas");
	if (prefix->count == 0 && c->resources[u->resource].dialect == DRAFT_2020)
		return complain(c, u->doc, prefix, "'prefixItems' must not be empty");
	struct choices list;
	if (!units_of_list(c, u, prefix, &list))
		return false;
	r->prefix = list.units;
	r->prefix_count = list.count;
	return true;
}

bool
compile_items(struct compiler *c, struct use *u)
{
	const struct json_node *prefix = keyword_get(c, u, "prefixItems");
	const struct json_node *rest = keyword_get(c, u, "items");
	bool old = c->resources[u->resource].dialect != DRAFT_2020;
	if (old && rest && rest->kind == JSON_ARRAY) {
		prefix = rest;
		rest = keyword_get(c, u, "additionalItems");
	}
	const struct json_node *all[] = {prefix, rest};
	if (!group_begin(u, OP_ITEMS, all, ARRAY_LENGTH(all)))
		return true;
	struct item_rules *r = arena_alloc(c->a, sizeof(*r));
	struct op *op = op_add(c, u);
	if (!r || !op)
		return complain_memory(c);
	op->as.items = r;
	return (!prefix || add_prefix(c, u, prefix, r)) &&
	       add_one(c, u, rest, &r->rest, &r->rest_node);
}

static bool
read_count(struct compiler *c, struct use *u, const char *name, uint64_t *count, uint32_t *node)
{
	const struct json_node *n = keyword_get(c, u, name);
	*node = NO_NODE;
	if (!n)
		return true;
	*node = json_index(u->doc, n);
	u->name = n - 1;
	return read_size(c, u, n, count);
}

bool
compile_contains(struct compiler *c, struct use *u)
{
	struct contain_rules *r = arena_alloc(c->a, sizeof(*r));
	if (!r)
		return complain_memory(c);
	*r = (struct contain_rules){.min = 1, .max = UINT64_MAX};
	if (!read_count(c, u, "minContains", &r->min, &r->min_node) ||
	    !read_count(c, u, "maxContains", &r->max, &r->max_node))
		return false;
	const struct json_node *contains = keyword_get(c, u, "contains");
	if (!contains && c->options->strict && (r->min_node != NO_NODE || r->max_node != NO_NODE)) {
		const struct json_node *n =
		    &u->doc->nodes[r->min_node != NO_NODE ? r->min_node : r->max_node] - 1;
		return complain(
		    c, u->doc, n, "'%.*s' does nothing without 'contains'", STR_ARG(n->text));
	}
	if (!group_begin(u, OP_CONTAINS, &contains, 1))
		return true;
	r->marks = c->resources[u->resource].dialect == DRAFT_2020;
	r->unit = unit_of_value(c, u, contains);
	struct op *op = r->unit == NO_UNIT ? NULL : op_add(c, u);
	if (!op)
		return false;
	op->as.contains = r;
	return true;
}
