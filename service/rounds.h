/* SPDX-License-Identifier: MIT */
/* rounds.h: what changed between two rounds of a run's code. */
#ifndef SERVICE_ROUNDS_H
#define SERVICE_ROUNDS_H

#include "change.h"
#include "question.h"

struct rounds {
	struct question before, after;
	struct str lines; /* as diff_lines writes them; empty: nothing changed */
	enum policy_change kind;
};
/* `id`: of an approval or a run. `wanted`: two rounds; NULL: the last two. Everything is the arena's. ERR_INPUT where
 * there are no such rounds. */
bool rounds_compare(struct store *s, struct arena *a, const char *id, const int64_t *wanted,
    struct rounds *out, struct err *err);

#endif
