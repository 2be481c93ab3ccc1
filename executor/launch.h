/* SPDX-License-Identifier: MIT */
/*
 * launch.h: a box, and its part that needs neither the code nor the word that it may run: the
 * processes, their walls, the interpreter and the channels to them. It waits for GO. Nothing
 * untrusted is in it.
 */
#ifndef EXECUTOR_LAUNCH_H
#define EXECUTOR_LAUNCH_H

#include "artifacts.h"
#include "backend.h"
#include "ceilings.h"
#include "cgroup.h"
#include "identity.h"
#include "report.h"
#include "rules.h"
#include "watch.h"

#define STANDING_ARENA_BYTES                                                                       \
	((size_t)8 << 20) /* of a box that outlives the run, or comes before it */

enum { THEIR_REPORT = BOX_STREAMS, THEIR_CONTROL, THEIRS };
enum { SEALED_FILTER_START, SEALED_FILTER_RUN, SEALED_RULES, BOX_SEALED };

struct box {
	struct arena *a;
	const struct box_spec *asked;
	struct box_spec spec; /* with what time is left */
	struct box_result *result;
	const struct backend *backend;
	struct parts parts;
	struct venv venv;
	struct identity who;
	struct cgroup group;
	struct rules rules;
	struct misfits misfits;
	int sealed[BOX_SEALED], inputs[BOX_INPUTS_MAX];
	int theirs[THEIRS]; /* the box's ends; all streams first */
	struct proc proc;
	bool stands;         /* proc is to be waited for */
	bool pooled;         /* it was begun for any run of its spec */
	bool waited;         /* it stood before its run asked for it */
	struct arena *own;   /* of a box of a pool: it was begun in it, and they end together */
	struct box *zygote;  /* it is forked from this box, which takes no run; NULL: started */
	bool breeds;         /* it is such a zygote: */
	bool retired;        /* no more are forked, and it ends with the last of them */
	size_t forks, users; /* boxes forked from it, and how many of them are not released */
	struct watch watch;
	struct report report;
};

void launch_init(struct box *b); /* nothing of it is open */
/* Starts what its spec and rules describe; false with the step's name in *step. Whatever came of it
 * is released by launch_release. Not looked at: code, facts, inputs, authority, the deadline. */
bool launch(struct box *b, const char **step, struct err *err);
/* A box of `a` for the runs of a spec, without code, inputs and authority; NULL: `err` says why. `begun`: by
 * box_begin, used up; or NULL. `breeds`: a zygote. */
struct box *launch_ahead(
    struct arena *a, const struct box_spec *spec, struct box *begun, bool breeds, struct err *err);
/* The same in an arena of its own, which ends with it; nothing of the spec is looked at later. */
struct box *launch_standing(const struct box_spec *spec, bool breeds, struct err *err);
/* The same, forked from a zygote. */
struct box *launch_fork(struct arena *a, struct box *zygote);
/* Whether the box that stands is one that this spec, with these rules, would start; it may be of a colder
 * tier than the spec admits. */
bool launch_serves(const struct box *b, const struct box_spec *spec, const struct rules *rules);
bool launch_lives(const struct box *b); /* as far as can be seen: its control socket is open */
/* Waits for its processes, which its control socket's end ends; kills them where they stay. */
void launch_end(struct box *b);
/* box.c: runs one cell in the box of a session. Where `standing->watch.paused` then, others may follow. */
bool box_cell(struct arena *a, struct box *standing, const struct box_spec *spec,
    struct box_result *out, struct err *err);
void launch_release(struct box *b);
/* The same, or leaves it to `after`, where it has settled; `after` may be NULL. */
void launch_leave(struct box *b, struct box_pool *after);
void pool_leave(struct box_pool *p, struct box *b); /* pool.c: a box with an arena of its own */
void launch_retire(struct box *zygote);

#endif
