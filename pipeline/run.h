/* SPDX-License-Identifier: MIT */
/*
 * run.h: a task becomes a run; a run goes through five stages and ends with an answer, a stop or an
 * escalation:
 *
 *     plan -> generate -> check -> run -> validate -> answer
 *
 * Everything belongs to the arena that it was made in. A run belongs to one thread; tasks and
 * policies may be shared.
 */
#ifndef RUN_H
#define RUN_H

#include "executor.h"
#include "hash.h"
#include "planner.h"
#include "policy.h"
#include "sluice.h"
#include "validator.h"

enum verdict { /* a forgotten return value stops */
	VERDICT_STOP = 0,
	VERDICT_ESCALATE,
	VERDICT_PASS,
};

enum stage_id {
	STAGE_PLAN = 0,
	STAGE_GENERATE,
	STAGE_CHECK,
	STAGE_RUN,
	STAGE_VALIDATE,
	STAGE_COUNT,
};
const char *stage_name(size_t stage); /* "plan" ... "validate" */

enum run_status {
	RUN_FAILED = 0,
	RUN_REFUSED,
	RUN_ESCALATED,
	RUN_CANCELLED,
	RUN_ANSWERED,
};
const char *run_status_name(enum run_status s);

enum sluice_exit sluice_exit_of(const struct err *err); /* of a failure outside a run */

/* A caller's request; each field that is set wins over the task file's. Paths as given by the
 * caller. */
struct task_request {
	const char *path;       /* a task file, or NULL */
	const char *goal;       /* words */
	const char *policy;     /* a shipped policy's name, or a path */
	const char *profile;    /* one of the policy's */
	const char *schema;     /* path of a JSON Schema */
	const char *code;       /* path of a program: planning and generation are skipped */
	const char *model_file; /* replies for the `script` provider */
	const char *model; /* "PROVIDER MODEL [KEY_FILE]", in place of the file's whole block */
	const char *url, *key_file; /* of `model`; each may be NULL */
	const char *record;         /* where the exchanges with the model are written */
	const char *trust;          /* the trust file; NULL: SLUICE_TRUST, else the system's */
	const char *const *inputs;
	size_t input_count;
	bool
	    session; /* of each of its cells, whose program comes later; without a schema, any text passes */
	struct loads
	    *loads; /* load_cache.h; the task lives no longer than they. NULL: nothing is kept */
};

struct task_budgets {
	int64_t attempts, wall_ms;
	int64_t cells;                     /* that a session may run for one goal */
	int64_t cells_left;                /* of them, with the next one: set for each */
	int64_t by_cause[FEEDBACK_CAUSES]; /* repairs allowed for each cause */
};

struct task_input {
	struct str name, bytes;
	char sha256[DIGEST_HEX_BYTES];
	const struct str *sensitive; /* its columns and members whose values must not leave */
	size_t sensitive_count;
	struct str about; /* what it holds, in the task's words: for the model */
	struct planner_meaning *meanings;
	size_t meaning_count;
};

struct task_invariant {
	struct invariant *invariant;
	struct str text, message; /* message: the task's own words; may be empty */
	enum invariant_severity severity;
};

struct task_artifact {         /* a file that the program must leave */
	struct str name;       /* a pattern: *, ? */
	struct str type;       /* a framing's name, "png", or empty */
	struct schema *schema; /* or NULL; png: of {"width", "height"}, in pixels */
	struct str schema_text;
	struct str *columns; /* csv: the header, in order */
	size_t column_count; /* 0: any */
	int64_t bytes_max;   /* 0: the policy's limit alone */
	bool optional;
};

enum output_channel {
	CHANNEL_STDOUT = 0, /* the whole of standard output is the output */
	CHANNEL_RESULT,     /* a descriptor of its own: the last expression, where that is a str */
};
const char *output_channel_name(enum output_channel c); /* "stdout", "result" */

struct tool;

