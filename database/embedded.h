/* SPDX-License-Identifier: MIT */
/* embedded.h: files of this folder that are compiled in (cmake/embed.cmake). */
#ifndef STORE_EMBEDDED_H
#define STORE_EMBEDDED_H

#include <stddef.h>

extern const char schema[], schema_ledger[], schema_retention[], schema_acts[];
extern const size_t schema_bytes, schema_ledger_bytes, schema_retention_bytes, schema_acts_bytes;

#endif
