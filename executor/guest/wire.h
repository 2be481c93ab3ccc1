/* SPDX-License-Identifier: MIT */
/*
 * wire.h: what the supervisor and the programs inside say to each other. Both ends come from one
 *build.
 *
 * Over the control socket (SEQPACKET, one `struct wire` a message, descriptors beside it):
 *
 *	supervisor -> init   SETUP (both filters, report pipe, sealed rules; the control group's files,
 *	                     which are joined by writing to them; result pipe, where there is one)
 *	init -> supervisor   READY (working directory, pidfd of init), or FAILED
 *	supervisor -> init   INPUTS, where there are any; INPUT (a sealed file), once an input
 *	supervisor -> init   GO (sealed code; sealed facts, where there are some)
 *	init -> supervisor   REFUSAL, any number; DONE, once
 *	supervisor -> init   END, at any time: kill everything and say DONE
 *
 * If GO says that more may follow, the program is a cell of a session: sluice-python says CELL to init
 * when it has come to its end, and waits for another GO instead of ending. Init stops all processes and
 * passes the word on:
 *
 *	init -> supervisor   CELL
 *	supervisor -> init   GO, for the next one; everything goes on
 *
 * sluice-python starts with SETUP, behind all its walls, and waits. Init hands it the message GO as
 * it came, when the inputs are in place and init itself has no capability left. Nothing untrusted is
 * in the box before GO.
 *
 * If SETUP asks for a zygote, init becomes sluice-python, which imports what it is told to and then
 * takes messages of one kind:
 *
 *	supervisor -> zygote FORK (the new box's control socket, standard output and error)
 *
 * It answers none. The new box's control socket has SETUP waiting in it, and everything above is said
 * over that one.
 *
 * End of file on the control socket kills everything inside, at any stage.
 *
 * Over the report pipe sluice-python writes frames: `struct wire_frame`, then `bytes` bytes. What
 *stands in them is the program's word, since it shares sluice-python's memory: it never makes an
 *outcome better.
 */
#ifndef EXECUTOR_WIRE_H
#define EXECUTOR_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#define WIRE_VERSION 6
#define WIRE_CONTROL_FD 3
#define WIRE_FDS_MAX 9
#define WIRE_NAME_BYTES 256
#define WIRE_INPUTS_MAX 64 /* a bit each in wire_done */
#define WIRE_DIGEST_BYTES 65
/* The first refusal of each row of the table is told, and so many more of those that repeat one. */
#define WIRE_REFUSALS_MAX 32
#define WIRE_QUESTIONS_MAX 8 /* of libraries, told apart from them */
#define WIRE_DISPLAYS_MAX 20
#define WIRE_ADDRESSES_MAX 16 /* of events that are let through; the box has no network */

/* Places inside the box; the supervisor's command line and init agree on them. */
#define WIRE_WORK "/box"
#define WIRE_VENV "/usr/lib/python3/venv" /* a library, as all below /usr/lib/python3 */
#define WIRE_INIT "/app/init"
#define WIRE_PYTHON "/app/python"

enum wire_kind {
	WIRE_SETUP = 1,
	WIRE_READY,
	WIRE_FAILED,
	WIRE_INPUTS,
	WIRE_INPUT,
	WIRE_GO,
	WIRE_REFUSAL,
	WIRE_END,
	WIRE_DONE,
	WIRE_FORK,
	WIRE_CELL,
};

enum wire_why { /* what ended the program, as init saw it */
	WIRE_WHY_EXIT = 1,
	WIRE_WHY_WALL,
	WIRE_WHY_CPU,
	WIRE_WHY_TOLD,
};

struct wire_setup {
	int64_t cpu_ms, address_bytes, tasks, open_files, file_bytes, disk_bytes, disk_inodes,
	    display_bytes;
	int32_t packages, venv, one_process;
	int32_t groups;                  /* files of control groups behind the four descriptors */
	int32_t zygote;                  /* it runs no program, and is forked for each that does */
	int32_t reads_work, writes_work; /* may the program, in the working directory? */
};

struct wire_ready {
	int32_t landlock_abi; /* 0 where the kernel has none */
};

struct wire_failed {
	int32_t sys;
	char stage[80];
};

struct wire_inputs { /* of all of them */
	int64_t bytes, count;
};

