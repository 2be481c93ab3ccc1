/* SPDX-License-Identifier: MIT */
/*
 * interpreters.h: sessions of agents. An interpreter stays for one owner, who sends it cells: programs of
 * which each finds what those before it left (executor.h). A cell is a run like any other, judged with all
 * that ran before. Private to this folder.
 *
 * Each session is a process, `sluice worker --session`, that drives the runs which are leased to it. It is
 * of this service alone, and over when the service ends or its trust file changes.
 */
#ifndef SERVICE_INTERPRETERS_H
#define SERVICE_INTERPRETERS_H

#include "proc.h"
#include "store.h"

#include <pthread.h>

#define INTERPRETERS_MAX 16   /* open at once */
#define INTERPRETERS_OF_ONE 4 /* of one owner */
#define INTERPRETER_OVER_BYTES 160

struct interpreter {
	char id[STORE_ID_BYTES];    /* the leases' worker; empty: the place is free */
	char owner[STORE_ID_BYTES]; /* a principal's id */
	char run[STORE_ID_BYTES];   /* in hand; empty: none */
	char cell[STORE_ID_BYTES];  /* the run of the last cell, in hand or not */
	int64_t first_line;         /* of that cell in its run's program */
	bool begins;                /* a cell is on its way to the store */
	bool lives;
	struct proc proc;
	int to, from;
	struct buf task;  /* a request's body without the code */
	struct buf text;  /* all that ran, which the next cell follows */
	struct buf heard; /* of the process */
	int64_t cells, used_us;
	char over[INTERPRETER_OVER_BYTES]; /* why it takes no cells any more; empty: it does */
};

struct interpreters {
	pthread_mutex_t lock;
	struct interpreter list[INTERPRETERS_MAX];
};

struct interpreter_told { /* of one, as it is now */
	char id[STORE_ID_BYTES];
	int64_t cells, first_line;
	bool busy;
	char over[INTERPRETER_OVER_BYTES];
};

struct request;
struct answer;
void interpreters_begin(struct interpreters *all);
/* Ends all of them; their owners are told why. */
void interpreters_end(struct interpreters *all, const char *why);
void interpreters_release(struct interpreters *all); /* when the service ends */

/* A session for programs under the task of the request's body, which names no code and no output. */
bool interpreter_begin(
    struct request *r, struct answer *answer, struct interpreter_told *out, struct err *err);
/* The next cell, as a run that its session drives. */
bool interpreter_cell(struct request *r, struct answer *answer, struct str id, struct str code,
    struct stored_run *run, struct err *err);
/* If this run is the last cell of one of the caller's sessions: the session's state. If the run has settled, this
 * waits a moment for the session's process. A run whose process died is cancelled. False: it is not such a run. */
bool interpreter_look(
    struct request *r, const struct stored_run *run, struct interpreter_told *out);
/* The caller's sessions; `list` has room for INTERPRETERS_MAX. */
bool interpreter_list(
    struct request *r, struct interpreter_told *list, size_t *count, struct err *err);
/* It, and the cell in hand, are over. `again`: with a fresh interpreter in its place. */
bool interpreter_close(struct request *r, struct answer *answer, struct str id, bool again,
    int64_t *cells, struct err *err);

/* interpreter_process.c, for interpreters.c: the process of one. */
#define INTERPRETER_TEXT_BYTES ((size_t)1 << 20) /* of a program, as the executor has it */
#define INTERPRETER_HEAD_BYTES 512               /* of what is said before it */
struct service_options;
/* It writes what cells print into `live`. */
bool interpreter_start(
    const struct service_options *o, int live, struct interpreter *it, struct err *err);
void interpreter_hear(struct interpreter *it); /* what it has said; notes where it has ended */
void interpreter_end(struct interpreter *it, const char *why);

#endif
