/* SPDX-License-Identifier: MIT */
/* packs.h: whether the packages of the box are those that were reviewed. Private to this folder. */
#ifndef PIPELINE_PACKS_H
#define PIPELINE_PACKS_H

#include "policy.h"

/*
 * A pack holds for one version of its package. Refused, by name: another version than the pack's in
 * the box; and in a virtual environment another version of a library that the table describes.
 */
bool packs_hold(struct arena *a, const struct policy *p, struct err *err);

#endif
