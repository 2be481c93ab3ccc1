/* SPDX-License-Identifier: MIT */
/* embedded.h: files that CMake builds into the program as bytes. */
#ifndef POLICY_EMBEDDED_H
#define POLICY_EMBEDDED_H

#include <stddef.h>

extern const unsigned char embedded_table[];
extern const size_t embedded_table_size;
extern const char embedded_table_sha256[]; /* hex */
extern const unsigned char embedded_schema[];
extern const size_t embedded_schema_size;

#endif
