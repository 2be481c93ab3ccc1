/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. A waiting box was started for a spec without code, inputs or authority, so
 * it contains nothing of any run. Its taker runs one program in it through box_run, which checks
 * the authority and compares the specs again; then the box is discarded like any other.
 *
 * A zygote is a box that no run ever takes: boxes are forked from it (guest/zygote.c). It ends when
 * its place is given up and the last box from it is released, since its end would be theirs.
 */
#include "launch.h"

#include "clock.h"
#include "file.h"

#include <stdlib.h>

#define POOL_PLACES 4
#define POOL_READY_MAX 2 /* boxes of a place */
#define POOL_LEFT_MAX 4
#define POOL_ARENA_BYTES ((size_t)8 << 20)
#define POOL_AGE_US INT64_C(300000000) /* what waits longer costs memory for nobody */
/* A zygote's layout is what its runs share, so it is replaced; that costs each run of it little. */
#define ZYGOTE_AGE_US INT64_C(600000000)
#define ZYGOTE_FORKS_MAX 500

struct place {                             /* for the runs of one spec */
	struct box *zygote;                /* NULL where boxes are started */
	struct box *ready[POOL_READY_MAX]; /* the oldest first */
	size_t count;
	int64_t used_us;
};

struct box_pool {
	struct place places[POOL_PLACES]; /* the oldest first */
	size_t count;
	struct box *left[POOL_LEFT_MAX]; /* of runs that are over; they end by themselves */
	size_t left_count;
};

const char *
box_start_name(enum box_start s)
{
	return s == START_FORKED ? "forked" : s == START_POOLED ? "pooled" : "fresh";
}

enum box_start
box_start_find(struct str name)
{
	for (enum box_start s = START_FORKED; s > START_FRESH; s--)
		if (str_is(name, box_start_name(s)))
			return s;
	return START_FRESH;
}

struct box_pool *
box_pool_new(void)
{
	return calloc(1, sizeof(struct box_pool));
}

static struct box *
take_out(struct place *p, size_t at)
{
	struct box *b = p->ready[at];

	for (p->count--; at < p->count; at++)
		p->ready[at] = p->ready[at + 1];
	return b;
}

static void
clear_place(struct place *p)
{
	while (p->count > 0)
		box_drop(take_out(p, 0));
	if (p->zygote)
		launch_retire(p->zygote);
	p->zygote = NULL;
}

static void
drop_place(struct box_pool *p, size_t at)
{
	clear_place(&p->places[at]);
	for (p->count--; at < p->count; at++)
		p->places[at] = p->places[at + 1];
}

static void
see_off(struct box_pool *p)
{
	while (p->left_count > 0)
		launch_release(p->left[--p->left_count]);
}

void
pool_leave(struct box_pool *p, struct box *b)
{
	if (p->left_count == POOL_LEFT_MAX)
		see_off(p);
	p->left[p->left_count++] = b;
}

void
box_pool_free(struct box_pool *p)
{
	if (p)
		see_off(p);
	while (p && p->count > 0)
		drop_place(p, p->count - 1);
	free(p);
}

/* Boxes that a worn zygote has made still serve their runs: it ends behind the last of them. */
static bool
is_worn(const struct box *zygote)
{
	return !launch_lives(zygote) || zygote->forks >= ZYGOTE_FORKS_MAX ||
	       clock_us() - zygote->watch.started_us > ZYGOTE_AGE_US;
}

static void
tend_place(struct place *p)
{
	for (size_t i = p->count; i-- > 0;)
		if (!launch_lives(p->ready[i]))
			box_drop(take_out(p, i));
	if (p->zygote && is_worn(p->zygote))
		clear_place(p);
}

static void
tend(struct box_pool *p)
{
	for (size_t i = p->count; i-- > 0;) {
		tend_place(&p->places[i]);
		if ((!p->places[i].zygote && p->places[i].count == 0) ||
		    clock_us() - p->places[i].used_us > POOL_AGE_US)
			drop_place(p, i);
	}
}

void
box_pool_tend(struct box_pool *p)
{
	if (!p)
		return;
	see_off(p);
	tend(p);
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
	for (; i < p->count; i++) {
		const struct place *at = &p->places[i];
		const struct box *b = at->zygote ? at->zygote : at->ready[0];
		if (b->spec.start == spec->start && launch_serves(b, spec, &rules))
			break;
	}
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

static struct box *
begin_forked(struct box *zygote)
{
	struct arena *a = arena_new(POOL_ARENA_BYTES);
	struct box *b = a ? launch_fork(a, zygote) : NULL;

	if (b) {
		b->own = a;
		b->pooled = true;
	} else {
		arena_free(a);
	}
	return b;
}

/* Empty places are dropped before anybody else looks at them. */
static void
fill(struct place *p, const struct box_spec *spec)
{
	const bool forks = spec->start == START_FORKED;
	struct box *b;
	struct err err;

	p->used_us = clock_us();
	if (forks && !p->zygote && !(p->zygote = launch_standing(spec, true, &err)))
		return;
	while (p->count < (forks ? POOL_READY_MAX : 1)) {
		if (!(b = forks ? begin_forked(p->zygote) : launch_standing(spec, false, &err)))
			return;
		b->pooled = true;
		p->ready[p->count++] = b;
	}
}

void
box_pool_keep(struct box_pool *p, const struct box_spec *spec)
{
	struct arena *a;
	size_t at;

	if (!p || spec->start == START_FRESH || !(a = arena_new(POOL_ARENA_BYTES)))
		return;
	see_off(p);
	tend(p);
	at = find(p, a, spec);
	arena_free(a);
	if (at == p->count && p->count == POOL_PLACES) {
		drop_place(p, 0);
		at--;
	}
	if (at == p->count)
		p->places[p->count++] = (struct place){.count = 0};
	fill(&p->places[at], spec);
	tend(p);
}

static struct box *
take_from(struct box_pool *p, size_t at, struct arena *a)
{
	struct place *place = &p->places[at];
	struct box *b;

	place->used_us = clock_us();
	if (place->zygote && !venv_is_same(a, place->zygote)) {
		drop_place(p, at);
		return NULL;
	}
	if (place->count == 0 && !place->zygote)
		return NULL;
	if (place->count == 0)
		return begin_forked(place->zygote);
	b = take_out(place, 0);
	if (!place->zygote && !venv_is_same(a, b)) {
		box_drop(b);
		b = NULL;
	}
	tend(p); /* an empty place is none */
	return b;
}

struct box *
box_pool_take(struct box_pool *p, const struct box_spec *spec)
{
	struct box *b = NULL;
	struct arena *a;
	size_t at;

	if (!p || p->count == 0 || spec->start == START_FRESH || !(a = arena_new(POOL_ARENA_BYTES)))
		return NULL;
	tend(p);
	if ((at = find(p, a, spec)) < p->count)
		b = take_from(p, at, a);
	arena_free(a);
	return b;
}
