/* SPDX-License-Identifier: MIT */
/*
 * unit.c: the unit tests of a folder as one program; `test_base arena` runs those of test_arena.c.
 * Each file's main has the file's name here (tests/CMakeLists.txt), and tests.h lists them.
 */
#include "tests.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	int (*run)(void);
} tests[] = {TESTS};

int
main(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < sizeof(tests) / sizeof(*tests); i++)
		if (strcmp(argv[1], tests[i].name) == 0)
			return tests[i].run();
	fprintf(stderr, "usage: %s NAME, of a file test_NAME.c\n", argv[0]);
	return 2;
}
