/* SPDX-License-Identifier: MIT */
/*
 * input.h: an input file in a few words of JSON, for the prompt: name, size, and what it holds (the
 * columns of a table, the shape of a JSON document). No value of the file is told, only names and
 * types; where rows of a table are asked for, they are masked: each digit becomes 9, each letter a
 * or A, so that they show how values are written and none of them. Of a sensitive column there is
 * only null, and of a table whose first row looks like data not even the names.
 */
#ifndef PLANNER_INPUT_H
#define PLANNER_INPUT_H

#include "planner.h"

/* Writes one object, with at most `sample_rows` masked rows of a table. `a` is scratch. False when
 * out of memory. */
bool input_describe(
    struct arena *a, const struct planner_input *input, size_t sample_rows, struct json_writer *w);

/* Whether its columns are known, so that a word about another one is a mistake. */
bool input_is_table(const struct planner_input *input);

#endif
