/* SPDX-License-Identifier: MIT */
/* Output, prompt, escalation, executor. */
#include "lint_parts.h"

#include "file.h"
#include "regex.h"

/* The file's word on a setting, else its section, else the id. */
static const struct json_node *
place_of(const struct lint *l, const char *section, const char *name)
{
	const struct json_node *n = lint_get(l, section, name);

	return n != NULL ? n : json_get(l->doc, l->root, section);
}

void
look_leaks(struct lint *l)
{
	const struct json_node *n = lint_get(l, "output", "leaks");

	if (n != NULL && str_is(n->text, "allow"))
		lint_say(l, n, "a leak in the output is only noted");
}

void
look_prompt_output(struct lint *l)
{
	if (l->policy->settings.leaks == DECISION_ALLOW && l->policy->settings.program_output)
		lint_say(l, place_of(l, "prompt", "program_output"),
		    "a model is told what a program printed, leaks and all");
}

void
look_prompt_rows(struct lint *l)
{
	if (l->policy->settings.leaks == DECISION_ALLOW && l->policy->settings.sample_rows > 0)
		lint_say(l, place_of(l, "prompt", "sample_rows"),
		    "a model sees %lld rows of each table, and leaks are allowed",
		    (long long)l->policy->settings.sample_rows);
}

void
look_needs(struct lint *l)
{
	if (l->policy->settings.escalation.need_count == 0)
		lint_say(l, json_get(l->doc, l->root, "escalation"),
		    "nobody is named who decides on an escalation");
}

void
look_remind(struct lint *l)
{
	const struct policy_escalation *e = &l->policy->settings.escalation;
	const struct json_node *n = lint_get(l, "escalation", "remind");

	if (n == NULL)
		n = lint_get(l, "escalation", "expire");
	if (n != NULL && e->remind_us >= e->decide_us)
		lint_say(l, n, "the reminder comes when the time to decide is over");
}

static const struct json_node *
ticket_node(const struct lint *l)
{
	return json_get(l->doc, lint_get(l, "escalation", "reason"), "ticket");
}

/* The ticket's pattern in the file, or NULL. */
static const struct regex *
ticket(struct lint *l)
{
	const struct json_node *n = ticket_node(l);
	struct regex_problem problem;
	struct regex *r = NULL;

	if (n != NULL && n->text.n > 0 && !regex_compile(l->arena, n->text, &r, &problem))
		return NULL;
	return r;
}

static bool
takes_anything(struct lint *l, const struct regex *r)
{
	struct regex_scratch scratch = {.a = l->arena};
	uint64_t fuel = 1000;

	return regex_search(r, &scratch, STR(""), &fuel) == REGEX_MATCH;
}

void
look_ticket_any(struct lint *l)
{
	const struct regex *r = ticket(l);

	if (r != NULL && takes_anything(l, r))
		lint_say(l, ticket_node(l), "the ticket's pattern is found in any text");
}

void
look_ticket_nothing(struct lint *l)
{
	const struct regex *r = ticket(l);

	if (r != NULL && regex_is_barren(r))
		lint_say(l, ticket_node(l), "the ticket's pattern is found in no text");
}

void
look_ticket_loose(struct lint *l)
{
	const struct regex *r = ticket(l);
	struct str text = r == NULL ? (struct str){"", 0} : ticket_node(l)->text;

	if (r != NULL && !(text.p[0] == '^' && text.p[text.n - 1] == '$') && !takes_anything(l, r))
		lint_say(l, ticket_node(l), "the ticket's pattern is found in longer texts too");
}

static void
look_names(struct lint *l, const char *key)
{
	const struct words *known = l->subject->guarantees;
	const struct json_node *list = lint_get(l, "executor", key);

	for (const struct json_node *n = json_first(l->doc, list); n != NULL;
	     n = json_next(l->doc, n))
		if (known != NULL && !words_have(known, n->text))
			lint_say(l, n, "no sandbox has a guarantee '%.*s'", STR_ARG(n->text));
}

void
look_guarantee(struct lint *l)
{
	look_names(l, "require");
	look_names(l, "escalate");
}

void
look_guarantee_twice(struct lint *l)
{
	const struct json_node *list = lint_get(l, "executor", "escalate");

	for (const struct json_node *n = json_first(l->doc, list); n != NULL;
	     n = json_next(l->doc, n))
		if (words_have(&l->policy->settings.requires, n->text))
			lint_say(l, n, "the guarantee '%.*s' is required: nobody is asked",
			    STR_ARG(n->text));
}

void
look_pure_packages(struct lint *l)
{
	const struct policy *p = l->policy;

	if (!p->native && p->packages)
		lint_say(l, place_of(l, "executor", "packages"),
		    "the tier is pure, and packages are mounted");
	else if (!p->native && p->settings.venv.n > 0)
		lint_say(l, place_of(l, "executor", "venv"),
		    "the tier is pure, and an environment is mounted");
}

/* Of those that the file itself names; what it extends is looked at by itself. */
void
look_waiver_expired(struct lint *l)
{
	const struct json_node *n = json_get(l->doc, l->root, "waivers");
	const struct json_node *file =
	    n != NULL && n->kind == JSON_OBJECT ? json_get(l->doc, n, "file") : n;
	const struct waivers *all = policy_waivers(l->policy);

	for (size_t i = 0; file != NULL && i < all->count; i++) {
		const struct waiver *w = &all->items[i];

		if (str_is(file->text, path_base(w->file)) && l->subject->now_us >= w->until_us)
			lint_say(l, file, "waiver '%.*s' has expired: line %u of '%.*s'",
			    STR_ARG(w->id), w->line, STR_ARG(file->text));
	}
}