struct task {
	struct str goal;
	struct task_input *inputs;
	size_t input_count;
	struct str *sensitive;                   /* values of the inputs that must not leave */
	size_t sensitive_count, sensitive_short; /* short: so short that they are not looked for */
	struct str *sensitive_absent;            /* the policy's names that no input has */
	size_t sensitive_absent_count;
	struct policy *policy;
	struct policy **trials; /* tried beside it; they decide nothing */
	size_t trial_count;
	enum output_framing framing;
	enum output_channel channel;
	struct schema *schema; /* ndjson: of each record */
	struct task_invariant *invariants;
	size_t invariant_count;
	struct task_artifact *artifacts;
	size_t artifact_count;
	bool artifacts_listed;  /* then the program may leave no others */
	struct str schema_text; /* as JSON; {} where the caller gave none: any JSON text passes */
	struct limits limits;
	struct model_spec model;
	bool explain; /* put the answer into words */
	bool review;  /* a person must see the program before it runs */
	struct tool
	    *tool; /* what it publishes (tool.h), or NULL; then all else follows from that */
	const struct str *tool_words; /* tools that it wants, by name; the store finds them */
	size_t tool_word_count;
	struct tool *tools; /* those, found */
	size_t tool_count;
	bool has_code;
	struct str code; /* the caller's own program, where has_code */
	/* It was asked for in a session, behind so many bytes that ran in it; 0: in none, or as its first cell. */
	int64_t cell_from;
	struct task_budgets budgets;
};

struct str task_schema_text(void); /* the JSON Schema of a task file */
/* Loads everything that a task names. All errors at once, each at its place. */
bool task_load(
    struct arena *a, const struct task_request *request, struct task **out, struct err_list *errs);
/* A session for programs of this task (executor.h): a cell is a run whose code is session_text() with the new
 * lines behind it, and whose `session` is this. `requester` alone may run cells in it. */
struct box_session *task_session(
    struct arena *a, const struct task *task, const char *requester, struct err *err);
/* A planner that is told of the task; it lives in `a`. And what the policy says of a plan's imports, as
 * plan->told. */
bool task_planner(struct arena *a, const struct task *task, struct planner **out, struct err *err);
bool task_tell_imports(
    struct arena *a, const struct task *task, struct plan *plan, struct err *err);
/* The same of a task that came with its files, under the names that it uses: nothing is read from
 * this machine but the policy, which the request names. */
bool task_load_sent(struct arena *a, const struct task_request *request,
    struct policy_source *files, size_t count, struct task **out, struct err_list *errs);
/* The folder of shipped policies, or NULL. */
const char *policies_folder(struct arena *a);
/* A policy's file, with the packs of installed bundles; `open` as policy_load has it. */
bool policies_load(struct arena *a, const char *path, const struct policy_texts *open,
    struct policy **out, struct err_list *errs);
/* Texts that find the packs of installed bundles, and hold no file of their own. */
struct policy_texts policies_texts(void);
/* `name` is a shipped policy's name or a path as seen from the folder of `beside` (NULL: the
 * working directory). */
char *policy_find(/* its file's path; NULL where that is not known */
    struct arena *a, const char *name, const char *beside, struct err_list *errs);
/* Opens a policy to read, test or compare it: a name means an installed bundle's policy, else a
 * shipped one. An invalid bundle is an error; nothing is used in its place. A bundle's file,
 * FILE.bundle or FILE.bundle/ID, is read regardless of its signatures. */
bool policy_open(struct arena *a, const char *name, const char *beside, struct policy **out,
    struct err_list *errs);
/* The policies that installed bundles offer, by their ids; none without a trust file (NULL: the
 * usual one). */
bool policies_offered(
    struct arena *a, const char *trust, struct str **ids, size_t *count, struct err_list *errs);
/* The names of the shipped policies, sorted. */
bool policies_shipped(struct arena *a, struct str **names, size_t *count, struct err *err);
/* Whether the trust file wants signed policies: then nothing unsigned may change a verdict. */
bool policies_are_signed(struct arena *a, const char *trust, bool *are, struct err_list *errs);
/* Verifies each waiver that has evidence, by the trust file (NULL: the usual one), as an exception of the store
 * is for a run under this policy; then it has its approvers. All mistakes, each at its waiver. */
bool waivers_grant(struct arena *a, const char *trust, const struct policy *p, int64_t now_us,
    struct waivers *w, struct err_list *errs);
/* To judge by it: the same, but where the trust file (NULL: the usual one) wants signed policies,
 * others are refused. With `loads` (load_cache.h; or NULL) it is kept while its files are as they were, and lives no
 * longer than they. */
