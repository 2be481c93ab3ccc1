/* SPDX-License-Identifier: MIT */
/* oci.h: parts of that backend that its tests look at. */
#ifndef EXECUTOR_OCI_H
#define EXECUTOR_OCI_H

#include "backend.h"

/* config.json of the runtime specification, for this box. */
bool oci_config(struct arena *a, const struct backend_box *box, struct str *out, struct err *err);

#endif