struct wire_input {
	char name[WIRE_NAME_BYTES];
	int64_t bytes;
};

struct wire_go {
	char code_sha256[WIRE_DIGEST_BYTES];
	int64_t wall_ms;
	int32_t has_facts; /* their descriptor stands behind the code's */
	/* Of a session: what stands before this byte has run already; CPU time that is left to all
	 * cells together, 0: no other program follows; how long it may wait for one. */
	int64_t from, session_cpu_ms, idle_ms;
	uint64_t word; /* of init, which takes no end of the cell without it */
};

struct wire_cell {             /* to init; both are the program's word */
	int32_t status, early; /* as an exit status; it ended by an exception, or sys.exit */
	uint64_t word;
};

struct wire_refusal {
	int32_t call, row; /* row: of the table (calls.h) */
	int32_t class;     /* an enum call_class, as sluice-init saw it */
	int32_t foreign;   /* of another architecture's table */
	uint64_t args[3];
	char path[128]; /* of execve its first argument; of connect the address, as text */
};

/* Of CELL, too: `why` is an exit with the status that the program gave, and `left`: it ended early. */
struct wire_done {
	int32_t why, wait_status, left; /* left: processes that were still there */
	int64_t processes, refusals;    /* refusals: without the questions of libraries */
	int64_t wall_us, cpu_us, peak_kb;
	int64_t read_bytes, written_bytes; /* below 0: the kernel does not count them */
	/* Of a session: by this cell or one before. A bit for each INPUT, in their order. */
	uint64_t inputs_opened;
	int32_t inputs_known; /* false: the kernel did not tell all of it */
};

struct wire {
	int32_t kind, version;
	union {
		struct wire_setup setup;
		struct wire_ready ready;
		struct wire_failed failed;
		struct wire_inputs inputs;
		struct wire_input input;
		struct wire_go go;
		struct wire_refusal refusal;
		struct wire_done done;
		struct wire_cell cell;
	} is;
};

/* False where the message did not go out whole. */
bool wire_send(int socket, struct wire *message, const int *fds, int fd_count);
/* False at end of file, and where the message is not one of ours. Unused places in fds are -1. */
bool wire_receive(int socket, struct wire *message, int fds[WIRE_FDS_MAX]);

/* Descriptors that init hands to sluice-python. */
enum guest_fd {
	GUEST_GO = 3, /* a socket: the message GO; a zygote's control socket */
	GUEST_REPORT,
	GUEST_FILTER,
	GUEST_RULES,
	GUEST_RESULT, /* open only where the result is apart from standard output */
	GUEST_FDS_END
};

/*
 * How sluice-python names a failure that the wait status can't tell apart from others. A program
 * may fake one: it then only gives its own failure another name.
 */
enum guest_claim {
	CLAIM_NONE = 0,
	CLAIM_MEMORY,
	CLAIM_FILE,
	CLAIM_VIOLATION,
	CLAIM_SETUP,
	CLAIM_END
};

enum frame_kind {
	FRAME_VALUE = 1,
	FRAME_ERROR_NAME,
	FRAME_ERROR_VALUE,
	FRAME_ERROR_TRACEBACK,
	FRAME_ERROR_LINE, /* decimal */
	FRAME_VIOLATION, /* what, detail, rule, line, address: each but the last with a NUL behind it */
	FRAME_CLAIM,     /* decimal, an enum guest_claim */
	FRAME_SETUP_FAILED, /* what did not work */
	FRAME_BEGIN,        /* what follows is the program's, if it wants it to be */
	FRAME_DISPLAY,      /* one byte, an enum display_kind; then what is displayed */
	FRAME_ADDRESS, /* what, address: the first with a NUL behind it; an event that was let through */
	FRAME_END, /* the program came to its end and all frames were written */
};

enum display_kind { /* one that did not fit is told as DISPLAY_LEFT */
	DISPLAY_LEFT = 0,
	DISPLAY_HTML,
	DISPLAY_MARKDOWN,
	DISPLAY_SVG,
	DISPLAY_PNG,
	DISPLAY_LATEX,
	DISPLAY_JSON,
	DISPLAY_KINDS
};

struct wire_frame {
	uint32_t kind, bytes;
};

#endif
