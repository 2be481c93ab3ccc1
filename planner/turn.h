/* SPDX-License-Identifier: MIT */
/* turn.h: what a planner knows of the session that its programs run in. */
#ifndef PLANNER_TURN_H
#define PLANNER_TURN_H

#include "ceilings.h"
#include "planner.h"

struct turn {
	bool begun;                                /* programs are cells of a session */
	struct planner_cell cells[CELLS_TOLD_MAX]; /* the last ones, the oldest first */
	size_t count;
	int64_t ran; /* cells in all */
	struct planner_place place;
	struct plan plan; /* of this turn, once planned */
	bool planned, more;
};

bool turn_note(struct turn *t, struct arena *a, const struct planner_cell *cell, struct err *err);
/* The section of the prompt. Output stands between two lines with a mark that it can't have known. */
bool turn_section(struct arena *a, const struct turn *t, struct str *out, struct err *err);

#endif
