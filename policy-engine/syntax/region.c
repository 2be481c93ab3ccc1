/* SPDX-License-Identifier: MIT */
/*
 * Small blocks come from chunks and go back to a free list of their size class; large ones are
 * malloc's, in a list. Freeing the region frees chunks and list. longjmp() leaves only
 * tree-sitter's own frames, which hold nothing but such memory.
 */
#include "region.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

#define CHUNK_BYTES ((size_t)128 << 10)
#define SMALL_BYTES ((size_t)2048)
#define GRAIN ((size_t)16)
#define CLASSES (SMALL_BYTES / GRAIN + 1)

struct block { /* before each allocation */
	size_t size;
	struct block *next,
	    *previous; /* large ones: the list; small ones: the free list by `next` */
	size_t pad;
};

struct region {
	struct region *outer;
	struct block *large;
	struct block *chunks;
	struct block *unused[CLASSES];
	char *at, *end;
	size_t used, ceiling, count, fail_at;
	jmp_buf out;
};

static _Thread_local struct region *current;
static _Thread_local size_t next_fail_at;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static _Noreturn void
give_up(struct region *r)
{
	longjmp(r->out, 1);
}

static struct block *
take(struct region *r, size_t bytes)
{
	struct block *b;

	if (bytes > r->ceiling - r->used)
		give_up(r);
	b = malloc(bytes);
	if (b == NULL)
		give_up(r);
	r->used += bytes;
	return b;
}

static struct block *
take_small(struct region *r, size_t size)
{
	size_t class = size / GRAIN, bytes = sizeof(struct block) + size;
	struct block *b = r->unused[class];

	if (b != NULL) {
		r->unused[class] = b->next;
		return b;
	}
	if ((size_t)(r->end - r->at) < bytes) {
		struct block *chunk = take(r, CHUNK_BYTES);

		chunk->next = r->chunks;
		r->chunks = chunk;
		r->at = (char *)(chunk + 1);
		r->end = (char *)chunk + CHUNK_BYTES;
	}
	b = (struct block *)(void *)r->at;
	r->at += bytes;
	b->size = size;
	return b;
}

static struct block *
take_large(struct region *r, size_t size)
{
	struct block *b = take(r, sizeof(struct block) + size);

	b->size = size;
	b->previous = NULL;
	b->next = r->large;
	if (r->large != NULL)
		r->large->previous = b;
	r->large = b;
	return b;
}

static void *
region_malloc(size_t size)
{
	struct region *r = current;

	if (r == NULL) {
		void *p = malloc(size);

		if (p == NULL)
			abort();
		return p;
	}
	if (size > r->ceiling || ++r->count == r->fail_at)
		give_up(r);
	size = size == 0 ? GRAIN : (size + GRAIN - 1) / GRAIN * GRAIN;
	return (size <= SMALL_BYTES ? take_small(r, size) : take_large(r, size)) + 1;
}

static void *
region_calloc(size_t count, size_t size)
{
	size_t bytes;
	void *p;

	if (__builtin_mul_overflow(count, size, &bytes))
		bytes = SIZE_MAX / 2;
	p = region_malloc(bytes);
	memset(p, 0, bytes);
	return p;
}

static void
region_free(void *p)
{
	struct region *r = current;
	struct block *b = (struct block *)p - 1;

	if (p == NULL)
		return;
	if (r == NULL) {
		free(p);
		return;
	}
	if (b->size <= SMALL_BYTES) {
		b->next = r->unused[b->size / GRAIN];
		r->unused[b->size / GRAIN] = b;
		return;
	}
	if (b->previous != NULL)
		b->previous->next = b->next;
	else
		r->large = b->next;
	if (b->next != NULL)
		b->next->previous = b->previous;
	r->used -= sizeof(struct block) + b->size;
	free(b);
}

static void *
region_realloc(void *p, size_t size)
{
	void *q;
	size_t old;

	if (p == NULL)
		return region_malloc(size);
	if (current == NULL) {
		q = realloc(p, size);
		if (q == NULL && size != 0)
			abort();
		return q;
	}
	old = ((struct block *)p - 1)->size;
	if (size <= old)
		return p;
	q = region_malloc(size);
	memcpy(q, p, old);
	region_free(p);
	return q;
}

static void
install(void)
{
	ts_set_allocator(region_malloc, region_calloc, region_realloc, region_free);
}

static void
release(struct region *r)
{
	for (struct block *b = r->large, *next; b != NULL; b = next) {
		next = b->next;
		free(b);
	}
	for (struct block *b = r->chunks, *next; b != NULL; b = next) {
		next = b->next;
		free(b);
	}
	current = r->outer;
	free(r);
}

bool
region_run(size_t ceiling, void (*work)(void *context), void *context)
{
	struct region *r;
	bool whole = false;

	pthread_once(&once, install);
	r = calloc(1, sizeof(*r));
	if (r == NULL)
		return false;
	r->outer = current;
	r->ceiling = ceiling;
	r->fail_at = next_fail_at;
	next_fail_at = 0;
	current = r;
	if (setjmp(r->out) == 0) {
		work(context);
		release(current);
		whole = true;
	} else {
		release(current);
	}
	return whole;
}

void
region_fail_at(size_t nth)
{
	next_fail_at = nth;
}
