/* SPDX-License-Identifier: MIT */
/*
 * Included before the grammar's scanner: its own state comes from calloc, past the allocator that the parser is given. With
 * this it comes from there too, so that a parse that is cut short leaves nothing behind.
 */
#include <stdlib.h>

#include "tree_sitter/alloc.h"

#define calloc ts_calloc
#define free ts_free
