/* SPDX-License-Identifier: MIT */
/* bench_raw.h: the engines themselves, without the store: the yardstick of bench_store. Ends the
 * program where something fails. */
#ifndef BENCH_RAW_H
#define BENCH_RAW_H

#include <stdbool.h>
#include <stddef.h>

struct raw;

/* Makes the schema's tables for itself, and a place for the store beside them. */
struct raw *raw_open(bool lite, const char *folder);
void raw_close(struct raw *r);
void raw_place_of_store(const struct raw *r, char *out, size_t size);
/* Puts this many finished runs into both, past the guards. */
void raw_fill(struct raw *r, long runs);
void raw_enqueue(struct raw *r);
void raw_finish(struct raw *r);

#endif
