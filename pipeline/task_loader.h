/* SPDX-License-Identifier: MIT */
/*
 * task_loader.h: what the parts of a task's loading share. Each part takes its block over from the
 * judged document (or the request) and adds its errors to the one list, at their places.
 */
#ifndef TASK_LOADER_H
#define TASK_LOADER_H

#include "policies.h"

/* A task as the store has it. Nothing of it is read from this machine's files. */
struct task_stored {
	bool policy_by_name; /* the policy is this machine's, by the name that the request has */
	struct policy_stored policy;
	struct policy_source *files; /* the others, by the paths at which they would lie */
	size_t count;
};

struct task_loader {
	struct arena *arena;
	const struct task_request *request;
	const struct task_stored *stored; /* or NULL: all is from this machine */
	struct task *task;
	struct err_list *errs;
	struct json_doc doc; /* the task file; no nodes where there is none */
	const struct json_node *root;
};

/* Each adds to the list and returns false. */
bool task_add(struct task_loader *l, struct err *err);
bool task_memory(struct task_loader *l);
/* At a node of the task file, or without a place where it is NULL. */
bool task_add_at(struct task_loader *l, const struct json_node *n, struct err *err);
/* The same in words of ours; `help` may be NULL. */
bool task_refuse(struct task_loader *l, const struct json_node *n, const char *help,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* An integer that is written as one; false where it is not (told: the schema takes 1e3 too), or
 * NULL. */
bool task_int(struct task_loader *l, const struct json_node *n, int64_t *out);

/* A file of the task's: of the stored one, or of this machine. */
bool task_read(
    struct task_loader *l, const char *path, size_t max, struct str *out, struct err *err);

/* task_load, of a task that was stored whole. */
bool task_load_stored(struct arena *a, const struct task_request *request,
    const struct task_stored *stored, struct task **out, struct err_list *errs);

/* Behind the inputs and the policy: which names and values of the inputs are sensitive. */
bool task_sensitive(struct task_loader *l);
bool task_artifacts(struct task_loader *l, const struct json_node *list);
bool task_output(struct task_loader *l);
/* Compiles a schema that stands in the task; its text has no line breaks. */
bool task_schema_at(
    struct task_loader *l, const struct json_node *n, struct str *text, struct schema **out);
bool task_model(struct task_loader *l);
bool task_names_model(const struct task_loader *l);
bool task_tools(struct task_loader *l); /* what it publishes, and what it uses */
void task_budgets(struct task_loader *l);

/* Keeps an error's line as a part of its place, so that nobody shows what stands there. */
void task_hide(struct err *err);
/* Adds a remedy to errors of the task schema that have none. */
void task_explain(struct err_list *errs);

#endif
