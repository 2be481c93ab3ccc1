/* SPDX-License-Identifier: MIT */
/*
 * descriptor.h: a key that came as an open descriptor of this process ("fd:N").
 *
 * A file is handed on as it is. A pipe can be read only once, and a run asks its model several
 * times: what is in it goes into a sealed memory file, from kernel to kernel, once in the life of
 * the process.
 */
#ifndef PLANNER_DESCRIPTOR_H
#define PLANNER_DESCRIPTOR_H

#include "err.h"

/* -1 where `key_file` is no "fd:N". The descriptor stays ours. */
bool descriptor_find(struct str key_file, int *out, struct err *err);

#endif
