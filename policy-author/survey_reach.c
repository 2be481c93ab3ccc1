/* SPDX-License-Identifier: MIT */
/* Breadth first from the parts backwards: each chain is a shortest one, and all are found at once. */
#include "survey.h"

static bool
count_backs(const struct survey *s, struct survey_reach *r)
{
	size_t all = 0;

	for (uint32_t n = 0; n < s->name_count; n++)
		for (size_t i = 0; i < s->names[n].lead_count; i++, all++)
			r->back_at[s->names[n].leads[i] + 1]++;
	for (uint32_t n = 0; n < s->name_count; n++)
		r->back_at[n + 1] += r->back_at[n];
	r->backs = arena_array(s->arena, all + 1, sizeof(*r->backs));
	return r->backs != NULL;
}

static void
mark_import(struct survey_reach *r)
{
	const struct survey *s = r->survey;
	size_t head = 0, tail = 0;

	for (uint32_t i = 0; i < s->module_count; i++)
		if (survey_is_public(s->modules[i].name))
			r->at_import[r->queue[tail++] = s->modules[i].first] = true;
	while (head < tail) {
		const struct survey_name *n = &s->names[r->queue[head++]];

		for (size_t i = 0; i < n->lead_count; i++)
			if (!r->at_import[n->leads[i]])
				r->at_import[r->queue[tail++] = n->leads[i]] = true;
	}
}

bool
survey_reach_new(struct survey *s, struct survey_reach *out)
{
	struct survey_reach *r = out;
	size_t n = s->name_count + 1;

	*r = (struct survey_reach){.survey = s,
	    .back_at = arena_array(s->arena, n + 1, sizeof(*r->back_at)),
	    .queue = arena_array(s->arena, n, sizeof(*r->queue)),
	    .at_import = arena_array(s->arena, n, sizeof(*r->at_import)),
	    .waiting = arena_array(s->arena, n, sizeof(*r->waiting)),
	    .next_asked = arena_array(s->arena, n, sizeof(*r->next_asked)),
	    .next_denied = arena_array(s->arena, n, sizeof(*r->next_denied)),
	    .is_shut = arena_array(s->arena, s->module_count + 1, sizeof(*r->is_shut)),
	    .is_denied = arena_array(s->arena, s->module_count + 1, sizeof(*r->is_denied)),
	    .is_asked = arena_array(s->arena, s->module_count + 1, sizeof(*r->is_asked))};
	for (unsigned k = 0; k < SURVEY_KINDS; k++)
		if (!(r->next[k] = arena_array(s->arena, n, sizeof(**r->next))))
			return false;
	if (!r->back_at || !r->queue || !r->waiting || !r->next_asked || !r->next_denied ||
	    !r->at_import || !r->is_shut || !r->is_denied || !r->is_asked || !count_backs(s, r))
		return false;
	for (uint32_t i = 0; i < s->name_count; i++) /* the queue counts what is filled in */
		for (size_t k = 0; k < s->names[i].lead_count; k++) {
			uint32_t to = s->names[i].leads[k];

			r->backs[r->back_at[to] + r->queue[to]++] = i;
		}
	mark_import(r);
	survey_reach_all(r);
	return true;
}

/* A part's own way ends with itself. */
static void
reach(struct survey_reach *r, unsigned kinds, unsigned rulings, uint32_t *next)
{
	const struct survey *s = r->survey;
	size_t head = 0, tail = 0;

	for (uint32_t n = 0; n < s->name_count; n++) {
		bool is_end =
		    (s->names[n].carries & kinds) != 0 && (rulings & 1u << s->names[n].ruling) != 0;

		next[n] = is_end ? n : UINT32_MAX;
		if (next[n] == n)
			r->queue[tail++] = n;
	}
	while (head < tail) {
		uint32_t at = r->queue[head++];

		for (uint32_t i = r->back_at[at]; i < r->back_at[at + 1]; i++)
			if (next[r->backs[i]] == UINT32_MAX) {
				next[r->backs[i]] = at;
				r->queue[tail++] = r->backs[i];
			}
	}
}

unsigned
survey_reaches(const struct survey_reach *r, uint32_t name)
{
	unsigned kinds = 0;

	for (unsigned k = 0; k < SURVEY_KINDS; k++)
		if (r->next[k][name] != UINT32_MAX)
			kinds |= 1u << k;
	return kinds;
}

/* A denied name waits for nobody. */
static void
wait_for(struct survey_reach *r, uint32_t name)
{
	for (unsigned k = 0; r->next_denied[name] == UINT32_MAX && k < SURVEY_KINDS; k++) {
		uint32_t at = name;

		if (r->next[k][name] == UINT32_MAX)
			continue;
		while (r->next[k][at] != at)
			at = r->next[k][at];
		r->waiting[at]++;
	}
}

/* A module is imported through all that stands above it. */
static void
shut(struct survey_reach *r)
{
	const struct survey *s = r->survey;

	for (uint32_t i = 0; i < s->module_count; i++) {
		struct str name = s->modules[i].name;

		r->is_shut[i] = r->is_denied[i] = r->is_asked[i] = false;
		for (size_t n = 1; n <= name.n; n++) {
			const struct survey_module *above =
			    n == name.n || name.p[n] == '.'
				? survey_module(s, str_slice(name, 0, n))
				: NULL;

			if (!above)
				continue;
			r->is_shut[i] = r->is_shut[i] || survey_reaches(r, above->first) != 0;
			r->is_denied[i] =
			    r->is_denied[i] || r->next_denied[above->first] != UINT32_MAX;
			r->is_asked[i] =
			    r->is_asked[i] || r->next_asked[above->first] != UINT32_MAX;
		}
	}
}

void
survey_reach_all(struct survey_reach *r)
{
	const struct survey *s = r->survey;

	for (unsigned k = 0; k < SURVEY_KINDS; k++)
		reach(r, 1u << k, 1u << SURVEY_OPEN | 1u << SURVEY_DENIED, r->next[k]);
	reach(r, ~0u, 1u << SURVEY_DENIED, r->next_denied);
	reach(r, ~0u, 1u << SURVEY_ESCALATED, r->next_asked);
	shut(r);
	for (uint32_t n = 0; n < s->name_count; n++)
		r->waiting[n] = 0;
	for (uint32_t i = 0; i < s->module_count; i++) {
		const struct survey_module *m = &s->modules[i];

		if (!survey_is_public(m->name) || r->is_denied[i])
			continue;
		wait_for(r, m->first);
		for (uint32_t n = m->first + 1; n < m->after; n++)
			if (survey_is_given(s, n))
				wait_for(r, n);
	}
}

uint32_t
survey_reach_most(const struct survey_reach *r)
{
	const struct survey *s = r->survey;
	uint32_t best = UINT32_MAX;

	for (uint32_t n = 0; n < s->name_count; n++)
		if (s->names[n].ruling == SURVEY_OPEN && r->waiting[n] > 0 &&
		    (best == UINT32_MAX || r->waiting[n] > r->waiting[best]))
			best = n;
	return best;
}

bool
survey_is_admitted(const struct survey_reach *r, uint32_t name)
{
	uint32_t module = r->survey->names[name].module;

	return survey_is_public(r->survey->modules[module].name) &&
	       survey_is_given(r->survey, name) && survey_reaches(r, name) == 0 &&
	       r->next_asked[name] == UINT32_MAX && !r->is_shut[module] && !r->is_asked[module];
}
