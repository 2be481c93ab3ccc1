/* SPDX-License-Identifier: MIT */
#include "coverage.h"

#include "judge.h"

struct watcher {
	const struct coverage *coverage;
	uint8_t *seen;
};

static void
tell(void *context, const struct judge *j, const void *item, uint32_t node, unsigned outcome)
{
	struct watcher *w = context;
	const struct entry *found = outline_find(&w->coverage->outline, item);

	(void)j;
	(void)node;
	if (found != NULL)
		w->seen[found - w->coverage->outline.items] |= (uint8_t)(1u << outcome);
}

#define BIT(outcome) (1u << (outcome))
#define ANY_OUTCOME 0xffu

static bool
add_goal(
    struct arena *a, struct coverage *c, const struct entry *e, const char *what, unsigned outcomes)
{
	struct goal *g = arena_push(a, &c->goals, &c->goal_count, &c->goal_capacity, sizeof(*g));

	if (g == NULL)
		return false;
	*g = (struct goal){.entry = e, .what = what, .outcomes = outcomes};
	return entry_title(a, e, &g->title);
}

static bool
add_goals_of_rule(
    struct arena *a, struct coverage *c, const struct policy *p, const struct entry *e)
{
	const struct policy_rule *r = &p->rules[e->index];

	if (r->otherwise != DECISION_ALLOW && !add_goal(a, c, e, "never refuses", BIT(TRUTH_NO)))
		return false;
	if (r->unless_count == 0)
		return true;
	if (!add_goal(a, c, e, "never passes", BIT(TRUTH_YES)))
		return false;
	return !rule_may_not_tell(r) || r->unknown == r->otherwise ||
	       add_goal(a, c, e, "never meets a value that the program text does not show",
		   BIT(TRUTH_UNKNOWN));
}

static bool
add_goals(struct arena *a, struct coverage *c, const struct policy *p, const struct entry *e)
{
	switch (e->kind) {
	case ENTRY_NONE:
	case ENTRY_LIMIT:
	case ENTRY_READ:
	case ENTRY_WRITE:
		return true;
	case ENTRY_RULE:
		return add_goals_of_rule(a, c, p, e);
	case ENTRY_CONDITION:
		return add_goal(a, c, e, "is never met", BIT(TRUTH_YES));
	case ENTRY_PREDICATE:
		return add_goal(a, c, e, "is never met", BIT(TRUTH_YES)) &&
		       add_goal(a, c, e, "never fails", BIT(TRUTH_NO));
	case ENTRY_DEFAULT:
	case ENTRY_NAME:
	case ENTRY_API:
	case ENTRY_ALSO:
	case ENTRY_RULE_CALL:
	case ENTRY_PLACE:
	default:
		return add_goal(a, c, e, "is never consulted", ANY_OUTCOME);
	}
}

static bool
prepare(struct arena *a, const struct suite *s, struct coverage *c, struct err *err)
{
	size_t n = c->outline.count, own = s->policy->source_count - 1;

	c->seen = arena_alloc(a, n);
	c->seen_by = arena_array(a, s->count, sizeof(*c->seen_by));
	if (c->seen == NULL || c->seen_by == NULL)
		return err_memory(err);
	for (size_t i = 0; i < n; i++) {
		const struct entry *e = &c->outline.items[i];

		if (e->source == own && e->line > 0 && !add_goals(a, c, s->policy, e))
			return err_memory(err);
	}
	return true;
}

bool
coverage_measure(struct arena *a, const struct suite *s, struct coverage *out,
    struct err_list *errs, struct err *err)
{
	struct watcher w = {.coverage = out};
	const struct watch watch = {.tell = tell, .context = &w};
	struct policy_verdict ignored;

	*out = (struct coverage){.met = 0};
	err->code = ERR_NONE;
	if (!outline_make(a, s->policy, &out->outline, errs) || !prepare(a, s, out, err))
		return false;
	for (size_t i = 0; i < s->count; i++) {
		w.seen = arena_alloc(a, out->outline.count);
		if (w.seen == NULL)
			return err_memory(err);
		out->seen_by[i] = w.seen;
		if (!check_watched(s->policy, a, s->samples[i].code,
			&(struct check_setting){.now_us = 0}, &watch, &ignored, err))
			return false;
		for (size_t k = 0; k < out->outline.count; k++)
			out->seen[k] |= w.seen[k];
	}
	for (size_t i = 0; i < out->goal_count; i++) {
		struct goal *g = &out->goals[i];

		g->met = (out->seen[g->entry - out->outline.items] & g->outcomes) != 0;
		out->met += g->met;
	}
	return true;
}

bool
coverage_reaches(const struct coverage *c, unsigned percent)
{
	return c->met * 100 >= (size_t)percent * c->goal_count;
}

static void
count_section(const struct coverage *c, enum section s, size_t *met, size_t *all)
{
	*met = *all = 0;
	for (size_t i = 0; i < c->goal_count; i++)
		if (c->goals[i].entry->section == s) {
			*met += c->goals[i].met;
			++*all;
		}
}

static unsigned
tenths(size_t met, size_t all)
{
	return all == 0 ? 1000u : (unsigned)(met * 1000 / all);
}

void
coverage_render(const struct suite *s, const struct coverage *c, struct buf *out)
{
	unsigned share = tenths(c->met, c->goal_count);

	for (size_t i = 0; i < c->goal_count; i++) {
		const struct goal *g = &c->goals[i];

		if (g->met)
			continue;
		buf_printf(
		    out, "%s:%u: %.*s %s\n", s->path, g->entry->line, STR_ARG(g->title), g->what);
	}
	buf_printf(out, "%.*s: coverage %u.%u %% (%zu of %zu)\n", STR_ARG(policy_id(s->policy)),
	    share / 10, share % 10, c->met, c->goal_count);
	for (int i = 0; i < SECTIONS; i++) {
		size_t met, all;

		count_section(c, (enum section)i, &met, &all);
		if (all > 0)
			buf_printf(
			    out, "  %-14s %4zu of %4zu\n", section_name((enum section)i), met, all);
	}
}

void
coverage_json(const struct coverage *c, struct json_writer *w)
{
	json_object(w);
	json_put_number(w, "met", (int64_t)c->met);
	json_put_number(w, "goals", (int64_t)c->goal_count);
	json_open_array(w, "missed");
	for (size_t i = 0; i < c->goal_count; i++) {
		if (c->goals[i].met)
			continue;
		json_object(w);
		json_put_str(w, "entry", c->goals[i].title);
		json_put_text(w, "what", c->goals[i].what);
		json_put_number(w, "line", c->goals[i].entry->line);
		json_end_object(w);
	}
	json_end_array(w);
	json_end_object(w);
}
