/* SPDX-License-Identifier: MIT */
/*
 * planner.h: from a goal to a plan to Python, by a language model whose every word is doubted.
 *
 * A model is reached through a provider: `openai` (chat completions, over HTTPS, by the helper
 * sluice-model) or `script` (replies read from a file). Replies are read by the strict reader and
 * checked against a schema; a reply that is cut, refused or malformed is an error, never code.
 */
#ifndef PLANNER_H
#define PLANNER_H

#include "validator.h"

struct model_spec {          /* as in the task file's `model:` */
	struct str provider; /* "script", "openai" */
	struct str file;     /* script: a JSON file of replies */
	struct str url;      /* openai: the base URL, up to and without /chat/completions */
	struct str model;    /* openai: the model's name */
	struct str key_file; /* openai: holds the API key, mode 0600; may be empty */
	struct str ca_file;  /* may be empty */
	int64_t timeout_ms;  /* of one request */
	int64_t max_tokens;
};

struct planner_input {
	struct str name;
	struct str bytes;
};

struct planner_task {
	struct str goal;
	const struct planner_input *inputs;
	size_t input_count;
	struct str policy_text; /* policy_prompt() */
	struct str schema_text; /* the output schema, as written */
	struct str limits_text; /* one line a limit */
};

struct plan {
	struct str understanding, output_shape;
	struct str *steps, *imports, *inputs_used, *risks;
	size_t step_count, import_count, input_count, risk_count;
	bool feasible;
	struct str why_not;
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
struct model_usage planner_usage(const struct planner *p);
void plan_json(const struct plan *plan, struct json_writer *w);

#endif
