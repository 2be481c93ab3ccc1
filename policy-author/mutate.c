/* SPDX-License-Identifier: MIT */
#include "mutate.h"

#define MUTANT_BYTES_MAX ((size_t)256 << 20)

/* The samples that consult the entry come first: one of them fails, if any does. */
static bool
is_next(const struct coverage *c, const struct mutant *m, size_t sample, bool consulted)
{
	size_t entry = (size_t)(m->entry - c->outline.items);

	return (c->seen_by[sample][entry] != 0) == consulted;
}

static bool
is_seen_by(const struct policy *p, const struct sample *sample, bool *seen, struct err *err)
{
	struct arena *a = arena_new(MUTANT_BYTES_MAX);
	struct policy_verdict ignored;
	bool whole = a != NULL || err_memory(err);

	err->code = a == NULL ? err->code : ERR_NONE;
	if (whole)
		*seen = !sample_holds(a, p, sample, &ignored, err);
	whole = whole && err->code == ERR_NONE;
	arena_free(a);
	return whole;
}

static bool
are_limits_seen(const struct suite *s, const struct policy *p)
{
	int64_t amount;

	for (size_t i = 0; i < s->limit_count; i++)
		if (!suite_limit_holds(p, &s->limits[i], &amount))
			return true;
	return false;
}

static bool
try(struct arena *a, const struct suite *s, const struct coverage *c, const struct mutant *m,
    bool *seen, struct err *err)
{
	const struct policy *p = mutant_make(a, s->policy, m);

	if (p == NULL)
		return err_memory(err);
	*seen = are_limits_seen(s, p);
	for (int consulted = 1; consulted >= 0 && !*seen; consulted--)
		for (size_t i = 0; i < s->count && !*seen; i++)
			if (is_next(c, m, i, consulted != 0) &&
			    !is_seen_by(p, &s->samples[i], seen, err))
				return false;
	return true;
}

bool
mutate_run(struct arena *a, const struct suite *s, const struct coverage *c,
    struct mutate_result *out, struct err *err)
{
	*out = (struct mutate_result){.missed = NULL};
	if (!mutants_list(a, s->policy, &c->outline, s->limit_count > 0, &out->mutants, err))
		return false;
	out->missed = arena_array(a, out->mutants.count + 1, sizeof(*out->missed));
	if (out->missed == NULL)
		return err_memory(err);
	for (size_t i = 0; i < out->mutants.count; i++) {
		bool seen = false;

		if (!try(a, s, c, &out->mutants.items[i], &seen, err))
			return false;
		out->missed[i] = !seen;
		out->missed_count += !seen;
	}
	return true;
}

bool
mutate_reaches(const struct mutate_result *r, unsigned percent)
{
	size_t all = r->mutants.count;

	return (all - r->missed_count) * 100 >= (size_t)percent * all;
}

void
mutate_render(
    struct arena *a, const struct suite *s, const struct mutate_result *r, struct buf *out)
{
	size_t all = r->mutants.count, seen = all - r->missed_count;
	unsigned share = all == 0 ? 1000u : (unsigned)(seen * 1000 / all);

	for (size_t i = 0; i < all; i++) {
		struct str title;

		if (r->missed[i] && mutant_title(a, s->policy, &r->mutants.items[i], &title))
			buf_printf(out, "%s:%u: no test misses it: %.*s\n", s->path,
			    r->mutants.items[i].entry->line, STR_ARG(title));
	}
	buf_printf(out, "%.*s: %zu mutants, %zu seen by tests (%u.%u %%)\n",
	    STR_ARG(policy_id(s->policy)), all, seen, share / 10, share % 10);
}

void
mutate_json(
    struct arena *a, const struct suite *s, const struct mutate_result *r, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "name", policy_id(s->policy));
	json_put_text(w, "sha256", policy_digest(s->policy));
	json_put_number(w, "mutants", (int64_t)r->mutants.count);
	json_put_number(w, "missed_count", (int64_t)r->missed_count);
	json_open_array(w, "missed");
	for (size_t i = 0; i < r->mutants.count; i++) {
		struct str title;

		if (!r->missed[i] || !mutant_title(a, s->policy, &r->mutants.items[i], &title))
			continue;
		json_object(w);
		json_put_str(w, "mutant", title);
		json_put_number(w, "line", r->mutants.items[i].entry->line);
		json_end_object(w);
	}
	json_end_array(w);
	json_end_object(w);
}
