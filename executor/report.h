/* SPDX-License-Identifier: MIT */
/* report.h: what sluice-python said, read with no trust in it. */
#ifndef EXECUTOR_REPORT_H
#define EXECUTOR_REPORT_H

#include "executor.h"
#include "wire.h"

struct report {
	struct str value, setup_failed;
	struct box_error error;
	enum guest_claim claim;
	bool begun, ended; /* begun: the set-up can't fail any more; ended: all was said */
	struct box_display *displays;
	size_t display_count, display_capacity, displays_more;
	int64_t display_room; /* bytes that are still free */
	struct box_violation *violations;
	size_t violation_count, violation_capacity, violations_more;
	size_t address_count; /* of the violations, those that are none: an address was asked for */
};

/* Reads whole frames until the bytes end or make no sense; what was read until then stays. Displays
 * beyond `display_bytes` in all are counted and left. */
bool report_read(
    struct arena *a, struct str bytes, int64_t display_bytes, struct report *out, struct err *err);
/* The bytes that a run under these limits may display. */
int64_t report_display_bytes(const struct limits *limits);

#endif
