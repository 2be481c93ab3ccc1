/* SPDX-License-Identifier: MIT */
/* What a condition asks and can hold, as the policy's own text says: no program is needed. */
#include "literal.h"
#include "path.h"
#include "model.h"

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
rule_may_not_tell(const struct policy_rule *r)
{
	return r->unless_count > 0;
}
