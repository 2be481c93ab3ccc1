/* SPDX-License-Identifier: MIT */
/* uri.h: references resolved against a base, RFC 3986 section 5.2. What is no URI resolves to
 * nonsense, never out of bounds. */
#ifndef VALIDATOR_URI_H
#define VALIDATOR_URI_H

#include "arena.h"

#define URI_BYTES_MAX 4096

/*
 * Resolves `reference` against `base` (which may be empty). *uri is without fragment, *fragment is
 * what stood behind the
 * '#', as written. False when out of memory or past URI_BYTES_MAX.
 */
bool uri_resolve(
    struct arena *a, struct str base, struct str reference, struct str *uri, struct str *fragment);
/* Undoes percent escapes; false when out of memory. A broken escape stays as it is. */
bool uri_unescape(struct arena *a, struct str s, struct str *out);
/* Undoes the escapes of a JSON Pointer's token (~0, ~1); false when out of memory. */
bool pointer_unescape(struct arena *a, struct str *token);

#endif
