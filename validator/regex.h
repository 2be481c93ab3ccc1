/* SPDX-License-Identifier: MIT */
/*
 * regex.h: regular expressions of ECMA-262 in Unicode mode, searched in linear time.
 *
 * Patterns are parsed to a program over bytes of UTF-8. Where it is small, a DFA is made of it at
 * once, which the matcher then follows; else all threads of the program run in step. Only
 * lookaround and back references need backtracking, which is bounded: past the bound the answer is
 * REGEX_UNKNOWN and never "no match".
 */
#ifndef VALIDATOR_REGEX_H
#define VALIDATOR_REGEX_H

#include "arena.h"

#define REGEX_PATTERN_BYTES_MAX 4096

enum regex_result {
	REGEX_UNKNOWN = 0,
	REGEX_NO,
	REGEX_MATCH,
};

struct regex;

struct regex_problem {
	const char *message; /* "a ')' is missing" */
	size_t at;           /* byte offset in the pattern */
};

bool regex_compile(
    struct arena *a, struct str pattern, struct regex **out, struct regex_problem *problem);
/* Certainly found in no text; false also where that can't be told. */
bool regex_is_barren(const struct regex *r);
/* Memory that searches share, one after another; zero before the first. */
struct regex_scratch {
	struct arena *a;
	uint32_t *words;
	size_t count;
};

/* Whether the pattern is found anywhere in the text. Takes what it costs from *fuel. */
enum regex_result regex_search(
    const struct regex *r, struct regex_scratch *scratch, struct str text, uint64_t *fuel);
/* Room for `count` words, not cleared; NULL when out of memory. */
uint32_t *regex_room(struct regex_scratch *scratch, size_t count);

#endif
