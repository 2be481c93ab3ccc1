/* SPDX-License-Identifier: MIT */
/*
 * planner.h: from a goal to a plan to Python, by a language model whose every word is doubted.
 *
 * A model is reached through a provider: a profile of planner/profiles.json (`openai`,
 * `anthropic`, `gemini`, `ollama-chat` ..., by the program sluice-model), `command` (a program of the operator's)
 * or `script` (replies read from a file). Replies are read by the strict reader and checked against
 * a schema; a reply that is cut, refused or malformed is an error, never code.
 */
#ifndef PLANNER_H
#define PLANNER_H

#include "validator.h"

/* Why a model gave no reply that counts. */
enum model_trouble {
	TROUBLE_OTHER = 0, /* a setting, a key, a budget: what another model would only hide */
	TROUBLE_OUTAGE,    /* it can't be reached, fails, or answers nothing that can be read */
	TROUBLE_RATE_LIMIT,
	TROUBLE_REFUSAL, /* of the model, or of a filter before or behind it */
};
const char *model_trouble_name(enum model_trouble t); /* "outage" ... */
enum model_trouble model_trouble_of(struct str name); /* TROUBLE_OTHER where none has it */

#define MODEL_FALLBACKS_MAX 4

/* As in the task file's `model:`. */
struct model_spec {
	struct str provider; /* "script", "command" or a profile's name */
	struct str file;     /* script: a JSON file of replies, or a recording */
	struct str replies;  /* what is in it, where the caller has read it; else empty */
	/* The base URL, up to and without /chat/completions; may be empty where the profile has
	 * one. */
	struct str url;
	struct str model; /* the model's name; azure: the deployment's */
	/* Holds the API key, mode 0600; may be empty. Also "credential:NAME", and "fd:N" of ours.
	 */
	struct str key_file;
	struct str ca_file; /* may be empty */
	int64_t timeout_ms; /* of one request */
	int64_t max_tokens;
	struct str temperature; /* a JSON number; empty: none is sent */
	struct str effort;      /* how long the model thinks: "low" ...; empty: none is sent */

	/* All that follows may be zero: empty, off, no budget. */

	struct str profile_file;   /* a JSON file of profiles, looked at before ours */
	struct str api_version;    /* azure */
	struct str region;         /* bedrock */
	struct str proxy;          /* http(s)://host:port; the environment's are never used */
	struct str proxy_key_file; /* holds user:password for the proxy, mode 0600 */
	int64_t idle_ms; /* that a stream may be silent; at most ten minutes; zero: one minute */
	struct str client_cert, client_key; /* PEM files, for servers that ask for them */
	struct str pinned_key; /* "sha256//...": the server's public key, as curl writes it */
	/*
	 * command: an absolute path and its arguments. Whoever writes these can run any program:
	 * never take them from a stranger.
	 */
	const struct str *command;
	size_t command_count;
	bool stream; /* replies come in pieces, and planner_watch() hears of them */
	/*
	 * Models that are asked in turn where the one before has a trouble of `fall_back_on` (bits of
	 * 1 << trouble), and the one that is asked first for a repair (NULL: none of its own). Of
	 * these only what concerns a request counts: no record_file, no budget, no fallbacks.
	 */
	const struct model_spec *fallbacks, *repair;
	size_t fallback_count;
	unsigned fall_back_on;
	struct str record_file; /* every exchange is written to it; `script` replays it */
	int64_t budget_requests, budget_tokens, budget_micros;
	/* Of a million tokens, in millionths of any currency. */
	int64_t price_in_micros, price_out_micros;
	int64_t
	    price_cached_micros; /* of prompts that the provider had kept; zero: as the others */
};

struct planner_table {         /* a sheet of a spreadsheet, a table of a database */
	struct str name, text; /* text: as CSV */
};
struct planner_meaning { /* of a column or member: the task's own words */
	struct str name, text;
	bool used; /* ours: the file has it */
};
struct planner_input {
	struct str name;
	struct str bytes;
	const struct str *sensitive; /* columns that are never shown, masked or not */
	size_t sensitive_count;
	/* All that follows may be zero. */
	const char *encoding; /* where `bytes` was made UTF-8: what the file itself is in */
	const struct planner_table *tables;
	size_t table_count;
	struct str about; /* what the file holds, in the task's words */
	struct planner_meaning *meanings;
	size_t meaning_count;
};

