/* SPDX-License-Identifier: MIT */
/* run_object.h: a run as every caller gets it, whichever way he asks. */
#ifndef SERVICE_RUN_OBJECT_H
#define SERVICE_RUN_OBJECT_H

#include "work.h"

/* An object: the row's members, those of run_outcome, links. */
struct run_cell {                   /* the run as a cell of a session of the caller's */
	const char *session, *over; /* over: why it takes no cells any more, or empty */
	int64_t
	    first_line; /* lines of the run's findings are counted from the session's first cell */
};
bool run_cell_object(struct arena *a, struct store *s, const struct stored_run *r,
    const struct run_cell *cell, struct json_writer *w, struct err *err); /* cell: may be NULL */
bool run_object(struct arena *a, struct store *s, const struct stored_run *r, struct json_writer *w,
    struct err *err);
/* The parts of the record, once there is one: findings, obligations, usage and the inputs that were opened; of an
 * answered run also answer, value, explanation and artifacts. Nothing that its program only printed. "gone" where it was erased, "sealed" where
 * who reads has no right to the keys of contents. */
bool run_outcome(struct arena *a, struct store *s, const struct stored_run *r,
    struct json_writer *w, struct err *err);
/* Writes a member "addresses": those that the program asked for, each with the call and whose word it is. For operators
 * alone: the program chose the words. */
void run_addresses(const struct json_doc *record, struct json_writer *w);

#endif
