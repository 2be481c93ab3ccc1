/* SPDX-License-Identifier: MIT */
/*
 * A region's memory is an arena's. Small blocks that are freed wait for others of their size class;
 * the rest comes free with the region. A text of SOURCE_BYTES_MAX takes less than the ceiling in
 * all (tests/bench/hostile.py has those that take most). longjmp() leaves only tree-sitter's own
 * frames, which hold nothing but such memory.
 */
#include "region.h"

#include "arena.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <tree_sitter/api.h>

#define SMALL_BYTES ((size_t)1024)
#define GRAIN ((size_t)16)

union block { /* before each allocation */
	struct {
		size_t size;       /* a multiple of GRAIN */
		union block *next; /* of the free ones of its class */
	};
	max_align_t align;
};

struct region {
	struct arena *arena;
	union block *unused[SMALL_BYTES / GRAIN + 1];
	jmp_buf out;
};

static _Thread_local struct region *current; /* tree-sitter has memory only within one */
static _Thread_local size_t next_fail_at;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *
region_malloc(size_t size)
{
	struct region *r = current;
	size_t class = (size + GRAIN - 1) / GRAIN, bytes = sizeof(union block) + class * GRAIN;
	union block *b = NULL;

	if (size <= SMALL_BYTES && r->unused[class] != NULL) {
		b = r->unused[class];
		r->unused[class] = b->next;
		return b + 1;
	}
	if (size < REGION_BYTES_MAX)
		b = arena_alloc(r->arena, bytes);
	if (b == NULL)
		longjmp(r->out, 1);
	b->size = class * GRAIN;
	return b + 1;
}

static void *
region_calloc(size_t count, size_t size)
{
	size_t bytes;
	bool fits = !__builtin_mul_overflow(count, size, &bytes);
	void *p = region_malloc(fits ? bytes : SIZE_MAX);

	return memset(p, 0, bytes);
}

static void
region_free(void *p)
{
	union block *b = (union block *)p - 1;

	if (p == NULL || b->size > SMALL_BYTES)
		return;
	b->next = current->unused[b->size / GRAIN];
	current->unused[b->size / GRAIN] = b;
}

static void *
region_realloc(void *p, size_t size)
{
	size_t old = p == NULL ? 0 : ((union block *)p - 1)->size;
	void *q = size > old ? region_malloc(size) : p;

	if (q != p && old > 0) {
		memcpy(q, p, old);
		region_free(p);
	}
	return q;
}

static void
install(void)
{
	ts_set_allocator(region_malloc, region_calloc, region_realloc, region_free);
}

bool
region_run(size_t ceiling, void (*work)(void *context), void *context)
{
	struct region r = {.arena = arena_new(ceiling)};
	volatile bool whole = false; /* also behind a jump */

	pthread_once(&once, install);
	if (r.arena == NULL)
		return false;
	arena_fail_at(r.arena, next_fail_at);
	next_fail_at = 0;
	current = &r;
	if (setjmp(r.out) == 0) {
		work(context);
		whole = true;
	}
	current = NULL;
	arena_free(r.arena);
	return whole;
}

void
region_fail_at(size_t nth)
{
	next_fail_at = nth;
}
