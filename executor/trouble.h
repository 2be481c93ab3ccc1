/* SPDX-License-Identifier: MIT */
/* trouble.h: why a box could not be set up, in words that say what to do. */
#ifndef EXECUTOR_TROUBLE_H
#define EXECUTOR_TROUBLE_H

#include "backend.h"
#include "outcome.h"

/* `said` is what the backend's program wrote to its standard error. Always false. */
bool trouble_explain(const struct evidence *e, const struct backend *backend, struct str said,
    struct str guest, struct err *err);

#endif
