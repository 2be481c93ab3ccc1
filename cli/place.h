/* SPDX-License-Identifier: MIT */
/* place.h: where a verb works and for whom: the store, the trust file, the person. */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "cli.h"
#include "work.h"

struct place_options {
	const char *store; /* --store, or NULL: SLUICE_STORE, else the user's own */
	const char *trust; /* --trust, or NULL: trust_path() */
	const char *key;   /* --key, or NULL: SLUICE_KEY, else none */
};

#define PLACE_OPTIONS(o)                                                                           \
	{"--store", "WHERE",                                                                       \
	    "sqlite:FILE or postgresql://...; default: SLUICE_STORE, else your "                   \
	    "own",                                                                                 \
	    OPTION_TEXT, &(o).store},                                                              \
	    {"--trust", "FILE", "the trust file; default: SLUICE_TRUST, else the system's",        \
		OPTION_TEXT, &(o).trust},                                                          \
	{                                                                                          \
		"--key", "FILE", "your key file: who you are; default: SLUICE_KEY", OPTION_TEXT,   \
		    &(o).key                                                                       \
	}

struct place {
	struct store *store;
	struct trust *trust; /* NULL where there is no trust file */
	const char *trust_path;
	const char *key; /* its path, or NULL */
};

/* Opens the store and brings its people up to date with the trust file. */
bool place_open(
    struct arena *a, const struct place_options *o, struct place *out, struct err_list *errs);
void place_close(struct place *p);
/*
 * Whoever asks: the owner of the key, which is unlocked to prove it, else the account of this
 * machine.
 */
bool place_requester(
    struct arena *a, const struct place *p, char id[STORE_ID_BYTES], struct err *err);

/* What is asked for, of the verbs that take a task. */
struct request_options {
	struct task_request request;
	struct place_options place;
	const char *idempotency_key;
	struct option_values inputs, words;
};

#define REQUEST_OPTIONS(o)                                                                         \
	{"--goal", "WORDS", "what to do", OPTION_TEXT, &(o).request.goal},                         \
	    {"--input", "FILE", "a file that the program may read; may be repeated", OPTION_MANY,  \
		&(o).inputs},                                                                      \
	    {"--policy", "NAME", "a shipped policy, or a policy file's path", OPTION_TEXT,         \
		&(o).request.policy},                                                              \
	    {"--profile", "NAME", "one of the policy's profiles", OPTION_TEXT,                     \
		&(o).request.profile},                                                             \
	    {"--schema", "FILE", "the JSON Schema that the output must fit", OPTION_TEXT,          \
		&(o).request.schema},                                                              \
	    {"--code", "FILE", "bring the program: no model is asked", OPTION_TEXT,                \
		&(o).request.code},                                                                \
	    {"--model-file", "FILE", "read the model's replies from a file", OPTION_TEXT,          \
		&(o).request.model_file},                                                          \
	    {"--idempotency-key", "KEY", "the same key twice is one run", OPTION_TEXT,             \
		&(o).idempotency_key},                                                             \
	    PLACE_OPTIONS((o).place)

/* Puts the words and inputs into the request; -1 to go on, else the exit code, and it was said why.
 */
int request_complete(const struct verb *verb, struct request_options *o);

#endif
