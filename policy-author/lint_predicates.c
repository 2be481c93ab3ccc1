/* SPDX-License-Identifier: MIT */
/* Conditions and the predicates in them: what always holds, never holds, or is never asked. */
#include "lint_parts.h"

/* The predicates of one condition stand side by side; the place behind the last of them. */
static size_t
end_of(const struct lint *l, size_t first)
{
	const struct lint_predicate *p = &l->predicates[first];
	size_t i = first;

	while (i < l->predicate_count && l->predicates[i].rule == p->rule &&
	       l->predicates[i].condition == p->condition)
		i++;
	return i;
}

static bool
asks_more(const struct predicate *p)
{
	return p->has_path || p->has_matches || p->has_below || p->extensions.count > 0 ||
	       p->one_of.count > 0 || p->none_of.count > 0;
}

static bool
always_holds(const struct predicate *p)
{
	return !p->absent && (p->is & IS_ANY) != 0 && (p->place == -2 || p->optional);
}

void
look_always(struct lint *l)
{
	for (size_t i = 0, end; i < l->predicate_count; i = end) {
		const struct lint_predicate *p = &l->predicates[i];
		bool always = true;

		end = end_of(l, i);
		for (size_t k = i; k < end; k++)
			always = always && always_holds(l->predicates[k].model);
		if (always)
			lint_say(l, p->name, "condition %zu of rule '%.*s' always holds",
			    p->condition + 1, STR_ARG(p->rule->model->id));
	}
}

/* Whether each predicate of the condition at b stands in that at a as well, in the same words. */
static bool
holds_wherever(const struct lint *l, size_t b, size_t a)
{
	for (size_t i = b, end = end_of(l, b); i < end; i++) {
		bool found = false;

		for (size_t k = a, stop = end_of(l, a); k < stop && !found; k++)
			found = str_eq(l->predicates[i].name->text, l->predicates[k].name->text) &&
				str_eq(json_source(l->doc, l->predicates[i].value),
				    json_source(l->doc, l->predicates[k].value));
		if (!found)
			return false;
	}
	return true;
}

void
look_subsumed(struct lint *l)
{
	for (size_t a = 0; a < l->predicate_count; a = end_of(l, a))
		for (size_t b = 0; b < l->predicate_count; b = end_of(l, b)) {
			const struct lint_predicate *p = &l->predicates[a], *q = &l->predicates[b];

			if (a == b || p->rule != q->rule || !holds_wherever(l, b, a) ||
			    (a < b && holds_wherever(l, a, b)))
				continue;
			lint_say(l, p->name,
			    "condition %zu of rule '%.*s' lets through what condition %zu does",
			    p->condition + 1, STR_ARG(p->rule->model->id), q->condition + 1);
			break;
		}
}

void
look_argument_twice(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++)
		for (size_t k = i + 1, end = end_of(l, i); k < end; k++) {
			const struct predicate *a = l->predicates[i].model,
					       *b = l->predicates[k].model;

			if ((a->place >= 0 && a->place == b->place) ||
			    (a->keyword.n > 0 && str_eq(a->keyword, b->keyword)))
				lint_say(l, l->predicates[k].name,
				    "'%.*s' and '%.*s' are one argument",
				    STR_ARG(l->predicates[i].name->text),
				    STR_ARG(l->predicates[k].name->text));
		}
}

void
look_optional_absent(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++)
		if (l->predicates[i].model->absent && l->predicates[i].model->optional)
			lint_say(l, l->predicates[i].name,
			    "the argument '%.*s' is to be absent, and optional",
			    STR_ARG(l->predicates[i].name->text));
}

void
look_absent_more(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct predicate *p = l->predicates[i].model;

		if (p->absent && (asks_more(p) || p->is != 0))
			lint_say(l, l->predicates[i].name,
			    "the argument '%.*s' is to be absent, so nothing else is asked of it",
			    STR_ARG(l->predicates[i].name->text));
	}
}

