/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <stdio.h>
#include <time.h>

int64_t
clock_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

void
clock_stamp(char out[CLOCK_STAMP_BYTES])
{
	struct timespec t;
	struct tm utc;
	size_t n;

	clock_gettime(CLOCK_REALTIME, &t);
	gmtime_r(&t.tv_sec, &utc);
	n = strftime(out, CLOCK_STAMP_BYTES, "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(out + n, CLOCK_STAMP_BYTES - n, ".%06dZ", (int)(t.tv_nsec / 1000));
}
