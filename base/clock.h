/* SPDX-License-Identifier: MIT */
/* clock.h: elapsed time by the monotonic clock, dates in UTC. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLOCK_STAMP_BYTES 32

int64_t clock_us(void); /* microseconds since an arbitrary start; never goes back */
/* RFC 3339 in UTC with microseconds: 2026-11-21T01:52:29.000001Z. */
void clock_stamp(char out[CLOCK_STAMP_BYTES]);

/* Microseconds since 1970 in UTC, by the system's clock, which may be set back. */
int64_t clock_utc_us(void);
void clock_stamp_of(int64_t utc_us, char out[CLOCK_STAMP_BYTES]);
/* Reads RFC 3339, or a date alone (its first moment in UTC); false for anything else, a leap second
 * too. What is finer than a microsecond is dropped. */
bool clock_read(const char *text, size_t n, int64_t *utc_us);

#endif
