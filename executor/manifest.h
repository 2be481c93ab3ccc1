/* SPDX-License-Identifier: MIT */
/* manifest.h: a tree of files as a digest. */
#ifndef EXECUTOR_MANIFEST_H
#define EXECUTOR_MANIFEST_H

#include "hash.h"

#include <sys/types.h>
/* fts.h needs sys/types.h before it */
#include <fts.h>

/* Adds path (without its first `skip` bytes), kind, mode, owner, size, time of change, target. */
void manifest_add(struct hasher *hasher, const FTSENT *entry, size_t skip);

#endif
