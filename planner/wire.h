/* SPDX-License-Identifier: MIT */
/*
 * wire.h: the two shapes in which models are spoken with over HTTP: chat completions and messages.
 *
 * A reader gives false for a body that has not the shape (or is a stream that ends too soon), with
 * a reason; how a reply that has it ended is `finish`, and only FINISH_STOP carries text.
 */
#ifndef PLANNER_WIRE_H
#define PLANNER_WIRE_H

#include "profile.h"
#include "provider.h"
#include "spending.h"

struct wire_request {
	const struct profile *profile;
	const struct model_request *ask;
	struct str model;
	bool stream;
};

struct wire_reply {
	struct model_reply *reply;
	int64_t prompt_tokens, completion_tokens, cached_tokens, reasoning_tokens;
	size_t events;   /* of a stream, so far */
	struct buf *why; /* of a false; stays empty where memory ran out */
};

struct wire {
	void (*write)(const struct wire_request *r, struct json_writer *w);
	bool (*read)(const struct json_doc *d, struct wire_reply *out);
	bool (*read_stream)(struct arena *a, struct str body, struct wire_reply *out);
};
extern const struct wire WIRE_CHAT, WIRE_MESSAGES;

/* A count of tokens that a provider tells; 0 where it tells nothing or nonsense. */
int64_t wire_tokens(const struct json_doc *d, const struct json_node *usage, const char *name);
/* A stream's event as a document, or false with the reason; an `error` member is a reason too. */
bool wire_event(struct arena *a, struct str data, struct json_doc *out, struct wire_reply *reply);
/*
 * An event's document goes before the next one comes: what a reply keeps of it is copied into `a`,
 * where it is new. False when out of memory.
 */
struct wire_kept {
	struct str model, id, fingerprint, reason;
};
bool wire_keep(
    struct arena *a, struct wire_reply *reply, struct str *reason, struct wire_kept *kept);
/* The profile's extra members, as they stand. */
void wire_extra(const struct profile *p, struct json_writer *w);

#endif
