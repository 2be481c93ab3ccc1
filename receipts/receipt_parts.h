/* SPDX-License-Identifier: MIT */
/*
 * receipt_parts.h: what makes, reads and judges receipts. Private to this folder and its tests.
 *
 * A receipt is a DSSE envelope over an in-toto statement. Its subjects are the code, the output and
 * the record, by digest; its predicate is what receipt_form.c lists, exactly. What people decided
 * about (`subject`), the rules and the votes stand in it whole, as canonical JSON in canonical
 * JSON, so that their bytes and digests can be had back from it.
 */
#ifndef RECEIPT_PARTS_H
#define RECEIPT_PARTS_H

#include "log_rules.h"
#include "receipt.h"
#include "record.h"

#define RECEIPT_EVENTS_MAX 1000
#define RECEIPT_APPROVALS_MAX 256

struct receipt_subject {
	struct str name;
	char sha256[DIGEST_HEX_BYTES];
};
struct receipt_run {
	struct str id, requester, state, tenant;
	int64_t created_us, exit_code, revision;
};
struct receipt_code {
	int64_t bytes;
	char sha256[DIGEST_HEX_BYTES];
};
struct receipt_policy {
	struct str id;
	int64_t revision;
	char sha256[DIGEST_HEX_BYTES];
};
struct receipt_rule { /* how often it spoke, and what it said */
	int64_t count;
	struct str decision, rule;
};
struct receipt_excepted {
	struct str exception, fingerprint, rule;
};
struct receipt_findings {
	struct receipt_excepted *excepted;
	struct receipt_rule *rules;
	size_t excepted_count, rule_count;
	char sha256[DIGEST_HEX_BYTES];
};
struct receipt_approval {
	struct str id, state;
	struct evidence by; /* rule, subject: JSON, as people signed for it */
	int64_t used_us;
};
struct receipt_guarantee {
	int64_t bound;
	struct str by, guarantee, state;
};
struct receipt_usage {
	int64_t cpu_ms, memory_bytes, processes, wall_ms;
	int64_t read_bytes, written_bytes; /* below 0: the kernel did not count */
};
struct receipt_sandbox {
	int64_t exit_code, signal, violations; /* exit_code: below 0 where there was none */
	struct str outcome, venv_sha256;
	struct str start; /* empty where the box was begun for the run; else "pooled", "forked" */
	struct receipt_guarantee *guarantees;
	size_t guarantee_count;
	struct receipt_usage usage;
	const struct str *opened; /* names of inputs; NULL: not known */
	size_t opened_count;
};
struct receipt_output {
	int64_t bytes;
	struct str channel, framing, validation;
	char sha256[DIGEST_HEX_BYTES];
};
struct receipt_model {
	int64_t cost_micros, model_requests;
	const struct str *prompts;
	size_t prompt_count;
};
struct receipt_leaf { /* an event, and its proof */
	struct str body;
	const struct str *path;
	size_t path_count;
	int64_t seq;
};
struct receipt_log {
	struct str checkpoint, origin;
	struct receipt_leaf *events;
	size_t event_count;
};
/* The predicate; what is NULL or empty is null there. */
struct receipt_said {
	struct receipt_approval *approvals;
	size_t approval_count;
	struct receipt_code *code;
	struct receipt_findings *findings;
	struct receipt_log log;
	struct receipt_model *model;
	struct receipt_output *output;
	struct receipt_policy *policy;
	struct receipt_run run;
	struct receipt_sandbox *sandbox;
	char plan[DIGEST_HEX_BYTES], record[DIGEST_HEX_BYTES], task[DIGEST_HEX_BYTES];
	struct str request, result, subject; /* JSON */
	struct str verdict;
	int64_t made_us;
	bool solo;
};
/* The line that witnesses added behind a receipt (receipt.h). */
struct receipt_line {
	struct str checkpoint;
	const struct str *consistency;
	size_t consistency_count;
	struct receipt_leaf event;
};

struct receipt {
	struct envelope envelope;
	struct json_doc doc; /* the statement */
	struct receipt_said said;
	struct receipt_subject *subjects;
	size_t subject_count;
	const struct json_node *sandbox, *decided; /* as they stand there; decided: or NULL */
	struct checkpoint checkpoint;
};

/* False (ERR_INPUT) for all but a receipt of exactly this form. Verifies nothing. */
bool receipt_open(struct arena *a, struct str bytes, struct receipt *out, struct err *err);
bool receipt_open_statement(struct arena *a, struct receipt *r, struct err *err);
/* Canonical; the arena's. */
bool receipt_statement(
    struct arena *a, const struct receipt_said *said, struct str *out, struct err *err);
extern const struct form *const receipt_sandbox_form, *const receipt_line_form;
/* A proof as a receipt has it, and back: false where it is none. */
bool receipt_path(struct arena *a, const struct tree_proof *proof, const struct str **path,
    size_t *count, struct err *err);
bool receipt_proof(const struct str *path, size_t count, struct tree_proof *out);

/* A text member of what was decided about, or empty. */
struct str receipt_decided(const struct receipt *r, const char *name);
bool receipt_digest_is(struct str bytes, struct str hex);

/* The judges of a receipt: each sets `err` if its part does not hold, and `detail` (the arena's) if it does.
 */
struct receipt_judge {
	struct arena *a;
	const struct trust *trust;
	struct receipt r;
	struct str receipt, line;       /* the file's two parts; line may be empty */
	struct checkpoint later;        /* that witnesses have signed since, if the file has one */
	struct cosigned witnessed;      /* of the receipt's checkpoint, or the later one */
	const struct event_row *events; /* of the log, once receipt_events has read them */
	struct str detail;
};
/* Reads the line behind the receipt's; fills `later` and `witnessed`. */
bool judge_later(struct receipt_judge *j, struct err *err);
bool judge_checkpoint(struct receipt_judge *j, struct err *err); /* receipt_log.c */
bool judge_witnesses(struct receipt_judge *j, struct err *err);
bool judge_inclusion(struct receipt_judge *j, struct err *err);
bool judge_events(struct receipt_judge *j, struct err *err);
bool judge_result(struct receipt_judge *j, struct err *err);    /* receipt_result.c */
bool judge_request(struct receipt_judge *j, struct err *err);   /* receipt_request.c */
bool judge_approvals(struct receipt_judge *j, struct err *err); /* receipt_votes.c */
bool judge_ballots(struct receipt_judge *j, struct err *err);   /* receipt_ballots.c */
/* Reads the run's events, as many as the log's, unless they have been read. */
bool receipt_events(struct receipt_judge *j, struct err *err);
/* The event is in the tree of this checkpoint. */
bool receipt_leaf_is_in(const struct receipt_leaf *event, const struct checkpoint *c);
/* A key that was revoked later counts where a witness has seen its signature before that. */
bool judge_service(struct receipt_judge *j, const struct trust_service *s, struct err *err);

#endif
