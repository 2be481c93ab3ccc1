/* SPDX-License-Identifier: MIT */
/* diagnose.h: what an output that is no JSON text is instead, by name. Nothing is repaired. */
#ifndef VALIDATOR_DIAGNOSE_H
#define VALIDATOR_DIAGNOSE_H

#include "validator.h"

/* Fills code, message and hint. False when out of memory. */
bool diagnose(struct arena *a, struct str text, const struct json_problem *problem,
    const struct err *found, struct output_report *out);

#endif
