/* SPDX-License-Identifier: MIT */
#include "results.h"

#include <string.h>

/* Going back to the last '*' is enough: what an earlier one took lies in a part of the path that
 * the pattern has passed, or could be taken by the later one as well. */
static bool
matches(const char *pattern, const char *text)
{
	const char *star = NULL, *resume = NULL;

	while (*text != '\0') {
		if (*pattern == '*') {
			star = ++pattern;
			resume = text;
		} else if (*pattern == *text) {
			pattern++;
			text++;
		} else if (star && *resume != '/') {
			text = ++resume;
			pattern = star;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}

bool
result_fits(const char *pattern, const char *path)
{
	const char *slash = strrchr(path, '/');

	return matches(pattern, strchr(pattern, '/') || !slash ? path : slash + 1);
}
