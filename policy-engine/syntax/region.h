/* SPDX-License-Identifier: MIT */
/*
 * region.h: memory for tree-sitter, which can't be told that there is none left.
 *
 * tree-sitter aborts the process where its allocator gives NULL. So it gets an allocator that never
 * does: the region's ceiling (or the end of the machine's memory) jumps out of the parser, and all
 * that the parser had is freed as a whole. Regions belong to threads, and don't nest. Outside of a
 * region tree-sitter must not be called.
 */
#ifndef POLICY_REGION_H
#define POLICY_REGION_H

#include <stdbool.h>
#include <stddef.h>

#define REGION_BYTES_MAX ((size_t)128 << 20)

/* Runs `work` in a new region; false where memory ran out (and `work` did not return). */
bool region_run(size_t ceiling, void (*work)(void *context), void *context);
/* For tests: the nth allocation within the thread's next region fails; 0 turns it off. */
void region_fail_at(size_t nth);

#endif
