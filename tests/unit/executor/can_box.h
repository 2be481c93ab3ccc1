/* SPDX-License-Identifier: MIT */
/* can_box.h: where no box can be had, a test says so and is skipped (77). */
#ifndef TEST_CAN_BOX_H
#define TEST_CAN_BOX_H

#include "executor.h"

#include <stdio.h>

static inline bool
can_box(void)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct guarantee *list;
	size_t count;
	struct err err = {0};
	bool good = box_probe(a, NULL, &list, &count, &err);

	if (!good)
		fprintf(stderr, "SKIPPED: no box here: %s (%s)\n", err.message, err.help);
	arena_free(a);
	return good;
}

#endif
