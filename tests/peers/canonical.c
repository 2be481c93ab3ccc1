/* SPDX-License-Identifier: MIT */
/* canonical: reads lines of JSON and answers each with a line: `=` and its canonical text, or `!`
 * and why there is none. */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>

#define LINE_BYTES_MAX ((size_t)1 << 20)

static void
answer(struct arena *a, struct str line)
{
	struct str text;
	struct err err = {0};

	if (json_canonical_text(a, line, &text, &err))
		printf("=%.*s\n", STR_ARG(text));
	else
		printf("!%s\n", err.message);
}

int
main(void)
{
	char *line = malloc(LINE_BYTES_MAX);

	while (line && fgets(line, (int)LINE_BYTES_MAX, stdin)) {
		struct arena *a = arena_new((size_t)64 << 20);
		size_t n = strlen(line);
		if (!a)
			return EXIT_FAILURE;
		answer(a, (struct str){line, n > 0 && line[n - 1] == '\n' ? n - 1 : n});
		arena_free(a);
	}
	free(line);
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
