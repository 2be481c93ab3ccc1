/* SPDX-License-Identifier: MIT */
/* Who decides what the policy can't, and under which terms. A child may shorten times, ask for more
 * words and for a ticket; other needs, and everything laxer, are an override. */
#include "merge.h"

#define MINUTE_US ((int64_t)60 * 1000000)

const struct policy_escalation POLICY_ESCALATION_USUAL = {
    .decide_us = 24 * 60 * MINUTE_US,
    .use_us = 15 * MINUTE_US,
    .remind_us = 4 * 60 * MINUTE_US,
    .reason_min = 10,
    .ticket = {"", 0},
    .blind = true,
};

static int64_t
unit_us(char letter)
{
	switch (letter) {
	case 'd':
		return 24 * 60 * MINUTE_US;
	case 'h':
		return 60 * MINUTE_US;
	case 'm':
		return MINUTE_US;
	case 's':
	default:
		return MINUTE_US / 60;
	}
}

/* A span as the schema has judged it: digits and one of s, m, h, d. */
static void
merge_span(
    struct merge *m, const struct json_node *section, const char *name, bool first, int64_t *span)
{
	const struct json_node *n = json_get(m->doc, section, name);
	int64_t amount = 0;

	if (n == NULL)
		return;
	for (size_t i = 0; i + 1 < n->text.n; i++)
		amount = amount * 10 + (n->text.p[i] - '0');
	amount *= unit_us(n->text.p[n->text.n - 1]);
	if (first || amount <= *span || merge_may_loosen(m, SECTION_ESCALATION, n, str_from(name)))
		*span = amount;
}

static bool
merge_need(struct merge *m, const struct json_node *n)
{
	struct policy_escalation *e = &m->policy->escalation;
	struct policy_need *one =
	    arena_push(m->arena, &e->needs, &e->need_count, &e->need_capacity, sizeof(*one));

	if (one == NULL)
		return merge_give_up(m);
	one->role = merge_keep(m, json_get_text(m->doc, n, "role", STR("")));
	one->name = merge_keep(m, json_get_text(m->doc, n, "name", one->role));
	one->scope = merge_keep(m, json_get_text(m->doc, n, "scope", STR("*")));
	if (!merge_int(m, json_get(m->doc, n, "n"), &one->n))
		one->n = 1;
	for (size_t i = 0; i + 1 < e->need_count; i++) {
		struct err err = {0};
		if (!str_eq(e->needs[i].name, one->name))
			continue;
		json_err(m->doc, n, &err, "two needs are called '%.*s'", STR_ARG(one->name));
		err_help(&err, "give one of them another 'name'");
		return err_list_add(m->errs, &err);
	}
	return true;
}

static void
merge_needs(struct merge *m, const struct json_node *list)
{
	struct policy_escalation *e = &m->policy->escalation;

	if (list == NULL ||
	    (e->need_count > 0 && !merge_may_loosen(m, SECTION_ESCALATION, list, STR("needs"))))
		return;
	e->needs = NULL;
	e->need_count = e->need_capacity = 0;
	for (const struct json_node *n = json_first(m->doc, list); n != NULL;
	     n = json_next(m->doc, n))
		if (!merge_need(m, n))
			return;
}

static void
merge_reason(struct merge *m, const struct json_node *reason)
{
	struct policy_escalation *e = &m->policy->escalation;
	const struct json_node *ticket = json_get(m->doc, reason, "ticket");
	const struct json_node *min = json_get(m->doc, reason, "min");
	int64_t amount;

	if (merge_int(m, min, &amount) &&
	    (amount >= e->reason_min || merge_may_loosen(m, SECTION_ESCALATION, min, STR("min"))))
		e->reason_min = amount;
	if (ticket != NULL && (e->ticket.n == 0 || str_eq(e->ticket, ticket->text) ||
				  merge_may_loosen(m, SECTION_ESCALATION, ticket, STR("ticket"))))
		e->ticket = merge_keep(m, ticket->text);
}

void
merge_escalation(struct merge *m, const struct json_node *section)
{
	struct policy_escalation *e = &m->policy->escalation;
	const struct json_node *blind = json_get(m->doc, section, "blind");
	bool first = e->need_count == 0;

	merge_needs(m, json_get(m->doc, section, "needs"));
	merge_span(m, section, "expire", first, &e->decide_us);
	merge_span(m, section, "remind", first, &e->remind_us);
	merge_span(m, section, "use", first, &e->use_us);
	merge_reason(m, json_get(m->doc, section, "reason"));
	if (blind != NULL && (blind->kind == JSON_TRUE || first ||
				 merge_may_loosen(m, SECTION_ESCALATION, blind, STR("blind"))))
		e->blind = blind->kind == JSON_TRUE;
}
