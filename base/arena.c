/* SPDX-License-Identifier: MIT */
#include "arena.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define BLOCK_FIRST_BYTES ((size_t)8 << 10)
#define BLOCK_BYTES_MAX ((size_t)1 << 20)
#define HUGE_PAGE_BYTES ((size_t)2 << 20)
#define ALIGN alignof(max_align_t)

struct block {
	struct block *older;
	size_t size, used;
	bool zero; /* all of it, from the start: else it is made so as it is taken */
	alignas(max_align_t) unsigned char bytes[];
};

struct arena {
	struct block *newest;
	size_t used, ceiling, next_block;
	size_t fail_in; /* 0: never; else the nth allocation fails */
};

struct arena *
arena_new(size_t ceiling_bytes)
{
	struct arena *a = calloc(1, sizeof(*a));

	if (a) {
		a->ceiling = ceiling_bytes;
		a->next_block = BLOCK_FIRST_BYTES;
	}
	return a;
}

void
arena_free(struct arena *a)
{
	if (!a)
		return;
	while (a->newest) {
		struct block *older = a->newest->older;
		free(a->newest);
		a->newest = older;
	}
	free(a);
}

static bool
fails_now(struct arena *a)
{
	if (a->fail_in == 0)
		return false;
	if (a->fail_in > 1) {
		a->fail_in--;
		return false;
	}
	return true;
}

/* Large blocks on large pages, where the kernel has them: thousands of page faults less. */
static void
advise_huge(void *p, size_t size)
{
	uintptr_t from = ((uintptr_t)p + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
	uintptr_t to = ((uintptr_t)p + size) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;

	if (from < to)
		(void)madvise((char *)p + (from - (uintptr_t)p), to - from, MADV_HUGEPAGE);
}

static bool
add_block(struct arena *a, size_t least)
{
	size_t size = a->next_block > least ? a->next_block : least;
	/* The system's pages are zero, and what is as large as that is taken whole; smaller memory is used again, and much of
	 * it is never taken. */
	bool zero = size > BLOCK_BYTES_MAX;
	struct block *b = zero ? calloc(1, sizeof(*b) + size) : malloc(sizeof(*b) + size);

	if (!b)
		return false;
	b->zero = zero;
	b->used = 0;
	advise_huge(b, sizeof(*b) + size);
	b->size = size;
	b->older = a->newest;
	a->newest = b;
	if (a->next_block < BLOCK_BYTES_MAX)
		a->next_block *= 2;
	return true;
}

void *
arena_alloc(struct arena *a, size_t size)
{
	if (fails_now(a) || size > a->ceiling - a->used)
		return NULL;
	size_t rounded = (size + ALIGN - 1) / ALIGN * ALIGN;
	if (rounded == 0)
		rounded = ALIGN;
	if (rounded < size || rounded > a->ceiling - a->used)
		return NULL;
	if ((!a->newest || rounded > a->newest->size - a->newest->used) && !add_block(a, rounded))
		return NULL;
	void *p = a->newest->bytes + a->newest->used;
	if (!a->newest->zero)
		memset(p, 0, rounded);
	a->newest->used += rounded;
	a->used += rounded;
	return p;
}

void *
arena_array(struct arena *a, size_t count, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(count, size, &total))
		return NULL;
	return arena_alloc(a, total);
}

void *
arena_push(struct arena *a, void *items, size_t *count, size_t *capacity, size_t size)
{
	void *array;

	/* `items` is the address of a pointer to any type: it is read and written as bytes. */
	memcpy(&array, items, sizeof(array));
	if (*count == *capacity) {
		size_t wider = *capacity ? *capacity * 2 : 8;
		void *moved = arena_array(a, wider, size);
		if (!moved)
			return NULL;
		if (*count > 0)
			memcpy(moved, array, *count * size);
		memcpy(items, &moved, sizeof(moved));
		array = moved;
		*capacity = wider;
	}
	return (char *)array + size * (*count)++;
}

char *
arena_text(struct arena *a, struct str s)
{
	char *p = s.n < SIZE_MAX ? arena_alloc(a, s.n + 1) : NULL;

	if (p && s.n > 0)
		memcpy(p, s.p, s.n);
	return p;
}

bool
arena_copy(struct arena *a, struct str s, struct str *out)
{
	char *p = arena_text(a, s);

	if (!p)
		return false;
	*out = (struct str){p, s.n};
	return true;
}

bool
buf_keep(struct buf *b, struct arena *a, struct str *out)
{
	bool good = !b->failed && arena_copy(a, buf_view(b), out);

	buf_release(b);
	return good;
}

char *
arena_printf(struct arena *a, const char *format, ...)
{
	va_list ap, again;

	va_start(ap, format);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, format, ap);
	char *p = n >= 0 ? arena_alloc(a, (size_t)n + 1) : NULL;
	if (p)
		vsnprintf(p, (size_t)n + 1, format, again);
	va_end(again);
	va_end(ap);
	return p;
}

size_t
arena_used(const struct arena *a)
{
	return a->used;
}

void
arena_fail_at(struct arena *a, size_t nth)
{
	a->fail_in = nth;
}
