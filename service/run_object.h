/* SPDX-License-Identifier: MIT */
/* run_object.h: a run as every caller gets it, whichever way he asks. */
#ifndef SERVICE_RUN_OBJECT_H
#define SERVICE_RUN_OBJECT_H

#include "work.h"

/* An object: the row's members, those of run_outcome, links. */
bool run_object(struct arena *a, struct store *s, const struct stored_run *r, struct json_writer *w,
    struct err *err);
/* What the record says, once there is one: findings, obligations and usage; of an answered run also answer,
 * value, explanation and artifacts. Nothing that its program only printed. "gone" where it was erased, "sealed" where
 * who reads has no right to the keys of contents. */
bool run_outcome(struct arena *a, struct store *s, const struct stored_run *r,
    struct json_writer *w, struct err *err);

#endif
