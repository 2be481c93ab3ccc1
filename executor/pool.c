/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. A box that waits was begun for a spec without code, inputs or authority, so
 * there is nothing of any run in it. Whoever takes it runs one program in it through box_run, which
 * asks for the authority and compares the specs again; then it is thrown away like any other.
 */
#include "launch.h"

#include "clock.h"
#include "file.h"

#include <stdlib.h>

#define POOL_BOXES 4
#define POOL_ARENA_BYTES ((size_t)8 << 20)
#define POOL_AGE_US INT64_C(300000000) /* what waits longer costs memory for nobody */

struct box_pool {
	struct box *boxes[POOL_BOXES]; /* the oldest first */
	size_t count;
};

const char *
box_start_name(enum box_start s)
{
	return s == START_POOLED ? "pooled" : "fresh";
}

struct box_pool *
box_pool_new(void)
{
	return calloc(1, sizeof(struct box_pool));
}

static struct box *
take_out(struct box_pool *p, size_t at)
{
	struct box *b = p->boxes[at];

	for (p->count--; at < p->count; at++)
		p->boxes[at] = p->boxes[at + 1];
	return b;
}

void
box_pool_free(struct box_pool *p)
{
	while (p && p->count > 0)
		box_drop(take_out(p, 0));
	free(p);
}

void
box_pool_tend(struct box_pool *p)
{
	for (size_t i = p ? p->count : 0; i-- > 0;)
		if (!launch_lives(p->boxes[i]) ||
		    clock_us() - p->boxes[i]->watch.started_us > POOL_AGE_US)
			box_drop(take_out(p, i));
}

/* Its place, or `count`. */
static size_t
find(const struct box_pool *p, struct arena *a, const struct box_spec *spec)
{
	struct rules rules;
	struct err err;
	size_t i = 0;

	if (!rules_read(a, spec, &rules, &err))
		return p->count;
	while (i < p->count && !launch_serves(p->boxes[i], spec, &rules))
		i++;
	return i;
}

/* The environment's files may have changed since the box was begun. */
static bool
venv_is_same(struct arena *a, const struct box *b)
{
	struct venv now;
	struct err err;

	if (b->spec.venv.n == 0)
		return true;
	if (!venv_open(a, b->spec.venv, &now, &err))
		return false;
	file_close(&now.fd);
	return memcmp(now.sha256, b->venv.sha256, sizeof(now.sha256)) == 0;
}

/* What the spec points at is its caller's: the box has copies of what is asked of it later. */
static struct box *
begin(struct arena *a, const struct box_spec *spec)
{
	struct box_spec own = {.limits = spec->limits,
	    .packages = spec->packages,
	    .result_apart = spec->result_apart,
	    .start = spec->start,
	    .warm = spec->warm,
	    .warm_count = spec->warm_count,
	    .interpreter = spec->interpreter};
	struct box *b;

	if (!arena_copy(a, spec->venv, &own.venv) || !arena_copy(a, spec->backend, &own.backend) ||
	    !(b = box_prepare(a, &own)))
		return NULL;
	b->own = a;
	b->spec.warm = NULL; /* they stand in its rules */
	b->spec.warm_count = 0;
	b->spec.interpreter = NULL;
	return b;
}

void
box_pool_keep(struct box_pool *p, const struct box_spec *spec)
{
	struct arena *a;
	struct box *b;

	if (!p || spec->start != START_POOLED || !(a = arena_new(POOL_ARENA_BYTES)))
		return;
	box_pool_tend(p);
	if (find(p, a, spec) < p->count || !(b = begin(a, spec))) {
		arena_free(a);
		return;
	}
	if (p->count == POOL_BOXES)
		box_drop(take_out(p, 0));
	p->boxes[p->count++] = b;
}

struct box *
box_pool_take(struct box_pool *p, const struct box_spec *spec)
{
	struct box *b = NULL;
	struct arena *a;
	size_t at;

	if (!p || p->count == 0 || spec->start != START_POOLED ||
	    !(a = arena_new(POOL_ARENA_BYTES)))
		return NULL;
	box_pool_tend(p);
	if ((at = find(p, a, spec)) < p->count)
		b = take_out(p, at);
	if (b && !venv_is_same(a, b)) {
		box_drop(b);
		b = NULL;
	}
	arena_free(a);
	return b;
}
