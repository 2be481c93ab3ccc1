/* SPDX-License-Identifier: MIT */
/*
 * executor.h: runs Python inside four walls (supervisor, a sandbox backend, sluice-init,
 * sluice-python).
 *
 * A box is opened, handed its code and inputs as sealed memory files, run once and closed. Nothing
 * that happened inside decides the outcome: the kernel and the launcher do. Where a guarantee that
 * `require` names can't be given, nothing runs.
 */
#ifndef EXECUTOR_H
#define EXECUTOR_H

#include "limit.h"

enum box_outcome {
	BOX_UNKNOWN = 0, /* lost after the code began: it may have run */
	BOX_OK,
	BOX_ERROR, /* the program ended with a non-zero status or an exception */
	BOX_SIGNAL,
	BOX_WALL_TIMEOUT,
	BOX_CPU_LIMIT,
	BOX_OUT_OF_MEMORY,
	BOX_OUTPUT_LIMIT,
	BOX_FILE_LIMIT,
	BOX_VIOLATION, /* it tried what the gate should have refused */
	BOX_CANCELLED,
	BOX_SETUP_FAILED,
	BOX_NEVER_STARTED,
};
const char *box_outcome_name(
    enum box_outcome o); /* "ok", "wall_timeout" ... as in the run record */

struct box_input {
	struct str name; /* a plain file name: the program opens it in its working directory */
	struct str bytes;
};

/*
 * The authority by which a box runs. With zeros, nothing runs. The subject is canonical JSON whose
 * member `box` is what box_describe() gives of the very same spec, and whose `verdict` is "allow"
 * (the policy's word is enough) or "escalate" (people decided: their votes are verified again here,
 * from the executor's own trust file).
 */
enum box_authority_kind { AUTHORITY_NONE = 0, AUTHORITY_POLICY, AUTHORITY_APPROVAL };

struct evidence;

struct box_authority {
	enum box_authority_kind kind;
	struct str subject;
	const struct evidence *approval; /* AUTHORITY_APPROVAL: of this subject (trust.h) */
	const char *trust;               /* the trust file's path */
	/* AUTHORITY_POLICY: the exceptions (trust.h) that the subject names, and the exact bytes of
	 * the findings that they let pass; verified by the same trust file. */
	const struct evidence *exceptions;
	size_t exception_count;
	struct str findings;
};

/* How early a box may be begun. It serves one run in either case. */
enum box_start {
	START_FRESH = 0, /* for a run that is known */
	START_POOLED, /* before: it waits in a box_pool for a run of the same policy and limits */
	START_FORKED, /* the same, and its interpreter is a copy of one that is warm: of a zygote, which
		       * runs no program itself and is forked for each run of one domain */
};
const char *box_start_name(enum box_start s);   /* "fresh", "pooled", "forked" */
enum box_start box_start_find(struct str name); /* by its name; any other: START_FRESH */

struct box;

