/* SPDX-License-Identifier: MIT */
/* The pack: parts that people decide, what is pure, what is not and by which chain of mentions. */
#include "survey.h"

#include "hash.h"

#include <stdlib.h>

struct draft {
	struct survey_reach *r;
	struct survey *s;
	struct buf *out;
	struct survey_count *count;
	bool chains;
};

/* -- parts ------------------------------------------------------------------------------------ */

/* Marks the names that each public name and import reaches, whatever was decided. */
static void
mark_reached(struct draft *d, bool *reached)
{
	const struct survey *s = d->s;
	uint32_t *queue = d->r->queue;
	size_t head = 0, tail = 0;

	for (uint32_t i = 0; i < s->module_count; i++)
		for (uint32_t n = s->modules[i].first; n < s->modules[i].after; n++)
			if (survey_is_public(s->modules[i].name) &&
			    (n == s->modules[i].first || survey_is_given(s, n)) && !reached[n]) {
				reached[n] = true;
				queue[tail++] = n;
			}
	while (head < tail) {
		const struct survey_name *n = &s->names[queue[head++]];

		for (size_t i = 0; i < n->lead_count; i++)
			if (!reached[n->leads[i]]) {
				reached[n->leads[i]] = true;
				queue[tail++] = n->leads[i];
			}
	}
}

struct ranked {
	uint32_t part, waiting;
};

static int
by_waiting(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->waiting != y->waiting)
		return x->waiting > y->waiting ? -1 : 1;
	return x->part < y->part ? -1 : x->part > y->part;
}

static void
put_part(struct draft *d, uint32_t part)
{
	const struct survey_name *n = &d->s->names[part];

	d->count->decided += n->ruling != SURVEY_OPEN;
	if (d->chains) {
		buf_text(d->out, "#   ");
		survey_put_sinks(d->s, part, d->out);
		buf_printf(d->out, "; %u wait for it first\n", d->r->waiting[part]);
	}
	buf_printf(d->out, "%s ", SURVEY_RULINGS[n->ruling]);
	survey_put_part(d->s, part, d->out);
	buf_char(d->out, '\n');
	if (n->note.n > 0)
		buf_printf(d->out, "note %.*s\n", STR_ARG(n->note));
}

/* Writes the keywords that a person admits although the function's own text does not name them, and
 * the names of which a person confirmed the class of the result. */
static void
put_confirmed(struct draft *d)
{
	for (uint32_t n = 0; n < d->s->name_count; n++) {
		if (d->s->names[n].confirmed) {
			buf_text(d->out, "confirm ");
			survey_put_part(d->s, n, d->out);
			survey_put_stub(d->s, n, d->out);
			buf_char(d->out, '\n');
		}
		if (d->s->names[n].keywords.n > 0) {
			buf_text(d->out, "keywords ");
			survey_put_part(d->s, n, d->out);
			buf_printf(d->out, " %.*s\n", STR_ARG(d->s->names[n].keywords));
		}
	}
}

/* Attributes that may hold modules, and classes of results. */
static void
put_results(struct draft *d)
{
	for (size_t i = 0; i < d->s->holders.count; i++)
		buf_printf(d->out, "leads %.*s\n", STR_ARG(d->s->holders.items[i]));
	for (uint32_t n = 0; n < d->s->name_count; n++)
		survey_put_returns(d->r, n, d->out);
}

static bool
put_parts(struct draft *d)
{
	const struct survey *s = d->s;
	bool *reached = arena_array(s->arena, s->name_count + 1, sizeof(*reached));
	struct ranked *parts = arena_array(s->arena, s->name_count + 1, sizeof(*parts));

	if (!reached || !parts)
		return false;
	mark_reached(d, reached);
	for (uint32_t n = 0; n < s->name_count; n++)
		if (reached[n] && s->names[n].carries != 0)
			parts[d->count->parts++] = (struct ranked){n, d->r->waiting[n]};
	if (d->count->parts > 0)
		qsort(parts, d->count->parts, sizeof(*parts), by_waiting);
	for (size_t i = 0; i < d->count->parts; i++)
		put_part(d, parts[i].part);
	return true;
}

/* -- names ------------------------------------------------------------------------------------ */

