/* SPDX-License-Identifier: MIT */
/* What a condition asks and can hold, as the policy's own text says: no program is needed. */
#include "literal.h"
#include "path.h"
#include "pattern.h"

#include <strings.h>

static bool
has_extension(struct str path, const struct words *extensions)
{
	struct str extension;

	if (!path_extension(path, &extension))
		return false;
	for (size_t i = 0; i < extensions->count; i++)
		if (extension.n == extensions->items[i].n &&
		    strncasecmp(extension.p, extensions->items[i].p, extension.n) == 0)
			return true;
	return false;
}

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
	return (!p->has_path || path_is_under(text, p->path_under)) &&
	       (p->extensions.count == 0 || has_extension(text, &p->extensions)) &&
	       (!p->has_matches || text_matches(p->matches, text)) &&
	       !words_have(&p->none_of, text);
}

bool
predicate_asks_text(const struct predicate *p)
{
	return p->has_path || p->has_matches || p->one_of.count > 0 || p->none_of.count > 0 ||
	       p->extensions.count > 0 ||
	       (p->is & (IS_SAFE_ATTRIBUTE | IS_EXPRESSION | IS_DOTTED_NAME | IS_FORMULA)) != 0;
}

bool
predicate_asks_value(const struct predicate *p)
{
	return predicate_asks_text(p) || p->has_below || p->is != 0;
}

/* Whether a word of its `one_of` is not refused by its other parts. */
static bool
word_can_hold(const struct predicate *p, struct str word)
{
	int64_t n;

	return predicate_admits(p, word) &&
	       (!p->has_below || (literal_integer(word, &n) && n < p->below));
}

bool
predicate_can_hold(const struct predicate *p)
{
	bool any = p->one_of.count == 0;

	if (p->has_below && (p->has_matches || p->has_path || p->extensions.count > 0))
		return false; /* no number is a text */
	for (size_t i = 0; i < p->one_of.count && !any; i++)
		any = word_can_hold(p, p->one_of.items[i]);
	return any;
}

bool
rule_may_not_tell(const struct policy_rule *r)
{
	for (size_t i = 0; r->kind == RULE_FORM && i < r->pattern->where_count; i++)
		if (predicate_asks_value(&r->pattern->where[i].predicate))
			return true;
	return r->kind == RULE_CALLS && r->unless_count > 0;
}