struct box_spec {
	struct box_authority authority;
	struct str code; /* Python source, the exact bytes that were checked */
	/* Of the gate, from policy_facts; the guest makes CPython's own and compares before a line
	 * of the code runs: a difference is a BOX_VIOLATION. Empty: not compared. */
	struct str facts;
	const struct box_input *inputs;
	size_t input_count;
	struct limits limits;
	bool packages; /* numpy and its kin are visible */
	/* The result has a descriptor of its own, apart from standard output: what the program's
	 * last expression is, where that is a str, is written there as it is. */
	bool result_apart;
	/* Of the operator: the absolute path of a virtual environment for Python 3.11, or of a
	 * folder of packages, which come before Debian's; empty: none. */
	struct str venv;
	/* The backend that makes the namespaces, by name (backend.h); empty: bubblewrap. */
	struct str backend;
	enum box_start start;
	/* The domain of the run: copies of one warm interpreter serve only one domain. */
	struct str domain;
	/* Modules that are imported before the program comes, as the names of import statements.
	 * Where one can't be, nothing runs. */
	const struct str *warm;
	size_t warm_count;
	const struct str *require;
	size_t require_count;
	/*
	 * What the interpreter itself enforces, from the policy; NULL: nothing beyond the outer
	 * walls. An object, each member optional, absent meaning no such rule:
	 *
	 *	{"modules": ["math", "json"],    what the program may import, and all below it
	 *	 "builtins": ["print", "len"],   the names that it sees; exceptions always are there
	 *	 "read": ["."], "write": ["."],  folders that it may open files in; "." is the
	 *	                                 working directory: the inputs, its own files
	 *	 "results": ["*.csv", "out/x*"],  names of the files that it may leave there
	 *	                                 (guest/results.h says what a pattern means)
	 *	 "attributes": {"private": ["__name__"], "deny": ["gi_frame"]},
	 *	                                 names that getattr and its kin may ask for: one
	 *that starts with '_' must be in `private`, any other must not be in `deny` "obligations":
	 *["files"],       guarantees that the verdict rests on: nothing runs where one of them is
	 *not enforced "events": ["os.getrandom"]}     audit events (PEP 578) that it may cause
	 *beside the harmless ones
	 *
	 * An action that the gate let through and the interpreter refuses ends the run as BOX_VIOLATION; so
	 * does a file that was left and fits none of `results`, whatever code wrote it. Scratch in
	 * /tmp may be used where `write` holds anything. An object of the program's own classes may
	 * be asked for any attribute. Native code (numpy and its kin) can write the interpreter's
	 * memory: with `packages` this wall is a tripwire and not a boundary, but for what `files`
	 * guarantees.
	 */
	const struct json_doc *interpreter;
	/* The run's own end by clock_us(), where it may come before limits.wall_ms is used up; 0:
	 * none. */
	int64_t deadline_us;
	/* Polled a few times a second where not NULL; true ends the run as BOX_CANCELLED. */
	bool (*cancelled)(void *context);
	/* Once, while the interpreter starts or, where it is ready, while the program runs; where not NULL.
	 * For work of the caller's that must not take long, for nobody reads the streams meanwhile. */
	void (*meanwhile)(void *context);
	/* Told before it waits for the box, and behind that, where not NULL: nothing of the spec is touched
	 * between the two. */
	void (*waits)(void *context, bool begins);
	void *context; /* of all three */
	/* The program's output may be read while it runs: the interpreter writes line by line, and
	 * `printed`, where not NULL, is called with each piece that comes (stream 0: standard output, 1:
	 * standard error), and a few times a second with an empty one. It must not take long. */
	bool live;
	void (*printed)(void *reader, int stream, struct str bytes);
	void *reader;
	/* The pool that the box is left in once its program and all other processes of it have ended: nobody waits then
	 * for its own end, which box_pool_tend and box_pool_free see to. NULL: it is waited for. */
	struct box_pool *after;
	struct box
	    *prepared; /* by box_prepare, or NULL: box_run uses it up, whatever comes of it */
};

enum guarantee_state { GUARANTEE_ABSENT = 0, GUARANTEE_PARTIAL, GUARANTEE_ENFORCED };

struct guarantee {
	const char *name; /* "network_none", "memory_total" ... */
	enum guarantee_state state;
	struct str by;  /* "network namespace", "cgroup v2", "rlimit" ... */
	int64_t bound;  /* in the limit's unit, 0 where there is none */
	struct str why; /* what is missing, and what to do about it; empty where enforced */
};

struct box_stream {
	struct str bytes;   /* what was kept: head and tail */
	int64_t seen_bytes; /* what was written */
	bool cut;
	char sha256[65]; /* of all that was seen */
};

struct box_error { /* a Python exception, structured; empty strings where there was none */
	struct str name, value, traceback;
	int64_t line;
};

struct box_violation {
	struct str what;    /* system call or audit event */
	struct str detail;  /* a sentence for a person: what was refused, and what to do */
	struct str rule;    /* the rule that the policy has for it ("files.read"), or empty */
	struct str by;      /* who tells: "kernel" (system calls), "interpreter", "supervisor" */
	struct str address; /* that it asked for, by name or number; empty: none, or not known */
	int64_t line;       /* of the program, from 1; 0: not known */
	bool attack;        /* no program makes this call by mistake: it looks for a way out */
};

struct box_artifact {
	struct str name, mime;
	struct str bytes;
	char sha256[65];
};

/* A rich form of the last expression, or a figure: the program's word, never looked into. */
struct box_display {
	struct str mime; /* one of six: text/html, text/markdown, image/png ... */
	struct str bytes;
	char sha256[65];
};

