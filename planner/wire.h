/* SPDX-License-Identifier: MIT */
/*
 * wire.h: the shapes in which models are spoken with over HTTP. A profile names one of WIRES.
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
	struct str temperature, effort; /* a number, a word; empty: nothing is sent */
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
	/* NULL where no stream of this wire is read. */
	bool (*read_stream)(struct arena *a, struct str body, struct wire_reply *out);
	bool lines;        /* a stream is lines of JSON, not server-sent events */
	bool takes_effort; /* has a place for how long the model thinks */
};
extern const struct wire WIRE_CHAT, WIRE_MESSAGES, WIRE_RESPONSES, WIRE_GEMINI, WIRE_OLLAMA,
    WIRE_CONVERSE;
/* The wire of that name (profiles.schema.json has them all), or NULL. */
const struct wire *wire_find(struct str name);

/* A count of tokens that a provider tells; 0 where it tells nothing or nonsense. */
int64_t wire_tokens(const struct json_doc *d, const struct json_node *usage, const char *name);
/* A stream as it is gathered, first member of what a wire keeps of one. An event's document goes
 * before the next one comes; what the reply keeps of it is copied. */
struct wire_stream {
	struct str reason; /* why the reply ended */
	struct {
		struct str model, id, fingerprint, reason;
	} kept;
	bool done, lines;
};
#define WIRE_STREAM                                                                                \
	{                                                                                          \
		.reason = STR(""), .kept = { STR(""), STR(""), STR(""), STR("") }                  \
	}
/*
 * Gives each event's document to `take`, until the stream is done: by `take`, or by an event that is
 * `end` (NULL: there is none). False with the reason where it broke off, and where an event has a
 * member `error`.
 */
bool wire_gather(struct arena *a, struct str body, struct wire_stream *g, const char *end,
    bool (*take)(const struct json_doc *d, void *gathered, struct wire_reply *out),
    struct wire_reply *out);
/*
 * The one text of a list of blocks, or the text itself where the list is one; *text is empty or what
 * stood in an earlier list. Thoughts and what is no text are passed over. False with the reason where
 * there are two: nobody chooses between them, and a reply that must be one object stands in one.
 */
bool wire_text(const struct json_doc *d, const struct json_node *content, struct wire_reply *out,
    struct str *text);
/* A reply is `text` where it ended well and says anything; else `note` says why not. */
void wire_settle(struct model_reply *m, enum finish finish, struct str text, struct str note);
/* False, with the server's words for what broke its reply. */
bool wire_broken(struct wire_reply *out, struct str words);
/* The system message; empty where there is none. */
struct str wire_system(const struct model_request *ask);
/* A list of messages with roles and contents, as member `name`. */
void wire_messages(const struct model_request *ask, struct json_writer *w, const char *name);
/* The temperature, where one is set; and the effort as member `name`. */
void wire_temperature(const struct wire_request *r, struct json_writer *w);
void wire_effort(const struct wire_request *r, struct json_writer *w, const char *name);
/* The profile's extra members, as they stand. */
void wire_extra(const struct profile *p, struct json_writer *w);

#endif
