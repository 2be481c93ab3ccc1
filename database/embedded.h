/* SPDX-License-Identifier: MIT */
/* embedded.h: files of this folder that are compiled in (cmake/embed.cmake). */
#ifndef STORE_EMBEDDED_H
#define STORE_EMBEDDED_H

#include <stddef.h>

extern const char schema[], grants[];
extern const size_t schema_bytes, grants_bytes;

#endif
