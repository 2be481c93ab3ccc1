/* SPDX-License-Identifier: MIT */
/* custody.h: what `sluice retention`, `hold` and `redact` share: who asks, and the listing. */
#ifndef CLI_CUSTODY_H
#define CLI_CUSTODY_H

#include "approver.h"
#include "retention.h"

struct custody_options {
	struct approvals_options asked; /* place, words, reason, json */
	const char *floor, *keep, *redact, *limit, *matter, *run, *actor, *since, *until;
	struct option_values classes, digests;
	bool all;
};

struct custody {
	struct approver w;
	const struct custody_options *o;
	struct buf out;
	struct json_writer j;
};

struct custody_action {
	const char *name;
	int (*act)(struct custody *c);
	size_t words;
	const char *needs;
	bool unlocks; /* the key first: it has to be a person's. An act unlocks it itself */
};

/* Chooses the action by the first word, opens the store, acts. */
int custody_act(const struct verb *verb, struct custody_options *o,
    const struct custody_action *actions, size_t count);

int custody_list(struct custody *c, size_t count, void (*put)(struct custody *c, size_t i),
    void (*draw)(struct custody *c, size_t i), const char *none);
void custody_put_time(struct custody *c, const char *name, int64_t us); /* nothing for 0 */
bool custody_number(const char *text, int64_t otherwise, int64_t *out, struct err *err);

#endif