struct box_usage {
	int64_t wall_ms, cpu_ms, memory_bytes, processes;
	/* Without a control group, children that nobody waits for can hide CPU time: then this is
	 * false and cpu_ms is the least that was used. */
	bool cpu_whole;
	/* Bytes that the interpreter and its children read and wrote after they were handed the code, as
	 * their system calls counted it (rchar and wchar of proc(5)): files, pipes and devices, also of modules that were imported; not memory
	 * that files are mapped to, nor sockets, nor a child whose parent ignores its end. Files of the
	 * box lie in memory, so that no disk counts them. Below 0: the kernel does not count. */
	int64_t read_bytes, written_bytes;
};

/* What a session came to with its last cell; read and written: as in box_usage, below 0 where one cell's were not known. */
struct session_use {
	int64_t cells, read_bytes, written_bytes;
};

struct box_result {
	enum box_outcome outcome;
	const char *backend;   /* its name; NULL where none was found */
	enum box_start start;  /* what it was; the spec says what it may be */
	int64_t ahead_ms;      /* the box was begun so long before it was handed the code */
	int exit_code, signal; /* -1, 0 where there is none */
	struct str detail;     /* one line for a person: which limit, which stage of the set-up */
	struct box_stream out, err;
	struct box_stream result; /* where result_apart; counts to limits.output_bytes */
	char venv_sha256[65];     /* of the virtual environment's list of files; empty: none */
	struct str value;         /* repr of the last expression, or empty */
	/* Its other forms in a notebook, then the figures that matplotlib still had open: at most
	 * 20, with no more than limits.artifact_bytes in all. */
	struct box_display *displays;
	size_t display_count, displays_more; /* more: did not fit, or made no sense */
	struct box_error error;
	struct box_usage usage;
	struct session_use session; /* with this cell; no cells: it is none of a session */
	/* The names of the inputs that were opened, by the kernel's word, in the spec's order; of a
	 * session by this cell or an earlier one. NULL: not known. A name or a size is not read by
	 * opening, and tells nothing here. */
	const struct str *inputs_opened;
	size_t inputs_opened_count;
	struct guarantee *guarantees;
	size_t guarantee_count;
	struct box_violation *violations;
	size_t violation_count, violations_more;
	struct box_artifact *artifacts;
	size_t artifact_count;
	struct str *rejected; /* artifacts that were left, each with its reason */
	size_t rejected_count;
};

/*
 * The box in words: canonical JSON with the digests of the code, the inputs and the interpreter's
 * rules, with the limits and the required guarantees. Not of it: authority, deadline, callbacks.
 */
bool box_describe(struct arena *a, const struct box_spec *spec, struct str *out, struct err *err);

/* The way back, as far as guarantees depend on it: limits, backend, packages, venv, start,
 * require. */
bool box_described(struct arena *a, const struct json_doc *doc, const struct json_node *box,
    struct box_spec *out, struct err *err);

/*
 * Runs the box to its end. False (and BOX_SETUP_FAILED or BOX_NEVER_STARTED in the result) where it
 * could not be set up: `err` says which guarantee or stage, and the remedy. Strings live in `a`.
 */
bool box_run(struct arena *a, const struct box_spec *spec, struct box_result *out, struct err *err);
/*
 * Starts the processes, walls and interpreter of a box ahead of its run: what is done then need not
 * be waited for. Of the spec, limits, packages, venv, backend, start, domain, warm, result_apart and
 * what the interpreter enforces count; box_run begins another box where one of them has changed, or where this
 * one has ended meanwhile. It holds nothing untrusted, and ends with this process. NULL where it
 * can't be started: box_run will say why. `begun`: by box_begin, or NULL.
 */
struct box *box_prepare(struct arena *a, const struct box_spec *spec, struct box *begun);
/*
 * The same before there is a spec: starts the default backend and sluice-init, which wait for box_prepare.
 * That uses it up, and starts another where the spec asks for another backend or a venv. NULL where it
 * can't be started.
 */
struct box *box_begin(struct arena *a);
void box_drop(struct box *b); /* a box that no run has used; may be NULL */

/*
 * Boxes of START_POOLED and START_FORKED that wait for their run, for each of the last few specs; what no
 * run took is dropped after some minutes, and so is a zygote of a certain age or number of runs. One
 * thread's, or NULL wherever it is asked for.
 */