struct loads;
bool policy_take(struct arena *a, const char *trust, const char *name, const char *beside,
    struct loads *loads, struct policy **out, struct err_list *errs);

struct run_attempt { /* one program that was tried */
	struct str code;
	struct str own; /* what the model wrote of it */
	char code_sha256[DIGEST_HEX_BYTES];
	enum feedback_cause cause; /* FEEDBACK_NONE while nothing is wrong with it */
	struct str summary;
	struct str model; /* who wrote it: "openai gpt-5"; empty where no model did */
	bool executed;    /* then how it ended, and what the box refused it */
	enum box_outcome outcome;
	const struct box_violation *violations;
	size_t violation_count, violations_more;
};

enum run_event_type {
	EVENT_RUN_STARTED,
	EVENT_STAGE_STARTED,
	EVENT_STAGE_FINISHED,
	EVENT_REPAIR,
	EVENT_VIOLATION, /* the box refused what the program tried; of its last attempt */
	EVENT_EVASION,   /* the program hides what it does, or tries to break out */
	EVENT_MODEL,     /* `progress` of a request */
	EVENT_OUTPUT,    /* `output` of the program that runs; nobody has validated it */
	EVENT_RUN_FINISHED,
};

struct run;

/* The output of a running program, if its policy lets it be shown: unbelieved, and never an answer. */
enum live_end {
	LIVE_GOES_ON = 0,
	LIVE_WITHHELD, /* the text holds, or may hold, what must not leave: no more is told */
	LIVE_CUT,      /* it was too much: no more is told */
};
struct live_piece {
	const char *stream; /* "stdout", "stderr" */
	struct str text;    /* as buf_visible writes each line; empty at an end */
	enum live_end end;
};

struct run_event {
	enum run_event_type type;
	size_t stage;
	enum verdict verdict; /* of EVENT_STAGE_FINISHED */
	int64_t elapsed_us;   /* of the stage or the run */
	const struct planner_progress *progress;
	const struct live_piece *output;
};

struct run_observer {
	void (*event)(void *context, const struct run *run, const struct run_event *event);
	bool (*cancelled)(void *context); /* polled; may be NULL */
	void *context;
	void (*meanwhile)(void *context); /* as the box's (executor.h); may be NULL */
	/* The same, and while a model is asked. `cancelled` and `event` may be called meanwhile. */
	void (*waits)(void *context, bool begins);
};

#define RUN_ID_BYTES 32
#define RUN_ATTEMPTS_MAX 10

/*
 * Writes a run down as it goes (work.h). Where it can't, the run stops there: nothing happens that
 * is not on the record. `starting` comes just before the code runs, when all that allows it has
 * been verified; `left` after each stage, with what the stage said.
 */
struct run_keeper {
	bool (*starting)(void *context, struct run *run, struct err *err);
	bool (*left)(void *context, struct run *run, enum verdict verdict, struct err *err);
	void *context;
};

