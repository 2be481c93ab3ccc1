/* SPDX-License-Identifier: MIT */
/* init.h: the parts of sluice-init, which is small, static and PID 1 of the box. */
#ifndef GUEST_INIT_H
#define GUEST_INIT_H

#include "answer.h"

#include <sys/types.h>

_Noreturn void init_fail(
    const char *stage); /* tells the supervisor, with errno, and ends the box */

void init_write(
    const char *file, const char *text, const char *stage); /* ends the box where it can't */

/* How the program's process comes by its interpreter. */
struct init_start {
	/* In that process, behind its walls and with its descriptors in place; returns only where it
	 * failed, with errno. */
	void (*program)(const struct wire_setup *setup);
	/* NULL: it is executed. Else it is this process's own, forked; and this looks at its walls once
	 * more, from process 1. */
	void (*prove)(pid_t program);
};
/* Process 1 of a box, from SETUP to DONE; the exit status. */
int init_serve(const struct init_start *start);
/* An init_start's `program`, and what a zygote begins as. */
void init_execute(const struct wire_setup *setup);

/* mounts.c: the runtime's places, where the backend has left them to init. */
void mounts_runtime(const struct wire_setup *setup);
/* Takes away what they came from. That waits for the whole kernel: the interpreter may start meanwhile, but
 * nothing is ready before. */
void mounts_leave_host(void);
/* The mounts that bubblewrap can't make: a tmpfs with a bound on inodes, masks over /proc, the
 * inputs. */
void mounts_prepare(const struct wire_setup *setup);
void mounts_scratch(const struct wire_setup *setup); /* of these the tmpfs alone */
/* Room for them. */
void mounts_await_inputs(const struct wire_setup *setup, const struct wire_inputs *inputs);
void mounts_add_input(const struct wire_input *input, int fd);
/* From here on inputs can't change, nor the working directory where it may not be written. */
void mounts_finish(const struct wire_setup *setup);

/* confine.c: what the program's process is put under; each ends the box where it can't. */
void confine_drop_bounding(void); /* first, while CAP_SETPCAP is there */
void confine_drop_capabilities(void);
void confine_limits(const struct wire_setup *setup);
int confine_landlock_abi(void);
void confine_landlock(int abi, const struct wire_setup *setup);
int confine_seccomp(int filter_fd); /* returns the listener */
/* By the kernel's word: the process has no capability, gains none, and is filtered. */
void confine_prove(pid_t program);

/* io.c: what the box's processes, but init, have read and written: those that live, and those that were
 * waited for. */
struct io {
	int64_t read, written;
};
struct io_count {
	int whole, own; /* init's files in /proc; -1: the kernel does not count */
	bool begun;
	struct io before;
};
void io_open(struct io_count *c);
/* What was read so far is not the program's doing. `alone`: the one process beside init, so that no others
 * are looked for, which a waiting program would wait for; 0: there may be others. */
void io_begin(struct io_count *c, pid_t alone);
void io_since(const struct io_count *c, struct wire_done *done);

/* opened.c: which inputs were opened, in the order of the watches. */
void opened_watch(const char *path);
int opened_queue(void); /* its descriptor, to be kept, or -1 */
void opened_since(struct wire_done *done);

/* tend.c: answers refused calls until the supervisor speaks. False: the program has ended. */
bool tend_until_word(struct answers *answers);
/* Waits for the program, answers refused calls, keeps the deadlines, reaps, fills the report. In between
 * it passes cells on to `python`, the socket to the program's process, where GO says that they follow. */
uint64_t random_word(void);
/* Each process beside init, the moment it is looked at. */
void init_processes(void (*visit)(long pid, void *context), void *context);
void tend(struct answers *answers, const struct wire_setup *setup, const struct wire_go *go,
    int python, struct io_count *io);

#endif
