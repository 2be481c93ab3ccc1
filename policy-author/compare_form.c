/* SPDX-License-Identifier: MIT */
/* What a rule is about, in words that are the same where it is. */
#include "compare_parts.h"
#include "mutant.h"
#include "pattern.h"

#include <inttypes.h>

#define MATTER_BYTES_MAX ((size_t)64 << 10)

static void
put_words(struct buf *out, const char *name, const struct words *w)
{
	if (w->count == 0)
		return;
	buf_printf(out, " %s", name);
	for (size_t i = 0; i < w->count; i++)
		buf_printf(out, "%s%.*s", i == 0 ? "=" : "|", STR_ARG(w->items[i]));
}

void
compare_put_predicate(struct buf *out, const struct predicate *p)
{
	if (p->place >= 0)
		buf_printf(
		    out, "%d%s%.*s", p->place, p->keyword.n > 0 ? "/" : "", STR_ARG(p->keyword));
	else
		buf_printf(out, "%.*s", STR_ARG(p->keyword));
	if (p->has_path)
		buf_printf(out, " path_under=%.*s", STR_ARG(p->path_under));
	if (p->has_text)
		buf_printf(out, " text=%.*s", STR_ARG(p->text));
	if (p->has_matches)
		buf_printf(out, " matches=%.*s", STR_ARG(p->matches));
	if (p->has_below)
		buf_printf(out, " below=%" PRId64, p->below);
	put_words(out, "extensions", &p->extensions);
	put_words(out, "one_of", &p->one_of);
	put_words(out, "none_of", &p->none_of);
	for (size_t i = 0, first = 1; i < PREDICATE_IS_BITS; i++)
		if ((p->is & 1u << i) != 0) {
			buf_printf(out, "%s%s", first ? " is=" : "|", predicate_is_name(i));
			first = 0;
		}
	buf_text(out, p->optional ? " optional" : p->absent ? " absent" : "");
}

static void
put_form(struct buf *out, const struct pattern_rule *r)
{
	buf_printf(out, "the form '%.*s'", STR_ARG(r->has.text));
	if (r->has_inside)
		buf_printf(out, " inside '%.*s'", STR_ARG(r->inside.text));
	if (r->has_outside)
		buf_printf(out, " not inside '%.*s'", STR_ARG(r->outside.text));
	for (size_t i = 0; i < r->where_count; i++) {
		const struct constraint *c = &r->where[i];
		struct predicate p = c->predicate;

		p.place = -1; /* no argument */
		buf_printf(out, ", where %.*s%s", STR_ARG(r->names[c->metavariable].name),
		    c->is_negated ? " not" : "");
		compare_put_predicate(out, &p);
	}
}

static void
put_parts(struct buf *out, const struct policy_rule *r)
{
	for (size_t i = 0; i < r->part_count; i++) {
		const struct rule_part *p = &r->parts[i];
		bool first = i == 0 || p[-1].role != p->role;

		buf_printf(
		    out, "%s%s", first && i > 0 ? "; " : "", first ? part_role_name(p->role) : ",");
		buf_char(out, ' ');
		part_put(p, out);
	}
}

struct compare_side
compare_matter(struct comparer *c, const struct policy_rule *r)
{
	struct str text = {"", 0};
	struct buf b;

	buf_init(&b, MATTER_BYTES_MAX);
	if (r->kind == RULE_CALLS)
		buf_text(&b, "calls");
	else if (r->kind == RULE_FORM)
		put_form(&b, r->pattern);
	else
		put_parts(&b, r);
	c->failed = !buf_keep(&b, c->arena, &text) || c->failed;
	return (struct compare_side){RANK_RULE, text};
}