struct planner_task { /* borrowed until planner_new() returns */
	struct str goal;
	const struct planner_input *inputs;
	size_t input_count;
	struct str policy_text;  /* policy_prompt_always() */
	struct str schema_text;  /* the output schema, as written */
	struct str framing_text; /* what is printed where it is not one JSON document; else empty */
	struct str limits_text;  /* one line a limit */
	struct str checks_text;  /* what else the output must fulfil; may be empty */
	size_t sample_rows; /* of tables, masked, that the policy lets the model see; at most 10 */
};

struct plan {
	struct str understanding, output_shape;
	struct str *steps, *imports, *inputs_used, *risks;
	size_t step_count, import_count, input_count, risk_count;
	bool feasible;
	struct str why_not;
	struct str told; /* what the policy says of the imports: the caller's, told with the plan */
};

enum feedback_cause {
	FEEDBACK_NONE = 0,
	FEEDBACK_UNPARSEABLE, /* the model's reply */
	FEEDBACK_POLICY,
	FEEDBACK_SYNTAX,
	FEEDBACK_RUNTIME,
	FEEDBACK_TIMEOUT,
	FEEDBACK_MEMORY,
	FEEDBACK_OUTPUT_LIMIT,
	FEEDBACK_SCHEMA,
	FEEDBACK_INVARIANT, /* the output fits its schema; an invariant or a file is not what it must be */
	FEEDBACK_CAUSES,
};
const char *feedback_cause_name(enum feedback_cause c);

/* The one envelope for whatever went wrong. `details` is trusted (ours); `program_output` is
 * hostile and will be fenced. */
struct feedback {
	enum feedback_cause cause;
	struct str summary;
	struct str details;
	struct str program_output;
	struct str fingerprint; /* of the cause: the same twice ends the loop */
};

struct model_usage {
	int64_t requests, prompt_tokens, completion_tokens;
};

struct planner;

/* The planner keeps its provider's state (a script's position), the plan and the attempts. Lives in
 * `a`. */
bool planner_new(struct arena *a, const struct model_spec *model, const struct planner_task *task,
    struct planner **out, struct err *err);
/* One request. A reply that can't be used is asked for once more, then ERR_PROVIDER. */
bool planner_plan(struct planner *p, int64_t deadline_us, struct plan *out, struct err *err);
/* The first attempt, or (with feedback) a repair of the last one. *give_up: the model says that it
 * can't be done. */
bool planner_generate(struct planner *p, const struct plan *plan, const struct feedback *feedback,
    int64_t deadline_us, struct str *code, bool *give_up, struct str *words, struct err *err);

/*
 * A session (executor.h): one planner for all its turns, each a goal of its own. A turn's first program is planned;
 * each program is the next cell, and the model is told which cells ran and what they printed. Budgets are the session's.
 */
struct planner_cell {
	struct str code;
	const char *ended; /* one word, a literal: "answered", "failed" ... */
	struct str output; /* what it printed: hostile; empty where the model may not see it */
};
struct planner_place { /* of the next cell */
	int64_t first_line, cells_left;
};
bool planner_turn(struct planner *p, struct str goal, struct err *err);
bool planner_note_cell(struct planner *p, const struct planner_cell *cell, struct err *err);
void planner_place(struct planner *p, struct planner_place place);
/* The last cell is for looking: the model wants to be asked again when it has run. */
bool planner_wants_more(const struct planner *p);

/* An answer in words. Numbers that do not stand in the output are marked in the text with " [?]".
 */
struct explanation {
	struct str text;
	struct str *caveats;
	size_t caveat_count;
	size_t unfounded; /* how many marks there are */
};
/*
 * Puts a validated output (the accepted JSON bytes, at most 256 KiB) into words. The model sees the
 * goal and the output only; what it says is shown to people and decides nothing.
 */
bool planner_explain(struct planner *p, struct str answer, int64_t deadline_us,
    struct explanation *out, struct err *err);

/* The whole account, for reports. Requests that failed after they were sent are charged by
 * estimate. */
