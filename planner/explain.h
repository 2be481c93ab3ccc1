/* SPDX-License-Identifier: MIT */
/* explain.h: a validated output in words: the question, and the reply with its numbers looked up.
 */
#ifndef PLANNER_EXPLAIN_H
#define PLANNER_EXPLAIN_H

#include "planner.h"

bool explain_question(
    struct arena *a, struct str goal, struct str answer, struct str *out, struct err *err);
/* `reply` fits the stage's schema; the explanation lives in `a`. */
bool explain_read(struct arena *a, struct arena *scratch, struct str answer,
    const struct json_doc *reply, struct explanation *out, struct err *err);

#endif
