/* SPDX-License-Identifier: MIT */
/* Judges a condition by the policy's own text: no program is needed. */
#include "model.h"

bool
text_matches(struct str pattern, struct str s)
{
	size_t p = 0, i = 0, star = SIZE_MAX, mark = 0;

	while (i < s.n) {
		if (p < pattern.n && pattern.p[p] == '*') {
			star = p++;
			mark = i;
		} else if (p < pattern.n && pattern.p[p] == s.p[i]) {
			p++;
			i++;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			i = ++mark;
		} else {
			return false;
		}
	}
	while (p < pattern.n && pattern.p[p] == '*')
		p++;
	return p == pattern.n;
}

bool
predicate_admits(const struct predicate *p, struct str text)
{
	return (!p->has_matches || text_matches(p->matches, text)) &&
	       !words_have(&p->none_of, text);
}

bool
predicate_asks_text(const struct predicate *p)
{
	return p->has_matches || p->one_of.count > 0 || p->none_of.count > 0 ||
	       (p->is & (IS_SAFE_ATTRIBUTE | IS_EXPRESSION | IS_DOTTED_NAME | IS_FORMULA)) != 0;
}
