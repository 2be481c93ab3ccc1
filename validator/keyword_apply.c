/* SPDX-License-Identifier: MIT */
/* keyword_apply.c: the keywords that apply other schemas to the same value. */
#include "compile.h"

/* In strict mode also what nothing refers to must be a schema. */
bool
compile_definitions(struct compiler *c, const struct use *u)
{
	if (u->value->kind != JSON_OBJECT)
		return wrong_value(c, u, u->value, "an object of schemas");
	for (const struct json_node *n = json_first(u->doc, u->value); n; n = json_next(u->doc, n))
		if (c->options->strict && unit_of_value(c, u, n + 1) == NO_UNIT)
			return false;
	return true;
}

/* `then` and `else` act with `if`; without it they must still be schemas. */
bool
compile_branch(struct compiler *c, const struct use *u)
{
	if (keyword_get(c, u, "if"))
		return true;
	if (c->options->strict)
		return complain(
		    c, u->doc, u->name, "'%.*s' does nothing without 'if'", STR_ARG(u->name->text));
	return unit_of_value(c, u, u->value) != NO_UNIT;
}

bool
compile_list(struct compiler *c, const struct use *u)
{
	if (u->value->kind != JSON_ARRAY || u->value->count == 0)
		return u->value->kind == JSON_ARRAY
			   ? complain(c, u->doc, u->value, "'%.*s' must not be empty",
				 STR_ARG(u->name->text))
			   : wrong_value(c, u, u->value, "an array of schemas");
	struct op *op = op_add(c, u);
	return op && units_of_list(c, u, u->value, &op->as.choices);
}

bool
compile_one(struct compiler *c, const struct use *u)
{
	uint32_t unit = unit_of_value(c, u, u->value);
	struct op *op = unit == NO_UNIT ? NULL : op_add(c, u);
	if (!op)
		return false;
	op->as.unit = unit;
	return true;
}

bool
compile_if(struct compiler *c, const struct use *u)
{
	struct condition *condition = arena_alloc(c->a, sizeof(*condition));
	struct op *op = op_add(c, u);
	if (!condition || !op)
		return complain_memory(c);
	op->as.condition = condition;
	*condition = (struct condition){.then = NO_UNIT, .otherwise = NO_UNIT};
	condition->test = unit_of_value(c, u, u->value);
	const struct json_node *then = keyword_get(c, u, "then"),
			       *otherwise = keyword_get(c, u, "else");
	if (then)
		condition->then = unit_of_value(c, u, then);
	if (otherwise)
		condition->otherwise = unit_of_value(c, u, otherwise);
	return condition->test != NO_UNIT && (!then || condition->then != NO_UNIT) &&
	       (!otherwise || condition->otherwise != NO_UNIT);
}

static bool
read_reference(struct compiler *c, const struct use *u, uint32_t *unit, struct anchor *anchor)
{
	if (!json_is_text(u->value))
		return wrong_value(c, u, u->value, "a string");
	return reference_find(c, u, u->value->text, unit, anchor);
}

bool
compile_ref(struct compiler *c, const struct use *u)
{
	struct anchor anchor;
	uint32_t unit = NO_UNIT;
	struct op *op = read_reference(c, u, &unit, &anchor) ? op_add(c, u) : NULL;
	if (!op)
		return false;
	op->as.unit = unit;
	return true;
}

/* A dynamic reference is dynamic only where what it means by itself is a dynamic anchor. */
bool
compile_dynamic_ref(struct compiler *c, const struct use *u)
{
	struct anchor anchor;
	uint32_t unit = NO_UNIT;
	if (!read_reference(c, u, &unit, &anchor))
		return false;
	struct dynamic_target *target = arena_alloc(c->a, sizeof(*target));
	struct op *op = op_add(c, u);
	if (!target || !op)
		return complain_memory(c);
	*target = (struct dynamic_target){.otherwise = unit, .anchor = NO_UNIT};
	op->as.dynamic = target;
	if (!anchor.dynamic)
		return true;
	target->anchor = dynamic_name(c, anchor.name);
	return target->anchor != NO_UNIT;
}

static bool
check_names(struct compiler *c, const struct use *u, const struct json_node *list)
{
	for (const struct json_node *n = json_first(u->doc, list); n; n = json_next(u->doc, n)) {
		if (!json_is_text(n))
			return complain(c, u->doc, n, "'%.*s' must list names, found %s",
			    STR_ARG(u->name->text), json_kind_name(n->kind));
		for (const struct json_node *k = json_first(u->doc, list); k != n;
		     k = json_next(u->doc, k))
			if (str_eq(k->text, n->text))
				return complain(
				    c, u->doc, n, "'%.*s' is listed twice", STR_ARG(n->text));
	}
	return true;
}

static bool
read_dependent(
    struct compiler *c, const struct use *u, const struct json_node *name, struct dependent *out)
{
	const struct json_node *value = name + 1;
	*out = (struct dependent){.name = name->text, .unit = NO_UNIT};
	bool names = u->code == OP_DEPENDENT_REQUIRED;
	if (value->kind == JSON_ARRAY && (names || str_is(u->name->text, "dependencies"))) {
		out->names_node = json_index(u->doc, value);
		return check_names(c, u, value);
	}
	if (names)
		return complain(c, u->doc, value, "'dependentRequired' must list names, found %s",
		    json_kind_name(value->kind));
	out->unit = unit_of_value(c, u, value);
	return out->unit != NO_UNIT;
}

/* dependentRequired, dependentSchemas, and `dependencies`, which is both and becomes two
 * instructions. */
bool
compile_dependents(struct compiler *c, const struct use *u)
{
	if (u->value->kind != JSON_OBJECT)
		return wrong_value(c, u, u->value, "an object");
	struct dependents *names = arena_alloc(c->a, sizeof(*names)),
			  *schemas = arena_alloc(c->a, sizeof(*schemas));
	struct dependent *items = arena_array(c->a, 2 * u->value->count, sizeof(*items));
	if (!names || !schemas || (!items && u->value->count > 0))
		return complain_memory(c);
	names->items = items;
	schemas->items = items + u->value->count;
	for (const struct json_node *n = json_first(u->doc, u->value); n;
	     n = json_next(u->doc, n)) {
		struct dependent d;
		if (!read_dependent(c, u, n, &d))
			return false;
		if (d.unit == NO_UNIT)
			items[names->count++] = d;
		else
			items[u->value->count + schemas->count++] = d;
	}
	struct use part = *u;
	const struct dependents *both_parts[] = {names, schemas};
	for (size_t i = 0; i < 2; i++) {
		part.code = i == 0 ? OP_DEPENDENT_REQUIRED : OP_DEPENDENT;
		struct op *op = both_parts[i]->count > 0 ? op_add(c, &part) : NULL;
		if (op)
			op->as.dependents = both_parts[i];
	}
	return !c->failed;
}
