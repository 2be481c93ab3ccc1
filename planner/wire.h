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
	/* What a wire gathers of a whole reply, or piece by piece of a stream. */
	bool piece; /* it is given a stream's events, not a whole reply */
	struct buf text, refusal;
	size_t blocks;     /* of text that have begun: the reply is one of them */
	struct str reason; /* why the reply ended, one of the wire's endings */
	bool tool;         /* the model called one */
	bool done;         /* of a stream: no event behind this one counts */
	struct {
		struct str model, id, fingerprint, reason;
	} kept; /* wire.c's copies of what outlives its event */
};

/* A provider's word for how a reply ended. */
struct wire_ending {
	const char *reason; /* NULL: any other */
	enum finish finish;
};

struct wire {
	void (*write)(const struct wire_request *r, struct json_writer *w);
	/* Adds a whole reply, or a stream's next event, to `out`; false with the reason where it has
	 * not this wire's shape. Texts of the document may be borrowed. */
	bool (*take)(const struct json_doc *d, struct wire_reply *out);
	const struct wire_ending *endings;
	bool streams;           /* it can be read as a stream */
	bool lines;             /* which is lines of JSON, not server-sent events */
	const char *last_event; /* which ends with this event, which is no JSON; or NULL */
	bool takes_effort;      /* has a place for how long the model thinks */
};
extern const struct wire WIRE_CHAT, WIRE_MESSAGES, WIRE_RESPONSES, WIRE_GEMINI, WIRE_OLLAMA,
    WIRE_CONVERSE;
/* The wire of that name (profiles.schema.json has them all), or NULL. */
const struct wire *wire_find(struct str name);

/* A count of tokens that a provider tells; 0 where it tells nothing or nonsense. */
int64_t wire_tokens(const struct json_doc *d, const struct json_node *usage, const char *name);
/*
 * Reads a reply into out->reply. False with the reason where a stream broke off, and where an event
 * has a member `error`.
 */
bool wire_read(
    const struct wire *wire, struct arena *a, struct str body, bool stream, struct wire_reply *out);
/*
 * Gathers the one text of a list of blocks, or the text itself where the list is one. Thoughts and
 * what is no text are passed over. False with the reason where there are two: nobody chooses between
 * them, and a reply that must be one object stands in one.
 */
bool wire_text(const struct json_doc *d, const struct json_node *content, struct wire_reply *out);
/* Another block of text begins; false where it is not the first. */
bool wire_begin_block(struct wire_reply *out);
/* Both are false, with why; the second with the server's words for what broke its reply. */
bool wire_refuse(struct wire_reply *out, const char *why);
bool wire_broken(struct wire_reply *out, struct str words);
/* The usage as OpenAI writes it: "prompt_tokens" and "prompt_tokens_details", or the same with other
 * words for what goes in and what comes out. */
void wire_usage(const struct json_doc *d, const struct json_node *reply, const char *in,
    const char *out, struct wire_reply *got);
/* The system message; empty where there is none. */
struct str wire_system(const struct model_request *ask);
/* A list of messages with roles and contents, as member `name`. */
void wire_messages(const struct model_request *ask, struct json_writer *w, const char *name);
/* How many tokens may come, and the temperature where one is set. */
void wire_sampling(const struct wire_request *r, struct json_writer *w);
/* The schema that the reply must fit, as member `name`. */
void wire_schema(const struct wire_request *r, struct json_writer *w, const char *name);
/* How long the model thinks, as member `name`. */
void wire_effort(const struct wire_request *r, struct json_writer *w, const char *name);
/* The profile's extra members, as they stand. */
void wire_extra(const struct profile *p, struct json_writer *w);

#endif
