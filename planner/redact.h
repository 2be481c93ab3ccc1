/* SPDX-License-Identifier: MIT */
/* redact.h: strikes a secret out of what a stranger sent back, for the program sluice-model. */
#ifndef PLANNER_REDACT_H
#define PLANNER_REDACT_H

#include "text.h"

/*
 * Appends `text` with each occurrence of `secret` as [redacted], also where some of its characters
 * are written as JSON writes them (\/ or \u0041). An empty secret is nowhere.
 */
void redact(struct buf *out, struct str text, struct str secret);

#endif
