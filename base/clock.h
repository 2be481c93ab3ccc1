/* SPDX-License-Identifier: MIT */
/* clock.h: elapsed time by the monotonic clock, dates in UTC. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stddef.h>
#include <stdint.h>

#define CLOCK_STAMP_BYTES 32

int64_t clock_us(void); /* microseconds since an arbitrary start; never goes back */
/* RFC 3339 in UTC with microseconds: 2026-11-21T01:52:29.000001Z. */
void clock_stamp(char out[CLOCK_STAMP_BYTES]);

#endif
