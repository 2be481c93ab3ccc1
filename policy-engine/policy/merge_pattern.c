/* SPDX-License-Identifier: MIT */
/* The `pattern` of a rule, and what it asks of its metavariables. */
#include "merge.h"
#include "pattern.h"

static bool
parse(struct merge *m, const struct json_node *at, struct pattern_rule *r, struct pattern *out)
{
	struct err err = {0}, placed = {0};

	if (pattern_parse(m->arena, r, at->text, out, &err))
		return true;
	if (err.code != ERR_INPUT)
		return merge_give_up(m);
	json_err(m->doc, at, &placed, "%s", err.message);
	err_help(&placed, "%s", err.help);
	return err_list_add(m->errs, &placed);
}

/* Whether the same is asked for and refused. */
static bool
is_denied_by(const struct merge *m, const struct json_node *asked, const struct json_node *denied)
{
	for (const struct json_node *n = json_first(m->doc, denied); n != NULL;
	     n = json_next(m->doc, n)) {
		const struct json_node *same = json_get_str(m->doc, asked, n->text);

		if (same == NULL || !str_eq(json_source(m->doc, same), json_source(m->doc, n + 1)))
			return false;
	}
	return true;
}

static bool
is_star(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '*')
			return false;
	return s.n > 0;
}

/* What always or never holds says nothing. */
static void
check_constraint(struct merge *m, const struct json_node *at, const struct metavariable *v,
    const struct predicate *p)
{
	if (predicate_asks_value(p) && !v->has_value)
		merge_complain(m, at, "of what is no expression, only the 'text' can be asked",
		    "'%.*s' has no value here", STR_ARG(v->name));
	else if (((p->is & IS_ANY) != 0 && !p->has_text) || (p->has_text && is_star(p->text)))
		merge_complain(
		    m, at, "leave it out", "this holds for any '%.*s'", STR_ARG(v->name));
	else if (!predicate_can_hold(p))
		merge_complain(m, at, "its parts exclude each other",
		    "this can't hold for any '%.*s'", STR_ARG(v->name));
}

static void
add_constraint(struct merge *m, const struct json_node *at, struct pattern_rule *r,
    unsigned metavariable, bool negated)
{
	struct constraint *c =
	    merge_push(m, &r->where, &r->where_count, &r->where_capacity, sizeof(*c));

	if (c == NULL)
		return;
	c->metavariable = metavariable;
	c->is_negated = negated;
	merge_predicate(m, at, &c->predicate);
	check_constraint(m, at, &r->names[metavariable], &c->predicate);
}

static void
read_constraint(struct merge *m, const struct json_node *name, struct pattern_rule *r)
{
	const struct json_node *asked = name + 1, *denied = json_get(m->doc, asked, "not");
	size_t i = 0;

	while (i < r->name_count && !str_eq(r->names[i].name, name->text))
		i++;
	if (i == r->name_count) {
		merge_complain(m, name, "write it '$NAME' in the pattern, or leave this out",
		    "the pattern binds no '%.*s'", STR_ARG(name->text));
		return;
	}
	if (denied == NULL || asked->count > 1)
		add_constraint(m, asked, r, (unsigned)i, false);
	if (denied != NULL)
		add_constraint(m, denied, r, (unsigned)i, true);
	if (denied != NULL && asked->count > 1 && is_denied_by(m, asked, denied))
		merge_complain(m, denied, "the same is asked for and refused",
		    "this can't hold for any '%.*s'", STR_ARG(name->text));
}

static void
read_around(struct merge *m, const struct json_node *at, struct pattern_rule *r,
    struct pattern *out, bool *has)
{
	if (at == NULL || !parse(m, at, r, out))
		return;
	*has = true;
	if (out->is_sequence)
		merge_complain(
		    m, at, "name the one", "more than one statement can't stand around another");
}

void
merge_pattern(struct merge *m, const struct json_node *rule, struct policy_rule *out)
{
	const struct json_node *at = json_get(m->doc, rule, "pattern"),
			       *inside = json_get(m->doc, rule, "inside"),
			       *outside = json_get(m->doc, rule, "not_inside"),
			       *where = json_get(m->doc, rule, "where"),
			       *unknown = json_get(m->doc, rule, "unknown");
	struct pattern_rule *r = arena_alloc(m->arena, sizeof(*r));

	if (r == NULL) {
		merge_give_up(m);
		return;
	}
	out->kind = RULE_FORM;
	out->pattern = r;
	if (!parse(m, at, r, &r->has))
		return;
	read_around(m, inside, r, &r->inside, &r->has_inside);
	for (size_t i = 0; i < r->name_count; i++)
		r->names[i].is_needed = true;
	read_around(m, outside, r, &r->outside, &r->has_outside);
	if (r->has_inside && r->has_outside && str_eq(r->inside.text, r->outside.text))
		merge_complain(m, outside, "nothing is inside it and not",
		    "'%.*s' is asked for and refused", STR_ARG(r->outside.text));
	for (const struct json_node *n = json_first(m->doc, where); n != NULL;
	     n = json_next(m->doc, n))
		read_constraint(m, n, r);
	if (unknown != NULL && !rule_may_not_tell(out))
		merge_complain(m, unknown, "leave it out: the form of a program is always known",
		    "'unknown: %.*s' never decides", STR_ARG(unknown->text));
}
