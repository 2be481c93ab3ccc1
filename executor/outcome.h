/* SPDX-License-Identifier: MIT */
/* outcome.h: what ended the run, named from what the kernel and the launcher saw. */
#ifndef EXECUTOR_OUTCOME_H
#define EXECUTOR_OUTCOME_H

#include "executor.h"
#include "wire.h"

enum ended_by { BY_ITSELF = 0, BY_CANCEL, BY_OUTPUT, BY_CPU, BY_DEADLINE };

struct evidence {
	bool spawned, ready, gone; /* gone: GO was sent, so the program may have run */
	bool failed, done;         /* init's FAILED, DONE */
	struct wire_failed failure;
	struct wire_done report;
	enum ended_by by;
	int64_t oom_kills;
	/* A refused call that no harmless library makes, or the interpreter's own refusal: it names
	 * the outcome whatever ended the program. */
	bool violated;
	bool misfit; /* it left a file that it may not leave */
	enum guest_claim claim;
};

/* Fills outcome, exit_code, signal and detail. */
bool outcome_name(struct arena *a, const struct evidence *e, const struct limits *limits,
    struct box_result *out, struct err *err);

#endif
