/* SPDX-License-Identifier: MIT */
/*
 * Checks a program against a policy, through libsluice, and prints the report:
 *
 *     cc -o check check.c $(pkg-config --cflags --libs sluice) && ./check data-analysis program.py
 */
#include <sluice.h>

#include <stdio.h>

int
main(int argc, char **argv)
{
	static char code[1 << 20];
	FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;

	if (!file) {
		fprintf(stderr, "usage: check POLICY FILE\n");
		return 2;
	}
	size_t bytes = fread(code, 1, sizeof(code), file);
	bool whole = feof(file) && !ferror(file);
	fclose(file);
	sluice_result *result = whole ? sluice_check(argv[1], argv[2], code, bytes) : NULL;
	int exit_code = sluice_result_exit(result);
	if (result)
		puts(sluice_result_json(result));
	sluice_result_free(result);
	return exit_code;
}
