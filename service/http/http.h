/* SPDX-License-Identifier: MIT */
/* http.h: a request as the handlers see it, and what they answer. Private to this folder. */
#ifndef SERVICE_HTTP_H
#define SERVICE_HTTP_H

#include "json.h"
#include "load_cache.h"
#include "service.h"
#include "sessions.h"
#include "trace.h"

#define TASK_BYTES_MAX ((size_t)8 << 20)
#define FORM_BYTES_MAX ((size_t)16 << 10)
#define REQUEST_BYTES_MAX ((size_t)512 << 20) /* of an arena */
#define PARTS_MAX 2
#define HEADERS_MAX 6

struct request;
struct answer;

/* Fills the answer. False: `err` becomes a problem (RFC 9457), with the status that the answer
 * has, else the one that the kind of error has. */
typedef bool handler(struct request *r, struct answer *out, struct err *err);

/* Pages are for people: known by a session, not by a token in a header, and led to the sign-in
 * without one. */
#define PAGE_TYPE "text/html; charset=utf-8"

struct route {
	handler *handle;
	const char *method, *path;
	unsigned right;
	size_t body_bytes_max;
	const char *media_type, *summary;
};

/* All of them, and what goes with them: service/routes.c. */
struct route_table {
	const struct route *list;
	size_t count;
	/* Clients that others wrote have the token in another header; that counts at their own paths alone. */
	const struct route_token {
		handler *handle;
		const char *header;
	} * tokens;
	size_t token_count;
	/* Makes a page of a problem where a browser asks for one. */
	void (*problem_page)(struct request *r, struct answer *out);
};

struct serving; /* what all requests share */

struct pooled { /* a store that one request at a time borrows */
	struct arena *a;
	struct store *store;
};

struct request {
	struct serving *serving;
	const struct trust *trust; /* what counts for it from its beginning to its end; or NULL */
	const struct route *route;
	struct str parts[PARTS_MAX]; /* what stood for {...}, in order */
	const struct caller *who;    /* NULL where the route asks for none */
	struct caller caller;        /* what it points to */
	struct session session;      /* of a page */
	struct arena *a;
	struct trace trace;
	struct str body;
	struct buf page;      /* the data of a page while it is written */
	void *connection;     /* NULL: it did not come over HTTP */
	const char *login;    /* whose account of this machine asks; NULL: `who` says it */
	struct pooled pooled; /* no store: none was borrowed yet */
	bool waits;           /* has a place of its own (request_may_wait) */
	struct loads
	    loads; /* what tasks and checks of this request take from the service's cache */
	int64_t rests_since_us; /* 0: it did not rest yet */
	int64_t left_after;     /* the last event of the workers that was seen (lives_left) */
};
bool request_begin(struct request *r, struct serving *s); /* false: out of memory */
void request_end(struct request *r);
/* NULL where there is none. Names are compared without case. */
const char *request_header(const struct request *r, const char *name);
const char *request_query(const struct request *r, const char *name);
/* `limit` of the query: from 1 to `most`. */
bool request_limit(
    const struct request *r, size_t usual, size_t most, size_t *out, struct err *err);
/* The value of the cookie of this name; empty where there is none, or more than one. */
struct str request_cookie(const struct request *r, const char *name);
/* The client's address, "local" for a socket; owned by the arena. */
const char *request_address(struct request *r);
/* A field of the form that was sent; NULL where there is none. The arena's. */
struct form_field {
	const char *name, *file; /* file: the name of an uploaded one, or NULL */
	struct str value;
	struct form_field *next;
};
/* Reads the body, a form of either kind (RFC 7578 or a query's). */
bool form_read(struct request *r, struct form_field **out, struct err *err);
struct str form_get(const struct form_field *f, const char *name);
/* This request's store until it is answered or rests; NULL: `err` says why. */
struct store *request_store(struct request *r, struct err *err);
void request_give_store(struct request *r);
/* The store, and the id that the path begins with behind its name. */
bool request_named(struct request *r, struct store **s, char **id, struct err *err);
/* Copies the text into the request's memory; `text` is released either way. */
bool request_keep(struct request *r, struct buf *text, struct str *out, struct err *err);
/* The principal of the token: the trust file's person of this id, else one made for it. */
bool request_principal(struct request *r, char id[STORE_ID_BYTES], struct err *err);

struct answer_header {
	const char *name, *value;
};

/* An answer that has no end yet. */
struct stream {
	/* Appends new output, or nothing; *over: this was the last. The connection's own thread
	 * calls it and pauses in between. False: the stream is aborted. */
	bool (*look)(void *context, struct buf *out, bool *over);
	/* `left`: the client disconnected before the end. */
	void (*end)(void *context, bool left);
	void *context;
	const char *quiet; /* sent where nothing new came for a while */
};

struct answer {
	unsigned status;
	const char *media_type; /* NULL: the route's */
	struct buf body;
	struct answer_header headers[HEADERS_MAX];
	size_t header_count;
	const struct err_list *errors; /* told in the problem, or NULL */
	struct stream stream;          /* with a look: in place of the body */
};
/* The body is one JSON object: its members come between the two. True. */
void answer_json(struct answer *out, struct json_writer *w);
bool answer_json_end(struct answer *out, struct json_writer *w);
void answer_header(struct answer *out, const char *name, const char *value);
bool answer_go(struct answer *out, const char *where); /* 303; true */
/* RFC 9457, with the status that the answer has, else the one that the kind of error has. */
void answer_problem(struct answer *out, const struct err *err, const struct trace *trace);
bool fault_is_own(const struct err *err); /* the service failed, not its caller */
bool answer_missing(struct answer *out, struct err *err, const char *what, struct str id); /* 404 */

/* Of the pages, not of the interface for programs. */
bool request_is_page(const struct request *r);
/* The status that a request is refused with before its body is read, or 0; 303: to the sign-in. Fills
 * route, parts, who, session. */
unsigned request_judge(struct request *r, const char *method, const char *path, struct err *err);

#endif
