/* SPDX-License-Identifier: MIT */
#include "regex.h"

bool
regex_compile(
    struct arena *a, struct str pattern, struct regex **out, struct regex_problem *problem)
{
	(void)a;
	*out = NULL;
	*problem = (struct regex_problem){"regular expressions are not supported yet", pattern.n};
	return false;
}

enum regex_result
regex_search(const struct regex *r, struct arena *a, struct str text, uint64_t *fuel)
{
	(void)r;
	(void)a;
	(void)text;
	*fuel -= *fuel > 0;
	return REGEX_UNKNOWN;
}