static void
put_chains(struct draft *d, uint32_t name)
{
	for (unsigned k = 0; d->chains && k < SURVEY_KINDS; k++) {
		if (d->r->next[k][name] == UINT32_MAX)
			continue;
		buf_printf(d->out, "#   %s: ", survey_kind(k));
		survey_put_chain(d->r, d->r->next[k], k, name, d->out);
		buf_char(d->out, '\n');
	}
}

static void
put_import(struct draft *d, const struct survey_module *m)
{
	unsigned kinds = survey_reaches(d->r, m->first);

	if (kinds == 0)
		return;
	d->count->waiting++;
	put_chains(d, m->first);
	buf_printf(d->out, "# import of %.*s", STR_ARG(m->name));
	survey_put_kinds(kinds, d->out);
	buf_char(d->out, '\n');
	if (m->unread)
		buf_printf(d->out, "#   %s\n", m->unread);
}

/* One line of names that stand alike; `asked`: a person decides on each use. */
static void
put_names(struct draft *d, uint32_t module, bool asked)
{
	const struct survey_module *m = &d->s->modules[module];
	bool shut = d->r->is_shut[module], all_asked = d->r->is_asked[module];
	size_t found = 0;

	for (uint32_t n = m->first; n < m->after; n++) {
		bool is_asked = all_asked || d->r->next_asked[n] != UINT32_MAX;

		if (n != m->first && (!survey_is_given(d->s, n) || survey_reaches(d->r, n) != 0))
			continue;
		if (is_asked != asked || (n == m->first && shut))
			continue;
		if (found++ == 0)
			buf_printf(d->out, "%s%s %.*s",
			    shut ? "# once its import is accepted: " : "", asked ? "ask" : "names",
			    STR_ARG(m->name));
		if (n == m->first)
			continue;
		buf_printf(d->out, " %.*s", STR_ARG(d->s->names[n].name));
		survey_put_takes(d->s, n, d->out);
		d->count->pure += !asked;
		d->count->asked += asked && !shut;
		d->count->admitted += !asked && !shut;
	}
	if (found > 0)
		buf_char(d->out, '\n');
}

static void
put_module(struct draft *d, uint32_t module)
{
	const struct survey_module *m = &d->s->modules[module];

	for (uint32_t n = m->first + 1; n < m->after; n++) {
		unsigned kinds;

		if (!survey_is_given(d->s, n))
			continue;
		d->count->names++;
		kinds = survey_reaches(d->r, n);
		if (kinds == 0)
			continue;
		d->count->waiting++;
		put_chains(d, n);
		buf_printf(d->out, "%.*s.%.*s", STR_ARG(m->name), STR_ARG(d->s->names[n].name));
		survey_put_kinds(kinds, d->out);
		buf_char(d->out, '\n');
	}
	put_names(d, module, false);
	put_names(d, module, true);
}

static void
put_source(struct draft *d)
{
	char hex[DIGEST_HEX_BYTES] = "";
	struct hasher *h = hasher_new();
	struct digest all = {{0}};

	for (size_t i = 0; h && i < d->s->module_count; i++)
		hasher_add(h, d->s->modules[i].tree.source.p, d->s->modules[i].tree.source.n);
	if (h)
		hasher_finish(h, &all);
	digest_hex(&all, hex);
	buf_printf(d->out, "source %zu installed modules, sha256 %s\n", d->s->module_count, hex);
}

bool
survey_draft(struct survey_reach *r, const struct survey_words *words, struct buf *out,
    struct survey_count *count)
{
	struct survey *s = r->survey;
	struct draft d = {r, s, out, count, words->chains};

	*count = (struct survey_count){.stale = count->stale};
	if (words->chains)
		buf_text(out, "# A draft: `sluice library review` walks through its parts. What "
			      "nobody accepts is refused.\n");
	buf_printf(out, "package %.*s %.*s\n", STR_ARG(s->package),
	    STR_ARG(s->version.n > 0 ? s->version : STR("unknown")));
	put_source(&d);
	if (words->reviewer.n > 0)
		buf_printf(out, "reviewer %.*s\n", STR_ARG(words->reviewer));
	if (!put_parts(&d))
		return false;
	put_confirmed(&d);
	for (uint32_t i = 0; i < s->module_count; i++)
		if (survey_is_public(s->modules[i].name))
			put_import(&d, &s->modules[i]);
	for (uint32_t i = 0; i < s->module_count; i++)
		if (survey_is_public(s->modules[i].name))
			put_module(&d, i);
	put_results(&d);
	return !out->failed;
}