struct run {
	struct arena *arena;
	const struct task *task;
	char id[RUN_ID_BYTES];
	struct run_observer observer;
	const struct run_keeper *keeper; /* NULL: nothing is kept */
	/* A box that stands before the program may run; the caller's, who drops what is left of it.
	 * If it is empty, the check begins one. NULL: none is made ahead. */
	struct box **ahead;
	struct box_pool *pool;  /* where boxes wait, or NULL */
	struct box_pool *after; /* where they are left behind their run, or NULL */
	/* The session that the program is the next cell of, with all that ran before it; NULL: of none. */
	struct box_session *session;
	const char *requester; /* a principal's id, or NULL */
	bool request_signed;   /* by the requester; else it is an account's name */
	char request_sha256[DIGEST_HEX_BYTES], request_keyid[DIGEST_HEX_BYTES]; /* or empty */
	const struct str *editors; /* people who signed edits of its code */
	size_t editor_count;
	char task_sha256[DIGEST_HEX_BYTES]; /* of the stored task, or empty */
	int64_t now_us; /* when it begins, UTC by the store's clock; 0: by this machine's */
	/* The people of the trust file, for waivers; NULL: only the requester's id is known. */
	const struct waiver_people *people;
	/* Exceptions, which are waivers (policy-engine/policy/waiver.h) that the store grants:
	 * those that may be used, and (once checked) the ids of those that were needed. */
	const struct waivers *granted;
	const struct evidence *grants;  /* what proves each of those that are granted */
	struct str ungranted;           /* why one that the store names does not hold, or empty */
	const char *trust;              /* the trust file that they were judged by, or NULL */
	struct verdict_cache *verdicts; /* of a worker, or NULL */
	struct str *exceptions;
	size_t exception_count;
	/* People's decision: about the code (the box verifies it), or about the output. NULL:
	 * nobody was asked. */
	const struct box_authority *approval;
	bool release; /* it is about the output */
	/* It ran as a cell of a session, behind so many bytes of its code; -1: it did not. */
	int64_t cell_from;
	/* Guarantees that the policy requires and this machine does not give: a person must accept
	 * it.
	 */
	struct str *without;
	size_t without_count;
	bool solo;           /* the approver was the requester: no separation of duties */
	bool model_withheld; /* the requester may not choose this machine's model */
	bool restored;       /* the code has run already: execution is what was kept of it */
	struct str subject;  /* what was decided on, or waits for it */
	int64_t started_us, deadline_us, finished_us;
	int64_t event_count;

	size_t stage;             /* where it stands, or where it stopped */
	bool passed[STAGE_COUNT]; /* an answer needs all five */
	enum run_status status;
	enum sluice_exit exit_code;
	struct str reason; /* one line for a person */

	struct planner *planner; /* NULL where the caller brought the code */
	struct plan plan;
	bool planned;
	struct str code;
	char code_sha256[DIGEST_HEX_BYTES];
	struct policy_verdict check;
	bool checked;
	struct box_spec box; /* what task, policy and check make of it, once described */
	bool described;
	/* The program hides what it does, and was denied for it, or it tried to break out of its
	 * box. Nobody can release such a run, also where it is escalated: it waits for a look, not
	 * for an approval. */
	bool evasion;
	struct live *live; /* what was told of its output; NULL: nothing is */
	struct box_result execution;
	bool executed;
	struct finding *breaches; /* what the box stopped, as findings */
	size_t breach_count;
	struct output_report output;
	bool validated;
	struct invariant_result *invariants; /* one for each of the task's, once checked */
	/* The leaks found in all that the program left; and the result as it may be
	 * shown: itself, or (withheld) without its words. The digests of what is withheld are made
	 * with leak_key: the store's, else one of this run alone. */
	struct leak_report leaks;
	const struct box_result *shown;
	bool withheld, leaks_in_names;
	uint8_t leak_key[DIGEST_BYTES];

	struct feedback
	    feedback;         /* of the stage in hand; cause FEEDBACK_NONE: nothing can be mended */
	struct feedback mend; /* what the next program has to do better */
	int64_t repairs[FEEDBACK_CAUSES];
	struct run_attempt attempts[RUN_ATTEMPTS_MAX];
	size_t attempt_count;
	struct str answer;        /* RUN_ANSWERED: the validated bytes */
	struct explanation words; /* of the answer, where the task asked for them */
};

/* A run of the task, not yet started. NULL when out of memory. `observer` may be NULL. */
struct run *run_new(struct arena *a, const struct task *task, const struct run_observer *observer);
/* Drives it to its end; returns its status. A run that has its code already (stored by an earlier
 * process) begins with its check. */
enum run_status run_execute(struct run *run);
/* A policy's settings for every box: limits, packages, environment, backend, guarantees and the
 * interpreter's rules. `check` is of the program that is to run, or NULL: of none yet. */
bool policy_box(struct arena *a, const struct policy *p, const struct policy_verdict *check,
    struct box_spec *out, struct err *err);
/* Why who decided may be who asked, for records and pages; NULL: others decided, for certain. */
const char *run_duties_joined(bool solo, bool request_signed);
void leak_say(
    const struct leak *leak, struct buf *out); /* where it stands, and what it is, masked */
void run_json(const struct run *run, bool indent, struct buf *out);
void run_event_json(
    const struct run *run, const struct run_event *event, struct buf *out); /* one line */

#endif
