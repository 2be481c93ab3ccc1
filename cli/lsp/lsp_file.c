/* SPDX-License-Identifier: MIT */
/* lsp_file.c: the files that the editor has open, and places in them. */
#include "lsp.h"

#include "ascii.h"
#include "file.h"
#include "table.h"

#include <stdlib.h>

/* -- files ----------------------------------------------------------------------------------- */

/* The path of a file: URI; what is no such URI is its own name. */
static char *
path_of_uri(struct str uri)
{
	struct str rest = str_starts(uri, STR("file://")) ? str_slice(uri, 7, uri.n) : uri;
	char *path = malloc(rest.n + 1);
	size_t n = 0;

	if (!path)
		return NULL;
	for (size_t i = 0; i < rest.n; i++) {
		bool coded = rest.p[i] == '%' && i + 2 < rest.n && ascii_hex(rest.p[i + 1]) >= 0 &&
			     ascii_hex(rest.p[i + 2]) >= 0;
		if (coded) {
			path[n++] =
			    (char)(ascii_hex(rest.p[i + 1]) * 16 + ascii_hex(rest.p[i + 2]));
			i += 2;
		} else {
			path[n++] = rest.p[i];
		}
	}
	path[n] = '\0';
	return path;
}

static enum lsp_kind
kind_of(struct str path)
{
	return str_ends(path, STR(".test.yaml")) ? LSP_SUITE
	       : str_ends(path, STR(".yaml"))    ? LSP_POLICY
	       : str_ends(path, STR(".py"))      ? LSP_PROGRAM
						 : LSP_OTHER;
}

static char *
copy(struct str s)
{
	char *out = malloc(s.n + 1);

	if (out) {
		memcpy(out, s.p ? s.p : "", s.n);
		out[s.n] = '\0';
	}
	return out;
}

static void
release(struct lsp_file *f)
{
	free(f->uri);
	free(f->path);
	free(f->text);
	*f = (struct lsp_file){.uri = NULL};
}

static struct lsp_file *
find(struct lsp *server, struct str uri)
{
	for (size_t i = 0; i < server->file_count; i++)
		if (str_is(uri, server->files[i].uri))
			return &server->files[i];
	return NULL;
}

bool
lsp_file_put(struct lsp *server, struct str uri, struct str text, struct err *err)
{
	struct lsp_file *f = find(server, uri);
	char *bytes;

	if (!f && server->file_count == LSP_FILES_MAX)
		return err_set(err, ERR_LIMIT, "more than %d files are open", LSP_FILES_MAX);
	if (!f) {
		f = &server->files[server->file_count];
		*f = (struct lsp_file){.uri = copy(uri), .path = path_of_uri(uri)};
		if (!f->uri || !f->path) {
			release(f);
			return err_memory(err);
		}
		f->kind = kind_of(str_from(f->path));
		server->file_count++;
	}
	if (!(bytes = copy(text)))
		return err_memory(err);
	free(f->text);
	f->text = bytes;
	f->n = text.n;
	return true;
}

void
lsp_file_drop(struct lsp *server, struct str uri)
{
	struct lsp_file *f = find(server, uri);

	if (!f)
		return;
	release(f);
	*f = server->files[--server->file_count];
}

void
lsp_files_free(struct lsp *server)
{
	while (server->file_count > 0)
		release(&server->files[--server->file_count]);
}

struct lsp_file *
lsp_file_of(const struct lsp_call *c)
{
	const struct json_node *document = json_get(c->d, c->params, "textDocument");

	return find(c->server, json_get_text(c->d, document, "uri", STR("")));
}

struct str
lsp_file_text(const struct lsp_file *f)
{
	return (struct str){f->text ? f->text : "", f->n};
}

bool
lsp_texts(const struct lsp_call *c, struct policy_texts *out)
{
	struct policy_source *items = arena_array(c->a, c->server->file_count + 1, sizeof(*items));

	*out = policies_texts();
	out->items = items;
	if (!items)
		return false;
	for (size_t i = 0; i < c->server->file_count; i++)
		if (c->server->files[i].kind != LSP_OTHER)
			items[out->count++] =
			    (struct policy_source){.name = str_from(c->server->files[i].path),
				.text = lsp_file_text(&c->server->files[i])};
	return true;
}

const char *
lsp_policy_path(struct arena *a, const struct lsp_file *f)
{
	return f->kind == LSP_POLICY  ? f->path
	       : f->kind == LSP_SUITE ? suite_policy(a, f->path)
				      : NULL;
}

void
lsp_put_capabilities(struct buf *out, unsigned capabilities)
{
	const char *between = "";

	for (unsigned i = 0; i < CAPABILITIES; i++)
		if (capabilities & (1u << i)) {
			buf_printf(out, "%s%s", between, capability_name(i));
			between = ", ";
		}
}

/* -- places ---------------------------------------------------------------------------------- */

static size_t
units(int32_t codepoint)
{
	return codepoint > 0xffff ? 2 : 1;
}

size_t
lsp_offset(const struct lsp_call *c, struct str text)
{
	const struct json_node *position = json_get(c->d, c->params, "position");
	const struct json_node *n = json_get(c->d, position, "line"),
			       *m = json_get(c->d, position, "character");
	int64_t line = 0, character = 0;

	if (!n || !m || !json_int(n, &line) || !json_int(m, &character) || line < 0 ||
	    line > INT32_MAX || character < 0)
		return 0;
	size_t at = text_at(text, (unsigned)line + 1, 1), left = (size_t)character;
	while (left > 0 && at < text.n && text.p[at] != '\n') {
		size_t one = units(utf8_next(text, &at));
		left = left > one ? left - one : 0;
	}
	return at;
}

static void
put_position(struct json_writer *w, const char *name, struct str text, size_t at)
{
	size_t line = 0, start = 0, character = 0;

	for (size_t i = 0; i < at && i < text.n; i++)
		if (text.p[i] == '\n') {
			line++;
			start = i + 1;
		}
	for (size_t i = start; i < at && i < text.n;)
		character += units(utf8_next(text, &i));
	json_open_object(w, name);
	json_put_number(w, "line", (int64_t)line);
	json_put_number(w, "character", (int64_t)character);
	json_end_object(w);
}

void
lsp_put_range(struct json_writer *w, struct str text, size_t at, size_t end)
{
	json_open_object(w, "range");
	put_position(w, "start", text, at);
	put_position(w, "end", text, end);
	json_end_object(w);
}