struct box_pool;
struct box_pool *box_pool_new(void); /* NULL: no memory */
void box_pool_free(struct box_pool *p);
/* Has a box stand ready for the next run like this one. Nothing for START_FRESH. */
void box_pool_keep(struct box_pool *p, const struct box_spec *spec);
/* The box that waits for a run of this spec, now the caller's as by box_prepare; or NULL. */
struct box *box_pool_take(struct box_pool *p, const struct box_spec *spec);
void box_pool_tend(struct box_pool *p); /* drops what has waited for too long, or was left */
/*
 * A session: one box with one interpreter, which runs programs (cells) of one owner one after another. Each cell
 * sees the names and files that earlier cells left. Between two cells every process of the box is stopped. The
 * caller must make sure that a session serves only one owner, and only one thread may use it.
 *
 * The gate judges a cell together with all that ran before: `code` of the cell's spec is session_text()
 * with the new cell behind it, facts and authority are those of the whole. The executor compares, and runs
 * what is new. The lines of errors and violations are counted in the whole; session_line() is the last
 * one before the new cell.
 *
 * Limits are those of the spec: wall_ms, cpu_ms and output_bytes for each cell; memory, processes, files and
 * disk for the session. The spec's `inputs` are handed over with the first cell and stay.
 *
 * A session is over for good after a cell that was a violation or hit a limit of time or output, whose
 * process was killed, or which could not be set up; where it idled for too long; and when a bound of
 * session_limits is reached. An exception in a cell leaves it open.
 */
struct session_limits {
	int64_t idle_ms, whole_ms, cpu_ms; /* between two cells; from its opening; of all cells */
	int64_t cells;
};
extern const struct session_limits SESSION_LIMITS; /* 10 minutes, 4 hours, 10 minutes, 500 */
struct box_session;
/* Of the spec count what box_prepare looks at, and `prepared`, which is used up. NULL: `err` says why. */
struct box_session *session_open(
    const struct box_spec *spec, const struct session_limits *limits, struct err *err);
struct str session_text(const struct box_session *s); /* the session's, until the next cell */
int64_t session_line(const struct box_session *s);
struct str session_between(void); /* what stands behind each cell in that text */
/* Empty while it is open, else why it is over. */
const char *session_over(struct box_session *s);
/* As box_run, for a cell. Artifacts are the files that are new, or not what they were. */
bool session_cell(struct arena *a, struct box_session *s, const struct box_spec *spec,
    struct box_result *out, struct err *err);
struct session_use session_used(const struct box_session *s);
void session_close(struct box_session *s); /* may be NULL */

/* The votes of an AUTHORITY_APPROVAL, verified against the trust file that it names. */
bool approval_holds(struct arena *a, const struct box_authority *by, struct err *err);
/* Whether box_run would get past its authority: the same question, asked before. */
bool box_may_run(struct arena *a, const struct box_spec *spec, struct err *err);
/*
 * The same for a program of our own (the self-test, the tests), which no policy judges: under the
 * authority of a subject that names nothing but this box. The spec's own authority is not looked
 * at.
 */
bool box_own(struct arena *a, struct box_spec *spec, struct err *err); /* fills the authority */
bool box_run_own(
    struct arena *a, const struct box_spec *spec, struct box_result *out, struct err *err);
void box_result_json(
    const struct box_result *r, struct json_writer *w); /* the record's "execution" object */
/* Their list alone. */
void box_violations_json(const struct box_violation *list, size_t count, struct json_writer *w);

/* The guarantees that a box of this spec would report on this machine, by looking: of the spec, limits, backend,
 * packages, venv and the interpreter's rules count. */
bool box_guarantees(struct arena *a, const struct box_spec *spec, struct guarantee **out,
    size_t *count, struct err *err);
/* The same by trying each (sluice doctor). `spec` may be NULL: small limits, the default backend.
 */
bool box_probe(struct arena *a, const struct box_spec *spec, struct guarantee **out, size_t *count,
    struct err *err);
const char *guarantee_state_name(enum guarantee_state s);
/* The guarantee of the name, or NULL. */
const struct guarantee *guarantee_find(const struct guarantee *list, size_t count, struct str name);

#endif
