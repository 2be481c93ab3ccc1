/* SPDX-License-Identifier: MIT */
/*
 * arena.h: memory that is freed as a whole, with a ceiling.
 *
 * One arena a run, a policy, a request. Allocations are zeroed and aligned for any type; NULL means
 * that the ceiling was met or the machine is out of memory, and the caller reports ERR_MEMORY. An
 * arena belongs to one thread.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "text.h"

struct arena;

struct arena *arena_new(size_t ceiling_bytes); /* NULL when out of memory */
void arena_free(struct arena *a);              /* NULL is allowed */
void *arena_alloc(struct arena *a, size_t size);
void *arena_array(
    struct arena *a, size_t count, size_t size); /* NULL where count * size overflows */
/*
 * Room for one more element at the end of an array of *count elements of `size` bytes, growing it
 * by doubling; *items may move (`items` is the address of the array pointer). Returns the new,
 * zeroed element and adds one to *count; NULL leaves both as they were.
 */
void *arena_push(struct arena *a, void *items, size_t *count, size_t *capacity, size_t size);
char *arena_text(struct arena *a, struct str s); /* a NUL-terminated copy */
/* The text of `b`, which it releases. False where `b` has failed or memory ran out. */
bool buf_keep(struct buf *b, struct arena *a, struct str *out);
bool arena_copy(struct arena *a, struct str s, struct str *out);
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t arena_used(const struct arena *a);
/* For tests: the nth allocation from now (1 is the next) and all after it fail. 0 turns it off. */
void arena_fail_at(struct arena *a, size_t nth);

#endif
