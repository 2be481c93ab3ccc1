/* SPDX-License-Identifier: MIT */
/* spec.h: is this a run that can be tried at all? */
#ifndef EXECUTOR_SPEC_H
#define EXECUTOR_SPEC_H

#include "executor.h"

bool spec_check(const struct box_spec *spec, struct err *err);
bool limits_check(const struct limits *limits, struct err *err);

#endif
