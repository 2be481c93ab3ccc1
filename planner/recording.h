/* SPDX-License-Identifier: MIT */
/*
 * recording.h: the exchanges of a run in a file that the provider `script` replays.
 *
 *   {"recording": 1, "free_form", "sends_schema", "exchanges": [{"name", "max_tokens", "messages":
 * [{"role", "text"}], "reply": {"finish", "text", "note", "model", "id", "fingerprint"} or null,
 * "failure": {"code", "message", "help"} or null, "prompt_tokens", "completion_tokens"}]}
 *
 * The file is whole after each exchange. No key is in it, because none is in this process, and
 * sluice-model strikes out one that a reply repeats.
 */
#ifndef PLANNER_RECORDING_H
#define PLANNER_RECORDING_H

#include "provider.h"

struct recording;

struct recorded {
	const struct model_request *request;
	const struct model_reply *reply;
	const struct err *err; /* not NULL: there is no reply, but this */
	int64_t prompt_tokens, completion_tokens;
};

/* Writes the empty recording, so that a folder that can't be written to is known at once. */
bool recording_open(struct arena *a, struct str path, const struct provider_traits *traits,
    struct recording **out, struct err *err);
bool recording_add(struct recording *r, const struct recorded *exchange, struct err *err);

const char *recording_code_name(enum err_code code);
enum err_code recording_code(struct str name); /* ERR_INTERNAL where there is none of it */

#endif
