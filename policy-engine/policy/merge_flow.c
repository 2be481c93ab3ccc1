/* SPDX-License-Identifier: MIT */
/* The `flow` of a rule: from what, to what, and what ends it on the way. */
#include "merge.h"

static bool
read_capability(struct merge *m, const struct json_node *at, struct rule_part *p)
{
	struct str all[CAPABILITIES], meant;

	for (unsigned c = 0; c < CAPABILITIES; c++) {
		all[c] = str_from(capability_name(c));
		if (str_eq(at->text, all[c]))
			p->capability = 1u << c;
	}
	p->kind = PART_CAPABILITY;
	p->name = merge_keep(m, at->text);
	if (p->capability != 0)
		return true;
	meant = text_closest(at->text, all, CAPABILITIES);
	return merge_complain(m, at,
	    meant.n == 0 ? "name a capability, or '{call: NAME}'"
			 : arena_printf(m->arena, "did you mean '%.*s'?", STR_ARG(meant)),
	    "there is no capability '%.*s'", STR_ARG(at->text));
}

static bool
is_there(const struct policy_rule *r, const struct rule_part *p)
{
	for (size_t i = 0; i < r->part_count; i++)
		if (r->parts[i].kind == p->kind && str_eq(r->parts[i].name, p->name) &&
		    (r->parts[i].role == p->role || p->role == PART_THROUGH))
			return true;
	return false;
}

static void
add_part(
    struct merge *m, const struct json_node *at, const struct rule_part *p, struct policy_rule *r)
{
	struct rule_part *one;

	if (is_there(r, p)) {
		merge_complain(m, at, NULL,
		    p->role == PART_THROUGH ? "'%.*s' is where it comes from or goes to, or is "
					      "named twice"
					    : "'%.*s' is named twice",
		    STR_ARG(at->text));
		return;
	}
	one = arena_push(m->arena, &r->parts, &r->part_count, &r->part_capacity, sizeof(*one));
	if (one == NULL)
		merge_give_up(m);
	else
		*one = *p;
}

static void
read_call(struct merge *m, const struct json_node *name, enum part_role role, struct policy_rule *r)
{
	struct rule_part p = {.role = role, .kind = PART_CALL};

	if (merge_call_name(m, name, &p.name))
		add_part(m, name, &p, r);
}

static void
read_end(struct merge *m, const struct json_node *n, enum part_role role, struct policy_rule *r)
{
	struct rule_part p = {.role = role, .kind = PART_OUTPUT, .name = STR("output")};

	if (n->kind == JSON_OBJECT) {
		read_call(m, json_get(m->doc, n, "call"), role, r);
		return;
	}
	if (str_is(n->text, "output") && role == PART_TO)
		add_part(m, n, &p, r);
	else if (read_capability(m, n, &p))
		add_part(m, n, &p, r);
}

static void
read_ends(struct merge *m, const struct json_node *n, enum part_role role, struct policy_rule *r)
{
	if (n->kind != JSON_ARRAY) {
		read_end(m, n, role, r);
		return;
	}
	for (const struct json_node *k = json_first(m->doc, n); k != NULL; k = json_next(m->doc, k))
		read_end(m, k, role, r);
}

void
merge_flow(struct merge *m, const struct json_node *rule, struct policy_rule *out)
{
	const struct json_node *flow = json_get(m->doc, rule, "flow"),
			       *unknown = json_get(m->doc, rule, "unknown");

	out->kind = RULE_FLOW;
	read_ends(m, json_get(m->doc, flow, "from"), PART_FROM, out);
	read_ends(m, json_get(m->doc, flow, "to"), PART_TO, out);
	for (const struct json_node *n = json_first(m->doc, json_get(m->doc, flow, "through"));
	     n != NULL; n = json_next(m->doc, n))
		read_call(m, n, PART_THROUGH, out);
	if (unknown != NULL)
		merge_complain(m, unknown, "leave it out: what can't be told counts as flow",
		    "'unknown: %.*s' never decides", STR_ARG(unknown->text));
	if (out->part_count > FLOW_PARTS_MAX)
		merge_complain(m, flow, "at most 32", "the flow has too many ends");
}
