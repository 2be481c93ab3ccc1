/* SPDX-License-Identifier: MIT */
/*
 * mcp.h: the Model Context Protocol: a message is read, judged and answered; how it came is the
 * business of mcp_stdio.c and mcp_http.c. Private to this folder.
 *
 * Two eras of the protocol are spoken. The stateless one (2026-07-28) names itself in each request's
 * `_meta`; the others begin with `initialize`. Nothing is remembered between two messages but the calls
 * that wait for a run, so that no message can change what another may do.
 *
 * No tool decides anything that a person has to decide.
 */
#ifndef SERVICE_MCP_H
#define SERVICE_MCP_H

#include "interpreters.h"
#include "serving.h"

#define MCP_MODERN "2026-07-28"
#define MCP_LEGACY_LAST "2025-11-25"
#define MCP_ID_BYTES 256
#define MCP_TOKEN_BYTES 256
#define MCP_WAIT_S 45 /* clients give up after 60 */
#define MCP_TASK_AFTER_S 1
#define MCP_ANSWER_BYTES_MAX ((size_t)64 << 20)

struct mcp_call { /* a call that waits for a run */
	char run[STORE_ID_BYTES];
	char id[MCP_ID_BYTES];       /* the request's, as it was written */
	char token[MCP_TOKEN_BYTES]; /* for progress, as it was written; empty: none is wanted */
	int64_t until_us, steps;
	enum run_state told;
	bool modern;
	bool owner;      /* the call began the run: its end is the run's */
	bool knows_wait; /* the caller already knows that the run waits for a person */
	bool takes_task; /* the client takes a task in place of an answer that is not there yet */
};

enum mcp_heard {         /* zero is refusal */
	MCP_REFUSED = 0, /* `out` has an error; http_status says which */
	MCP_ANSWERED,
	MCP_SILENT, /* there is nothing to say */
	MCP_WAITS,  /* `call` is filled: mcp_look until it is over */
};

struct mcp_message { /* filled by mcp_hear */
	struct json_doc doc;
	const struct json_node *id, *params;
	struct str method, subject; /* subject: the tool, resource or task that is meant */
	bool modern;
	struct str version; /* of a modern request */
	unsigned http_status;
	/* NULL, or asked before anything is done: whether the headers that it came with agree.
	 * ERR_USAGE: it is the message that is wrong. */
	bool (*agrees)(struct request *r, const struct mcp_message *m, struct err *err);
};

bool mcp_legacy_known(struct str version);
enum mcp_heard mcp_hear(struct request *r, struct str text, struct mcp_message *m,
    struct mcp_call *call, struct buf *out);
/* Appends progress, or the answer, which ends the call. True: it is over. */
bool mcp_look(struct request *r, struct mcp_call *call, struct buf *out);
/* The caller has disconnected or withdrew the call: a run that the call began is cancelled. */
void mcp_drop(struct request *r, const struct mcp_call *call);
/* The request that a notification cancels; NULL: it cancels none. The text as it was written. */
struct str mcp_taken_back(const struct mcp_message *m);

/* An error in place of a result; `extra`: the member `data`, or empty. */
#define MCP_PARSE (-32700)
#define MCP_INVALID (-32600)
#define MCP_NO_METHOD (-32601)
#define MCP_BAD_PARAMS (-32602)
#define MCP_INTERNAL (-32603)
#define MCP_NO_RESOURCE (-32002)
#define MCP_HEADER_MISMATCH (-32020)
#define MCP_NO_CAPABILITY (-32021)
#define MCP_NO_VERSION (-32022)
void mcp_error(struct buf *out, struct str id, int code, const char *message, struct str extra);

/* A result's beginning and end; between them come its members. `type`: NULL in the older era. */
#define MCP_COMPLETE "complete"
void mcp_result_begin(struct json_writer *w, struct buf *out, struct str id, const char *type);
void mcp_result_end(struct json_writer *w, bool modern);

/* mcp.c, for the methods. */
#define META_VERSION "io.modelcontextprotocol/protocolVersion"
#define META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
struct str mcp_id(const struct mcp_message *m); /* as it was written */
bool mcp_is_id(const struct json_doc *d, const struct json_node *n);
const struct json_node *mcp_meta(const struct mcp_message *m, const char *name);
const char *mcp_complete(const struct mcp_message *m); /* a result's type in the message's era */
void mcp_server_put(struct json_writer *w, const char *name);
enum mcp_heard mcp_refuse(
    struct mcp_message *m, struct buf *out, int code, unsigned status, const char *message);
/* In place of a result that was begun. What failed inside is told in the log alone. */
enum mcp_heard mcp_refuse_failed(
    struct request *r, struct mcp_message *m, struct buf *out, int code, const struct err *err);

/* mcp_methods.c */
enum mcp_heard mcp_dispatch(
    struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out);

/* mcp_tools.c */
bool mcp_tool_known(struct str name);
/* False: the call waits. `call` has its id and era. */
bool mcp_tool_call(
    struct request *r, const struct mcp_message *m, struct mcp_call *call, struct buf *out);

/* mcp_runs.c: the result of a call of a tool, and a run as a task of the protocol's extension. */
void mcp_answer_put(struct arena *a, const struct mcp_call *call, struct answer *answer,
    bool is_error, const char *next, struct buf *out);
bool mcp_task_put(
    struct request *r, const struct stored_run *run, struct json_writer *w, struct err *err);

/* mcp_resources.c: the members of a result. */
bool mcp_resources_put(
    struct request *r, const struct mcp_message *m, struct json_writer *w, struct err *err);
bool mcp_resource_read(
    struct request *r, const struct mcp_message *m, struct json_writer *w, struct err *err);

#endif
