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
	bool ended; /* all was said */
	struct box_violation *violations;
	size_t violation_count, violation_capacity, violations_more;
};

/* Reads whole frames until the bytes end or make no sense; what was read until then stays. */
bool report_read(struct arena *a, struct str bytes, struct report *out, struct err *err);

#endif
