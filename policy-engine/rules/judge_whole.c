/* SPDX-License-Identifier: MIT */
/* Rules about what a program does together: each part holds somewhere in it, or nowhere. */
#include "uses.h"

#define MESSAGE_BYTES_MAX 1024

struct whole {
	struct judge *judge;
	const struct uses *uses;
};

/* Where a part first holds, NOWHERE where it does not. What is asked to be absent is there only
 * where that is certain. */
static uint32_t
place_of_use(const struct whole *w, const struct rule_part *p)
{
	for (size_t i = 0; i < w->uses->count; i++) {
		const struct use *u = &w->uses->items[i];
		bool is_of = p->kind == PART_CAPABILITY ? (u->capabilities & p->capability) != 0
			     : p->kind == PART_IMPORT
				 ? u->kind == USE_MODULE && use_is_of(u, p->name)
				 : u->kind != USE_MODULE && use_is_of(u, p->name);

		if (is_of && (p->role != PART_NONE || p->kind == PART_IMPORT || u->is_called))
			return u->node;
	}
	return NOWHERE;
}

static uint32_t
place_of(const struct whole *w, const struct rule_part *p)
{
	const struct judge *j = w->judge;
	size_t at;

	if (p->kind != PART_RULE)
		return place_of_use(w, p);
	at = rule_index(j->policy, p->name);
	if (at == SIZE_MAX || (p->role == PART_NONE && !j->fired[at].is_certain))
		return NOWHERE;
	return j->fired[at].node;
}

static void
put_part(const struct whole *w, const struct rule_part *p, uint32_t node, struct buf *out)
{
	unsigned line, column;

	buf_printf(out, "%s%s", out->n == 0 ? "" : ", ", node == NOWHERE ? "no " : "");
	part_put(p, out);
	if (node == NOWHERE)
		return;
	text_place(w->judge->tree->source, w->judge->tree->nodes[node].start, &line, &column);
	buf_printf(out, " in line %u", line);
}

/* Whether the rule holds; at the last of the places that it is made of. */
static bool
find(const struct whole *w, const struct policy_rule *r, uint32_t *last, struct buf *out)
{
	bool all = true, any = false, has_any = false;

	*last = 0;
	for (size_t i = 0; i < r->part_count; i++) {
		const struct rule_part *p = &r->parts[i];
		uint32_t node = place_of(w, p);
		bool yes = node != NOWHERE;

		has_any = has_any || p->role == PART_ANY;
		any = any || (p->role == PART_ANY && yes);
		all = all && (p->role == PART_ANY || yes == (p->role == PART_ALL));
		if (yes && p->role != PART_NONE && node > *last)
			*last = node;
		if (yes == (p->role != PART_NONE))
			put_part(w, p, node, out);
	}
	return all && (any || !has_any);
}

static struct ruling
whole_ruling(struct judge *j, const struct policy_rule *rule, struct str made_of)
{
	struct str message = rule->message.n > 0
				 ? rule->message
				 : STR("the program does together what the policy does not allow");
	struct ruling r = ruling_of(
	    j, rule->otherwise, NULL, "", "%.*s: %.*s", STR_ARG(message), STR_ARG(made_of));

	r.whole = true;
	ruling_of_rule(&r, rule);
	return r;
}

static void
tell_parts(const struct whole *w, const struct policy_rule *r)
{
	for (size_t i = 0; w->judge->watch != NULL && i < r->part_count; i++) {
		uint32_t node = place_of(w, &r->parts[i]);

		judge_tell_at(w->judge, &r->parts[i], node == NOWHERE ? 0 : node,
		    node == NOWHERE ? TRUTH_NO : TRUTH_YES);
	}
}

static void
judge_rule(struct whole *w, size_t index)
{
	struct judge *j = w->judge;
	const struct policy_rule *r = &j->policy->rules[index];
	uint32_t last;
	struct ruling ruling;
	struct buf b;
	bool yes;

	buf_init(&b, MESSAGE_BYTES_MAX);
	j->mention = 0;
	yes = rule_is_for(j, r) && find(w, r, &last, &b);
	if (yes) {
		/* Of what is not there, the first statement is the place. */
		j->mention = last != 0 ? last : tree_first(j->tree, 0);
		ruling = whole_ruling(j, r, buf_view(&b));
		judge_fired(j, r, j->mention, true);
		judge_node(j, j->mention, &ruling);
	}
	tell_parts(w, r);
	judge_tell(j, r, yes ? TRUTH_NO : TRUTH_YES);
	buf_release(&b);
}

static bool
is_ready(const struct judge *j, const uint8_t *done, const struct policy_rule *r)
{
	for (size_t i = 0; i < r->part_count; i++) {
		size_t at = r->parts[i].kind == PART_RULE ? rule_index(j->policy, r->parts[i].name)
							  : SIZE_MAX;

		if (at != SIZE_MAX && j->policy->rules[at].kind == RULE_WHOLE && done[at] == 0)
			return false;
	}
	return true;
}

/* A rule comes after those that it names; loading saw to it that there is no circle. */
void
judge_whole(struct judge *j, const struct uses *uses)
{
	struct whole w = {.judge = j, .uses = uses};
	uint8_t *done = arena_alloc(j->arena, j->policy->rule_count);

	if (done == NULL) {
		j->failed = true;
		return;
	}
	for (size_t round = 0; round < RULE_NESTING_MAX && !j->failed; round++)
		for (size_t i = 0; i < j->policy->rule_count; i++) {
			const struct policy_rule *r = &j->policy->rules[i];

			if (r->kind != RULE_WHOLE || done[i] != 0 || !is_ready(j, done, r))
				continue;
			judge_rule(&w, i);
			done[i] = 1;
		}
}
