/* SPDX-License-Identifier: MIT */
/* lsp.c: sluice policy lsp: requests in, answers out. */
#include "lsp.h"

#include "author.h"
#include "verdict_cache.h"

#include <stdlib.h>

#define CALL_BYTES_MAX ((size_t)1 << 30)

enum {
	PARSE_ERROR = -32700,
	INVALID_REQUEST = -32600,
	METHOD_NOT_FOUND = -32601,
	NOT_INITIALIZED = -32002
};

static const struct json_limits limits = {LSP_MESSAGE_BYTES_MAX, 64, 1000000, 400};

/* -- the life of a server -------------------------------------------------------------------- */

static void
put_capabilities(struct lsp_call *c, struct json_writer *w)
{
	(void)c;
	json_object(w);
	json_name(w, "capabilities");
	json_raw(w, STR("{\"positionEncoding\":\"utf-16\",\"textDocumentSync\":{\"openClose\":true,"
			"\"change\":1,\"save\":true},\"hoverProvider\":true,\"completionProvider\":"
			"{\"triggerCharacters\":[\".\",\"[\",\"{\"]},\"codeLensProvider\":"
			"{\"resolveProvider\":false},\"executeCommandProvider\":{\"commands\":["
			"\"sluice.test\"]}}"));
	json_open_object(w, "serverInfo");
	json_put_text(w, "name", "sluice");
	json_put_text(w, "version", SLUICE_VERSION);
	json_end_object(w);
	json_end_object(w);
	c->server->began = true;
}

static void
shut_down(struct lsp_call *c, struct json_writer *w)
{
	c->server->ended = true;
	json_null(w);
}

static const struct {
	const char *method;
	void (*answer)(struct lsp_call *c, struct json_writer *w);
} requests[] = {
    {"initialize", put_capabilities},
    {"shutdown", shut_down},
    {"textDocument/hover", lsp_hover},
    {"textDocument/completion", lsp_complete},
    {"textDocument/codeLens", lsp_lenses},
    {"workspace/executeCommand", lsp_execute},
};

/* -- notifications --------------------------------------------------------------------------- */

static struct str
uri_of(const struct lsp_call *c)
{
	return json_get_text(c->d, json_get(c->d, c->params, "textDocument"), "uri", STR(""));
}

static bool
keep(struct lsp_call *c, struct str text)
{
	if (uri_of(c).n == 0)
		return true;
	if (!lsp_file_put(c->server, uri_of(c), text, &c->err)) {
		fprintf(stderr, "sluice: %s\n", c->err.message);
		return true;
	}
	return lsp_diagnose_all(c);
}

static bool
opened(struct lsp_call *c)
{
	return keep(
	    c, json_get_text(c->d, json_get(c->d, c->params, "textDocument"), "text", STR("")));
}

/* The whole text, as `change: 1` asks for. */
static bool
changed(struct lsp_call *c)
{
	const struct json_node *list = json_get(c->d, c->params, "contentChanges"), *last = NULL;

	JSON_EACH(n, c->d, list)
		last = n;
	return !last || keep(c, json_get_text(c->d, last, "text", STR("")));
}

static bool
saved(struct lsp_call *c)
{
	return lsp_diagnose_all(c);
}

/* Takes back what was said of the file. */
static bool
closed(struct lsp_call *c)
{
	struct lsp_file *f = lsp_file_of(c);

	if (!f)
		return true;
	f->kind = LSP_OTHER;
	bool good = lsp_diagnose(c, f);
	lsp_file_drop(c->server, uri_of(c));
	return good;
}

static const struct {
	const char *method;
	bool (*hear)(struct lsp_call *c);
} notifications[] = {
    {"textDocument/didOpen", opened},
    {"textDocument/didChange", changed},
    {"textDocument/didSave", saved},
    {"textDocument/didClose", closed},
};

/* -- one message ----------------------------------------------------------------------------- */

