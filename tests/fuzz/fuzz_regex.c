/* SPDX-License-Identifier: MIT */
/* A pattern and a text, with a NUL between them. What is refused says why, within the pattern; a
 * search twice says the same. */
#include "regex.h"

#include <stdlib.h>

#define ARENA_BYTES_MAX (256u << 20)
#define FUEL 1000000u

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void
search(struct arena *a, const struct regex *r, struct str text)
{
	struct regex_scratch scratch = {.a = a};
	uint64_t fuel = FUEL, again = FUEL;
	enum regex_result first = regex_search(r, &scratch, text, &fuel);
	if (regex_search(r, &scratch, text, &again) != first || fuel != again)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct str text = {(const char *)bytes, size}, pattern;
	struct regex *r = NULL;
	struct regex_problem problem = {0};
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	if (a && str_cut(&text, '\0', &pattern)) {
		if (regex_compile(a, pattern, &r, &problem))
			search(a, r, text);
		else if (!problem.message || problem.at > pattern.n)
			abort();
	}
	arena_free(a);
	return 0;
}
