/* SPDX-License-Identifier: MIT */
/* authority.h: what the executor's answers about authority share. Private to this folder. */
#ifndef EXECUTOR_AUTHORITY_H
#define EXECUTOR_AUTHORITY_H

#include "executor.h"
#include "trust.h"

/* ERR_REFUSED: "nothing runs: WHY". */
bool authority_refuse(struct err *err, const char *why);
/* Loads the executor's own trust file, to check people's word: "approval", "exception". */
bool authority_trust(struct arena *a, const struct box_authority *by, const char *word,
    struct trust **out, struct err *err);
/* Whether the exceptions that the subject names hold, and are for the findings that they let pass;
 * true where it names none. */
bool exceptions_hold(struct arena *a, const struct box_authority *by, struct err *err);

#endif