static void
begin_answer(struct json_writer *w, struct buf *message, const struct json_doc *d,
    const struct json_node *id)
{
	buf_init(message, LSP_MESSAGE_BYTES_MAX);
	json_writer_init(w, message, false);
	json_object(w);
	json_put_text(w, "jsonrpc", "2.0");
	json_name(w, "id");
	if (id)
		json_tree(w, d, id);
	else
		json_null(w);
}

static bool
answer_error(struct lsp *server, const struct json_doc *d, const struct json_node *id, int code,
    const char *words)
{
	struct json_writer w;
	struct buf message;

	begin_answer(&w, &message, d, id);
	json_open_object(&w, "error");
	json_put_number(&w, "code", code);
	json_put_text(&w, "message", words);
	json_end_object(&w);
	json_end_object(&w);
	return lsp_send(server, &message);
}

static bool
serve_request(struct lsp_call *c, struct str method, const struct json_node *id)
{
	struct json_writer w;
	struct buf message;

	if (!c->server->began && !str_is(method, "initialize"))
		return answer_error(
		    c->server, c->d, id, NOT_INITIALIZED, "the first request is `initialize`");
	if (c->server->ended)
		return answer_error(c->server, c->d, id, INVALID_REQUEST, "it is shut down");
	for (size_t i = 0; i < ARRAY_LENGTH(requests); i++) {
		if (!str_is(method, requests[i].method))
			continue;
		begin_answer(&w, &message, c->d, id);
		json_name(&w, "result");
		requests[i].answer(c, &w);
		json_end_object(&w);
		return lsp_send(c->server, &message);
	}
	return answer_error(c->server, c->d, id, METHOD_NOT_FOUND, "unknown method");
}

static bool
serve_notification(struct lsp_call *c, struct str method)
{
	for (size_t i = 0; c->server->began && i < ARRAY_LENGTH(notifications); i++)
		if (str_is(method, notifications[i].method))
			return notifications[i].hear(c);
	return true;
}

/* -1 to go on, else the exit code. */
static int
serve(struct lsp *server, struct arena *a, struct str body)
{
	struct json_doc d;
	struct err err;

	if (!json_parse(a, body, "the message", &limits, &d, NULL, &err))
		return answer_error(server, NULL, NULL, PARSE_ERROR, err.message) ? -1
										  : EXIT_INTERNAL;
	const struct json_node *root = json_root(&d), *id = json_get(&d, root, "id");
	struct str method = json_get_text(&d, root, "method", STR(""));
	struct lsp_call c = {
	    .server = server, .a = a, .d = &d, .params = json_get(&d, root, "params")};

	if (str_is(method, "exit"))
		return server->ended ? EXIT_ANSWERED : EXIT_FINDINGS;
	if (method.n == 0) /* an answer to nothing that we asked */
		return -1;
	bool good = id ? serve_request(&c, method, id) : serve_notification(&c, method);
	return good ? -1 : EXIT_INTERNAL;
}

static int
serve_all(struct lsp *server)
{
	int code = -1;

	while (code < 0) {
		struct arena *a = arena_new(CALL_BYTES_MAX);
		struct str body;
		struct err err;
		if (!a)
			return EXIT_INTERNAL;
		if (lsp_read(server->in, a, &body, &err))
			code = serve(server, a, body);
		else if (err.code == ERR_NONE)
			code = server->ended ? EXIT_ANSWERED : EXIT_FINDINGS;
		else
			code = print_error(&err);
		arena_free(a);
	}
	return code;
}

int
policy_lsp(struct call *w)
{
	struct lsp *server = calloc(1, sizeof(*server));

	if (!server)
		return EXIT_INTERNAL;
	server->policy = w->o->policy;
	server->verdicts = verdict_cache_new();
	server->in = stdin;
	server->out = stdout;
	int code = serve_all(server);
	lsp_files_free(server);
	verdict_cache_free(server->verdicts);
	free(server->outcome.path);
	free(server);
	return code;
}