static const struct json_node *
part(const struct lint *l, size_t i, const char *name)
{
	return json_get(l->doc, l->predicates[i].value, name);
}

void
look_matches_all(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct predicate *p = l->predicates[i].model;
		size_t stars = 0;

		while (stars < p->matches.n && p->matches.p[stars] == '*')
			stars++;
		if (p->has_matches && stars > 0 && stars == p->matches.n && p->none_of.count == 0)
			lint_say(l, part(l, i, "matches"), "the pattern '%.*s' matches every text",
			    STR_ARG(p->matches));
	}
}

void
look_matches_regex(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct predicate *p = l->predicates[i].model;

		for (size_t k = 0; k < p->matches.n; k++) {
			if (memchr("^$[]()|+\\", p->matches.p[k], 9) == NULL)
				continue;
			lint_say(l, part(l, i, "matches"), "'%c' in the pattern '%.*s' is itself",
			    p->matches.p[k], STR_ARG(p->matches));
			break;
		}
	}
}

void
look_below_text(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct predicate *p = l->predicates[i].model;

		if (p->has_below && (p->has_path || p->has_matches || p->extensions.count > 0))
			lint_say(l, part(l, i, "below"), "'%.*s' is to be a number and a text",
			    STR_ARG(l->predicates[i].name->text));
	}
}

void
look_any_idle(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct predicate *p = l->predicates[i].model;

		if ((p->is & IS_ANY) != 0 && !p->absent && (asks_more(p) || p->is != IS_ANY))
			lint_say(l, part(l, i, "is"),
			    "'is: [any]' holds for everything, so the rest of '%.*s' is not asked",
			    STR_ARG(l->predicates[i].name->text));
	}
}

/* What predicate.c can't find below: absolute, with steps up, or with more slashes than names. */
static const char *
why_never(struct str folder)
{
	struct str rest = folder, step;

	if (folder.n == 0 || str_is(folder, "."))
		return NULL;
	if (folder.p[0] == '/' || folder.p[0] == '~')
		return "only relative paths are let through";
	if (folder.p[folder.n - 1] == '/')
		return "it ends in a slash";
	while (str_cut(&rest, '/', &step))
		if (str_is(step, "..") || str_is(step, ".") || step.n == 0)
			return "paths are compared as they are written";
	return NULL;
}

void
look_path_never(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct predicate *p = l->predicates[i].model;
		const char *why = p->has_path ? why_never(p->path_under) : NULL;

		if (why != NULL)
			lint_say(l, part(l, i, "path_under"), "no path is under '%.*s': %s",
			    STR_ARG(p->path_under), why);
	}
}

void
look_extension(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct json_node *list = part(l, i, "extensions");

		for (const struct json_node *n = json_first(l->doc, list); n != NULL;
		     n = json_next(l->doc, n))
			if (n->text.n == 0 || memchr(n->text.p, '.', n->text.n) != NULL ||
			    memchr(n->text.p, '/', n->text.n) != NULL)
				lint_say(
				    l, n, "no path has the extension '%.*s'", STR_ARG(n->text));
	}
}

static void
look_word(struct lint *l, const struct predicate *p, const struct json_node *word)
{
	if (word->text.n > 0 && !predicate_word_can_hold(p, word->text))
		lint_say(l, word, "'%.*s' is refused by the other parts", STR_ARG(word->text));
}

void
look_word_never(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct json_node *list = part(l, i, "one_of"), *equals = part(l, i, "equals");

		for (const struct json_node *n = json_first(l->doc, list); n != NULL;
		     n = json_next(l->doc, n))
			look_word(l, l->predicates[i].model, n);
		if (equals != NULL)
			look_word(l, l->predicates[i].model, equals);
	}
}

void
look_below(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++)
		if (l->predicates[i].model->has_below && l->predicates[i].model->below <= 0)
			lint_say(l, part(l, i, "below"), "no count is below %lld",
			    (long long)l->predicates[i].model->below);
}
