/* SPDX-License-Identifier: MIT */
/* plan.h: a plan from its reply. */
#ifndef PLANNER_PLAN_H
#define PLANNER_PLAN_H

#include "planner.h"

/* `doc` fits the plan's schema. Everything is copied into `a`. False when out of memory. */
bool plan_read(struct arena *a, const struct json_doc *doc, struct plan *out);

#endif
