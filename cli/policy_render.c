/* SPDX-License-Identifier: MIT */
/* sluice policy render: the whole of a policy. */
#include "author.h"

#include "file.h"
#include "outline.h"
#include "suite.h"
#include "waive.h"

#include <inttypes.h>

#define ORIGIN_COLUMN 60

static void
put_entry(const struct policy *p, const struct policy_source *sources, const struct entry *e,
    struct buf *out)
{
	size_t from = out->n;

	if (e->kind == ENTRY_DEFAULT)
		buf_printf(out, "  default: %s", decision_name(e->decision));
	else if (e->kind == ENTRY_LIMIT)
		buf_printf(out, "  %.*s: %" PRId64, STR_ARG(e->name),
		    limits_get(&policy_settings_of(p)->limits, e->index) /
			LIMIT_LIST[e->index].unit);
	else if (e->kind == ENTRY_READ || e->kind == ENTRY_WRITE)
		buf_printf(
		    out, "  %s: %.*s", e->kind == ENTRY_READ ? "read" : "write", STR_ARG(e->name));
	else if (e->where.n > 0)
		buf_printf(out, "    %.*s", STR_ARG(e->where));
	else
		buf_printf(out, "  %s: %.*s", decision_name(e->decision), STR_ARG(e->name));
	buf_repeat(out, ' ', out->n - from < ORIGIN_COLUMN ? ORIGIN_COLUMN - (out->n - from) : 1);
	if (e->line > 0)
		buf_printf(out, "# %.*s:%u\n", STR_ARG(sources[e->source].name), e->line);
	else
		buf_text(out, "# said nowhere\n");
}

static void
put_policy(const struct policy *p, const struct outline *o, struct buf *out)
{
	size_t count;
	const struct policy_source *sources = policy_sources(p, &count);

	buf_printf(out, "%.*s revision %" PRId64 ", of", STR_ARG(policy_id(p)), policy_revision(p));
	for (size_t i = 0; i < count; i++)
		buf_printf(out, "%s %.*s", i > 0 ? "," : "", STR_ARG(sources[i].name));
	buf_char(out, '\n');
	for (int s = 0; s < SECTIONS; s++) {
		bool first = true;
		for (size_t i = 0; i < o->count; i++) {
			const struct entry *e = &o->items[i];
			if (e->section != (enum section)s)
				continue;
			if (first)
				buf_printf(out, "%s:\n", section_name((enum section)s));
			first = false;
			put_entry(p, sources, e, out);
		}
	}
}

static void
put_waivers(const struct policy *p, struct buf *out)
{
	const struct waivers *all = policy_waivers(p);

	if (all->count > 0)
		buf_printf(out, "waivers: at most %" PRId64 " days\n", policy_waiver_days(p));
	for (size_t i = 0; i < all->count; i++) {
		const struct waiver *one = &all->items[i];
		size_t from = out->n;
		buf_printf(out, "  %.*s: %.*s until %s", STR_ARG(one->id), STR_ARG(one->rule),
		    day_of(one->until_us).text);
		buf_repeat(
		    out, ' ', out->n - from < ORIGIN_COLUMN ? ORIGIN_COLUMN - (out->n - from) : 1);
		buf_printf(out, "# %s:%u\n", path_base(one->file), one->line);
	}
}

/* Writes the differences between a profile and its policy. */
static void
put_profile(struct arena *a, const struct policy *p, const struct policy *profile, struct buf *out)
{
	const struct policy_escalation *usual = &policy_settings_of(p)->escalation,
				       *now = &policy_settings_of(profile)->escalation;
	enum section section;
	const char *name;

	for (size_t i = 0; policy_setting(i, &section, &name); i++) {
		struct str is = policy_setting_text(a, i, profile),
			   was = policy_setting_text(a, i, p);

		out->failed = out->failed || is.n == 0 || was.n == 0;
		if (!str_eq(is, was))
			buf_printf(
			    out, "    %s: %.*s (else %.*s)\n", name, STR_ARG(is), STR_ARG(was));
	}
	if (now->needs != usual->needs)
		for (size_t i = 0; i < now->need_count; i++)
			buf_printf(out, "    needs: %" PRId64 " %.*s\n", now->needs[i].n,
			    STR_ARG(now->needs[i].role));
}

static void
put_profiles(struct arena *a, const struct policy *p, struct buf *out)
{
	struct str name;

	for (size_t i = 0; (name = policy_profile_at(p, i)).n > 0; i++) {
		const struct policy *profile = policy_profile(p, name);
		if (i == 0)
			buf_text(out, "profiles:\n");
		buf_printf(out, "  %.*s:\n", STR_ARG(name));
		put_profile(a, p, profile, out);
	}
}

int
policy_render(struct call *w)
{
	struct outline o;
	struct policy *p;

	if (!policy_open(w->a, word(w, 0), NULL, &p, &w->errs) ||
	    !outline_make(w->a, p, &o, &w->errs))
		return call_fail(w);
	call_begin(w);
	put_policy(p, &o, &w->out);
	put_waivers(p, &w->out);
	put_profiles(w->a, p, &w->out);
	return call_print(w);
}
