/* SPDX-License-Identifier: MIT */
/* bundles.h: what the words of `sluice policy bundle` share. */
#ifndef CLI_BUNDLES_H
#define CLI_BUNDLES_H

#include "installed.h"
#include "actions.h"

/* Describes it for a person: id, times, policies, files. */
void bundles_draw(const struct bundle *b, struct buf *out);
/* The owners of the keys that signed it; only for one that is trusted. */
const char *const *bundles_signers(struct call *w, const struct bundle *b, size_t *count);

/* `policy bundle create`; says what it made where `tells`. The exit code. */
int bundle_make(struct call *c, bool tells);

#endif