struct model_account {
	struct model_usage usage;
	int64_t retries;
	int64_t cached_tokens,
	    reasoning_tokens; /* parts of the prompt's and the reply's, where the provider tells */
	int64_t estimated_tokens;
	int64_t cost_micros; /* by the prices of model_spec */
	int64_t model_ms;    /* spent on requests */
	int64_t wait_ms;     /* spent between them */
};
struct model_account planner_account(const struct planner *p);

/* The models of a planner: the task's own, its fallbacks, and the one for repairs. */
struct planner_model {
	const char *role; /* "first", "fallback", "repair" */
	struct str provider, name;
	int64_t answered,
	    failed; /* requests; failed: those after which another model was asked, or none */
	enum model_trouble trouble; /* of the last that failed */
};
#define PLANNER_MODELS_MAX (MODEL_FALLBACKS_MAX + 2)
size_t planner_models(const struct planner *p, struct planner_model out[PLANNER_MODELS_MAX]);
/* "provider name" of the one that replied last; empty where none has. */
struct str planner_answered(const struct planner *p);

/* Told while a request goes on. Amounts only grow within one request. */
enum planner_progress_kind {
	PLANNER_ASKING = 0, /* amount: the request's number in the run, from 1 */
	PLANNER_RECEIVING,  /* amount: bytes so far; only where model_spec.stream is set */
	PLANNER_WAITING,    /* amount: milliseconds until the next try */
	PLANNER_FALLBACK,   /* amount: which of planner_models() is asked now, from 1 */
};
struct planner_progress {
	enum planner_progress_kind kind;
	const char *stage; /* "plan", "generate", "repair", "explain" */
	int64_t amount;
};
/* Called on the thread that asks; must not call the planner. */
void planner_watch(struct planner *p,
    void (*hear)(void *context, const struct planner_progress *progress), void *context);

/*
 * Polled a few times a second while a request goes on; true ends it and whatever it led to, as
 * ERR_PROVIDER "cancelled while the model was asked".
 */
void planner_cancel(struct planner *p, bool (*cancelled)(void *context), void *context);

/* One part of a request; the parts that are the same in all requests come first. */
struct planner_part {
	const char *name; /* "Policy", "Inputs", ...: the heading above it */
	size_t bytes;
	bool constant; /* a provider can keep it */
};
#define PLANNER_PARTS_MAX 12
/* The parts of the request for a plan, and its messages. */
size_t planner_parts(const struct planner *p, struct planner_part out[PLANNER_PARTS_MAX]);
bool planner_messages(const struct planner *p, struct arena *a, struct str *system,
    struct str *user, struct err *err);

/* The prompts of this build, one for each stage. */
struct planner_prompt {
	const char *stage;
	unsigned version;
	char sha256[65]; /* of the prompt and its reply schema */
};
#define PLANNER_STAGES_MAX 8
size_t planner_prompts(struct planner_prompt out[PLANNER_STAGES_MAX]);
void plan_json(const struct plan *plan, struct json_writer *w);

/*
 * Whether these settings can be those of a model, without asking one: false with the reason, and *at
 * names the setting that is wrong (a literal). No file is opened, for the model may be another
 * machine's to ask, and nothing of a value that may be a key is told.
 */
bool model_settings(
    struct arena *a, const struct model_spec *spec, const char **at, struct err *err);

/* One result of trying a model with a tiny request. */
struct model_check {
	const char *what; /* "settings", "request", "ending", "schema", "usage" */
	bool good;
	struct str detail; /* what was seen, or what to do */
};
#define MODEL_CHECKS_MAX 8
/* False only where the world failed (memory). A step that fails ends the list. */
bool model_check(struct arena *a, const struct model_spec *model, int64_t deadline_us,
    struct model_check out[MODEL_CHECKS_MAX], size_t *count, struct err *err);

/*
 * One POST that is no question to a model, by the same program and the same rules: https, or http
 * to this machine; no redirect, no proxy, nothing of the surroundings. True where a whole reply
 * came, whatever its status; ERR_PROVIDER where none did.
 */
struct planner_header {
	const char *name;
	struct str value;
};
struct planner_post {
	struct str url, body, ca_file; /* ca_file: may be empty */
	const struct planner_header *headers;
	size_t header_count;
	int64_t timeout_ms;
	bool get;          /* GET, without a body */
	struct str *reply; /* what came back, whatever the status; NULL where nobody asks */
};
bool planner_post(
    struct arena *a, const struct planner_post *post, int64_t *status, struct err *err);

#endif
