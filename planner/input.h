/* SPDX-License-Identifier: MIT */
/*
 * input.h: an input file in a few words of JSON, for the prompt: name, size, and what it holds (the
 * columns of a table, the shape of a JSON document). No value of the file is told, only names and
 * types.
 */
#ifndef PLANNER_INPUT_H
#define PLANNER_INPUT_H

#include "planner.h"

/* Writes one object. `a` is scratch. False when out of memory. */
bool input_describe(struct arena *a, const struct planner_input *input, struct json_writer *w);

#endif
