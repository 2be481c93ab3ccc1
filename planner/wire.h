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
/* A stream as it is gathered, first member of what a wire keeps of one. An event's document goes
 * before the next one comes; what the reply keeps of it is copied. */
struct wire_stream {
	struct str reason; /* why the reply ended */
	struct {
		struct str model, id, fingerprint, reason;
	} kept;
	bool done;
};
#define WIRE_STREAM {.reason = STR(""), .kept = {STR(""), STR(""), STR(""), STR("")}}
/*
 * Gives each event's document to `take`, until the stream is done: by `take`, or by an event that is
 * `end` (NULL: there is none). False with the reason where it broke off, and where an event has a
 * member `error`.
 */
bool wire_gather(struct arena *a, struct str body, struct wire_stream *g, const char *end,
    bool (*take)(const struct json_doc *d, void *gathered, struct wire_reply *out),
    struct wire_reply *out);
/* The profile's extra members, as they stand. */
void wire_extra(const struct profile *p, struct json_writer *w);

#endif
