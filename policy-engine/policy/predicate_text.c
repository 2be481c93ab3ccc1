/* SPDX-License-Identifier: MIT */
/* Judges a condition by the policy's own text: no program is needed. */
#include "model.h"

bool
predicate_admits(const struct predicate *p, struct str text)
{
	return (!p->has_matches || glob_matches(p->matches, text, false)) &&
	       !words_have(&p->none_of, text);
}

bool
predicate_asks_text(const struct predicate *p)
{
	return p->has_matches || p->one_of.count > 0 || p->none_of.count > 0 ||
	       (p->is & (IS_SAFE_ATTRIBUTE | IS_EXPRESSION | IS_DOTTED_NAME | IS_FORMULA)) != 0;
}
