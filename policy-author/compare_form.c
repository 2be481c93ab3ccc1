/* SPDX-License-Identifier: MIT */
/* Describes a rule in words that are equal for equal rules. */
#include "compare_parts.h"
#include "mutant.h"

#include <inttypes.h>

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
	if (p->has_matches)
		buf_printf(out, " matches=%.*s", STR_ARG(p->matches));
	if (p->has_below)
		buf_printf(out, " below=%" PRId64, p->below);
	put_words(out, "one_of", &p->one_of);
	put_words(out, "none_of", &p->none_of);
	for (size_t i = 0, first = 1; i < PREDICATE_KINDS; i++)
		if ((p->is & 1u << i) != 0) {
			buf_printf(out, "%s%s", first ? " is=" : "|", PREDICATE_KIND_NAMES[i]);
			first = 0;
		}
	buf_text(out, p->optional ? " optional" : p->absent ? " absent" : "");
}
