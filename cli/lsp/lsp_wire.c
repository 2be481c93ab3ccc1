/* SPDX-License-Identifier: MIT */
/* lsp_wire.c: messages, with their lengths before them. */
#include "lsp.h"

#include <inttypes.h>
#include <stdlib.h>

#define HEADER_BYTES_MAX 1024
#define HEADERS_MAX 16

/* A header without its line end; false at the end of the input. */
static bool
read_header(FILE *in, char line[HEADER_BYTES_MAX], struct err *err)
{
	*err = (struct err){.code = ERR_NONE};
	if (!fgets(line, HEADER_BYTES_MAX, in))
		return false;
	size_t n = strlen(line);
	if (n == 0 || line[n - 1] != '\n')
		return err_set(err, ERR_INPUT, "a header of a message is too long, or cut off");
	while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
		line[--n] = '\0';
	return true;
}

static bool
read_length(FILE *in, size_t *out, struct err *err)
{
	static const char name[] = "Content-Length: ";
	char line[HEADER_BYTES_MAX];

	*out = 0;
	for (size_t i = 0; i < HEADERS_MAX; i++) {
		if (!read_header(in, line, err))
			return false;
		if (line[0] == '\0')
			return *out > 0 ||
			       err_set(err, ERR_INPUT, "a message does not say its length");
		if (strncmp(line, name, sizeof(name) - 1) != 0)
			continue;
		char *end;
		unsigned long long n = strtoull(line + sizeof(name) - 1, &end, 10);
		if (*end || end == line + sizeof(name) - 1 || n > LSP_MESSAGE_BYTES_MAX)
			return err_set(err, ERR_LIMIT, "a message is longer than %zu bytes",
			    LSP_MESSAGE_BYTES_MAX);
		*out = (size_t)n;
	}
	return err_set(err, ERR_LIMIT, "a message has more than %d headers", HEADERS_MAX);
}

bool
lsp_read(FILE *in, struct arena *a, struct str *body, struct err *err)
{
	size_t n;

	if (!read_length(in, &n, err))
		return false;
	char *bytes = arena_alloc(a, n + 1);
	if (!bytes)
		return err_memory(err);
	if (fread(bytes, 1, n, in) != n)
		return err_set(err, ERR_INPUT, "the last message is cut off");
	*body = (struct str){bytes, n};
	return true;
}

bool
lsp_send(struct lsp *server, struct buf *message)
{
	bool good = !message->failed &&
		    fprintf(server->out, "Content-Length: %zu\r\n\r\n", message->n) > 0 &&
		    fwrite(message->p, 1, message->n, server->out) == message->n &&
		    fflush(server->out) == 0;

	buf_release(message);
	return good;
}

void
lsp_notify_begin(struct json_writer *w, struct buf *message, const char *method)
{
	buf_init(message, LSP_MESSAGE_BYTES_MAX);
	json_writer_init(w, message, false);
	json_object(w);
	json_put_text(w, "jsonrpc", "2.0");
	json_put_text(w, "method", method);
	json_open_object(w, "params");
}

bool
lsp_notify_end(struct lsp *server, struct json_writer *w, struct buf *message)
{
	json_end_object(w);
	json_end_object(w);
	return lsp_send(server, message);
}
