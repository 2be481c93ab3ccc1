/* SPDX-License-Identifier: MIT */
/*
 * fixture.c: the program with the tools, prompts and resources that the protocol's conformance tests
 * ask of a server, from the file that SLUICE_TEST_FIXTURES names. What reads, judges and frames a message
 * is the program's own; these stand only between it and its methods.
 *
 * `adds`: by method, what is merged into the program's own result. `answers`: the first whose method,
 * subject and conditions fit is the result (fixtures.json).
 */
#include "mcp.h"

#include "file.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define BYTES_MAX ((size_t)1 << 20)
#define META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define ASKS_MAX 64 /* questions to clients under way at once */

enum mcp_heard __real_mcp_hear(struct request *r, struct str text, struct mcp_message *m,
    struct mcp_call *call, struct buf *out);
enum mcp_heard __wrap_mcp_hear(struct request *r, struct str text, struct mcp_message *m,
    struct mcp_call *call, struct buf *out);
enum mcp_heard __real_mcp_dispatch(
    struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out);
enum mcp_heard __wrap_mcp_dispatch(
    struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out);
bool __real_mcp_look(struct request *r, struct mcp_call *call, struct buf *out);
bool __wrap_mcp_look(struct request *r, struct mcp_call *call, struct buf *out);

static struct json_doc all;
static atomic_llong asked, answered[ASKS_MAX];

static void
load(void)
{
	struct arena *a = arena_new(BYTES_MAX * 16); /* as long as the program */
	struct err err;
	struct str text;

	if (!a || !file_read(a, getenv("SLUICE_TEST_FIXTURES"), BYTES_MAX, &text, &err) ||
	    !json_parse(a, text, "fixtures.json", &JSON_LIMITS, &all, NULL, &err)) {
		fprintf(stderr, "fixture: %s\n", a ? err.message : "out of memory");
		exit(EXIT_INTERNAL);
	}
}

static const struct json_node *
fixtures(const char *name)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return json_get(&all, json_root(&all), name);
}

static const struct json_node *
member(const struct json_node *n, const char *name)
{
	return json_get(&all, n, name);
}

/* -- which answer fits ----------------------------------------------------------------------- */

/* A subject may have one gap, {id}. */
static bool
subject_fits(struct str pattern, struct str subject, struct str *id)
{
	const char *gap = pattern.n ? memchr(pattern.p, '{', pattern.n) : NULL;

	if (!gap)
		return str_eq(pattern, subject);
	size_t before = (size_t)(gap - pattern.p), after = pattern.n - before - 4;
	if (subject.n <= before + after || !str_starts(subject, str_slice(pattern, 0, before)) ||
	    !str_ends(subject, str_slice(pattern, before + 4, pattern.n)))
		return false;
	*id = str_slice(subject, before, subject.n - after);
	return true;
}

static bool
all_given(const struct mcp_message *m, const struct json_node *list)
{
	const struct json_node *responses = json_get(&m->doc, m->params, "inputResponses");

	for (const struct json_node *n = list ? json_first(&all, list) : NULL; n;
	     n = json_next(&all, n)) {
		const struct json_node *one = json_get_str(&m->doc, responses, n->text);
		if (!one || one->kind != JSON_OBJECT)
			return false;
	}
	return true;
}

static bool
declares(const struct mcp_message *m, const struct json_node *list, bool wanted)
{
	const struct json_node *meta = json_get(&m->doc, m->params, "_meta");
	const struct json_node *capabilities = json_get(&m->doc, meta, META_CAPABILITIES);

	for (const struct json_node *n = list ? json_first(&all, list) : NULL; n;
	     n = json_next(&all, n))
		if ((json_get_str(&m->doc, capabilities, n->text) != NULL) != wanted)
			return false;
	return true;
}

static bool
state_fits(const struct mcp_message *m, const struct json_node *state)
{
	struct str said = json_get_text(&m->doc, m->params, "requestState", STR(""));

	return !state || (str_is(state->text, "*") ? said.n > 0 : str_eq(said, state->text));
}

static const struct json_node *
find(const struct mcp_message *m, struct str *id)
{
	for (const struct json_node *n = json_first(&all, fixtures("answers")); n;
	     n = json_next(&all, n))
		if (str_eq(json_get_text(&all, n, "method", STR("")), m->method) &&
		    subject_fits(json_get_text(&all, n, "subject", STR("")), m->subject, id) &&
		    !(m->modern && member(n, "legacy")) && all_given(m, member(n, "given")) &&
		    declares(m, member(n, "declares"), true) &&
		    declares(m, member(n, "lacks"), false) && state_fits(m, member(n, "state")))
			return n;
	return NULL;
}

/* -- what it says ---------------------------------------------------------------------------- */

struct gaps { /* for ${...} in an answer; m: NULL where the message has gone */
	const struct mcp_message *m;
	struct str id, token;
};

static struct str
word(const struct gaps *w, struct str path)
{
	const struct json_node *n;
	struct str first;

	if (str_is(path, "id"))
		return w->id;
	if (str_is(path, "token"))
		return w->token;
	if (!w->m || !str_cut(&path, '.', &first))
		return STR("");
	n = json_get_str(&w->m->doc, json_get(&w->m->doc, w->m->params, "arguments"), first);
	if (!n)
		n = json_get_str(
		    &w->m->doc, json_get(&w->m->doc, w->m->params, "inputResponses"), first);
	while (n && str_cut(&path, '.', &first))
		n = json_get_str(&w->m->doc, n, first);
	return n ? json_source(&w->m->doc, n) : STR("");
}

/* A string that is nothing but a word becomes the value; inside of one it becomes the text. */
static void
put_source(const struct gaps *w, struct str text, struct buf *out)
{
	for (size_t i = 0; i < text.n; i++) {
		const char *end = text.p[i] == '$' && i + 1 < text.n && text.p[i + 1] == '{'
				      ? memchr(text.p + i, '}', text.n - i)
				      : NULL;
		if (!end) {
			if (text.p[i] != '\n' && text.p[i] != '\t')
				buf_char(out, text.p[i]);
			continue;
		}
		size_t to = (size_t)(end - text.p);
		struct str value = word(w, str_slice(text, i + 2, to));
		bool whole =
		    i > 0 && text.p[i - 1] == '"' && to + 1 < text.n && text.p[to + 1] == '"';
		bool quoted = value.n > 1 && value.p[0] == '"';
		if (whole && value.n > 0 && !quoted && !str_eq(value, w->id))
			out->n--, to++;
		buf_str(out, quoted ? str_slice(value, 1, value.n - 1) : value);
		i = to;
	}
}

static void
put_member(const struct gaps *words, const struct json_node *value, struct json_writer *w)
{
	struct buf text;

	buf_init(&text, BYTES_MAX);
	put_source(words, json_source(&all, value), &text);
	json_raw(w, buf_view(&text));
	buf_release(&text);
}

/* The members of the result, framed as the program's own are. */
static void
put_result(const struct json_node *n, const struct gaps *words, struct str id, bool modern,
    struct buf *out)
{
	const struct json_node *result = member(n, "result");
	const struct json_node *type = member(result, "resultType");
	struct json_writer w;

	mcp_result_begin(&w, out, id, !modern ? NULL : type ? "input_required" : MCP_COMPLETE);
	for (const struct json_node *m = json_first(&all, result); m; m = json_next(&all, m)) {
		if (str_is(m->text, "resultType"))
			continue;
		json_name_str(&w, m->text);
		put_member(words, m + 1, &w);
	}
	if (modern && member(n, "cached")) {
		json_put_number(&w, "ttlMs", 1000);
		json_put_text(&w, "cacheScope", "public");
	}
	mcp_result_end(&w, modern);
}

static enum mcp_heard
put_error(const struct json_node *n, struct mcp_message *m, struct buf *out)
{
	const struct json_node *error = member(n, "error"), *extra = member(error, "data");

	m->http_status = 400;
	mcp_error(out, json_source(&m->doc, m->id), (int)json_get_number(&all, error, "code", 0),
	    "the fixture refuses it", extra ? json_source(&all, extra) : STR(""));
	return MCP_REFUSED;
}

/* -- what it says bit by bit ----------------------------------------------------------------- */

/* A message of a stream: a notification, or a question to the client, which has an id. */
static void
put_message(const struct json_node *n, const struct gaps *words, int64_t id, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_object(&w);
	json_put_text(&w, "jsonrpc", "2.0");
	if (id > 0)
		json_put_number(&w, "id", id);
	for (const struct json_node *m = json_first(&all, n); m; m = json_next(&all, m)) {
		json_name_str(&w, m->text);
		put_member(words, m + 1, &w);
	}
	json_end_object(&w);
	buf_char(out, '\n');
}

static enum mcp_heard
begin_stream(const struct json_node *n, const struct mcp_message *m, struct mcp_call *call)
{
	const struct json_node *meta = json_get(&m->doc, m->params, "_meta");
	const struct json_node *token = json_get(&m->doc, meta, "progressToken");

	*call = (struct mcp_call){.modern = m->modern};
	snprintf(call->run, sizeof(call->run), "fixture %u", json_index(&all, n));
	snprintf(call->id, sizeof(call->id), "%.*s", STR_ARG(json_source(&m->doc, m->id)));
	if (token)
		snprintf(
		    call->token, sizeof(call->token), "%.*s", STR_ARG(json_source(&m->doc, token)));
	return MCP_WAITS;
}

static const struct json_node *
message_at(const struct json_node *n, int64_t step)
{
	const struct json_node *stream = member(n, "stream");
	const struct json_node *one = json_first(&all, stream);

	while (one && step-- > 0)
		one = json_next(&all, one);
	return one;
}

/* One message a look; a question waits for its answer, whose number is in until_us. */
bool
__wrap_mcp_look(struct request *r, struct mcp_call *call, struct buf *out)
{
	if (!str_starts(str_from(call->run), STR("fixture ")))
		return __real_mcp_look(r, call, out);

	const struct json_node *n = json_root(&all) + atoll(call->run + 8);
	const struct json_node *one = message_at(n, call->steps);
	struct gaps words = {.token = str_from(call->token)};
	if (call->until_us > 0 && answered[call->until_us % ASKS_MAX] != call->until_us)
		return false;
	call->until_us = 0;
	if (!one) {
		put_result(n, &words, str_from(call->id), call->modern, out);
		return true;
	}
	call->steps++;
	if (!str_starts(json_get_text(&all, one, "method", STR("")), STR("notifications/")))
		call->until_us = ++asked;
	else if (!call->token[0] && member(one, "params") &&
		 member(member(one, "params"), "progressToken"))
		return false;
	put_message(one, &words, call->until_us, out);
	return false;
}

enum mcp_heard
__wrap_mcp_hear(struct request *r, struct str text, struct mcp_message *m, struct mcp_call *call,
    struct buf *out)
{
	enum mcp_heard heard = __real_mcp_hear(r, text, m, call, out);
	int64_t id;

	if (heard == MCP_SILENT && m->method.n == 0 && m->id && json_int(m->id, &id) && id > 0)
		answered[id % ASKS_MAX] = id;
	return heard;
}

/* -- a tool of the program under another name, and what is added to its lists ---------------- */

static enum mcp_heard
call_as(struct request *r, const struct json_node *as, struct mcp_message *m, struct mcp_call *call,
    struct buf *out)
{
	const struct json_node *meta = json_get(&m->doc, m->params, "_meta");
	struct gaps words = {.m = m};
	struct mcp_message other = *m;
	struct buf text;
	struct err err;

	buf_init(&text, BYTES_MAX);
	buf_printf(&text,
	    "{\"id\":%.*s,\"params\":{\"name\":\"execute_code\",\"_meta\":%.*s,\"arguments\":",
	    STR_ARG(json_source(&m->doc, m->id)),
	    STR_ARG(meta ? json_source(&m->doc, meta) : STR("{}")));
	put_source(&words, json_source(&all, as), &text);
	buf_text(&text, "}}");
	struct str kept;
	bool good = arena_copy(r->a, buf_view(&text), &kept) &&
		    json_parse(r->a, kept, "as", &JSON_LIMITS, &other.doc, NULL, &err);
	buf_release(&text);
	if (!good)
		abort();
	other.id = json_get(&other.doc, json_root(&other.doc), "id");
	other.params = json_get(&other.doc, json_root(&other.doc), "params");
	enum mcp_heard heard = __real_mcp_dispatch(r, &other, call, out);
	m->http_status = other.http_status;
	return heard;
}

/* Objects are merged, arrays put together; what is not in `more` stays. */
static void
merge(const struct json_doc *d, const struct json_node *n, const struct json_node *more,
    struct json_writer *w)
{
	if (!more || n->kind != more->kind || (n->kind != JSON_ARRAY && n->kind != JSON_OBJECT)) {
		json_tree(w, d, n);
		return;
	}
	if (n->kind == JSON_ARRAY) {
		json_array(w);
		for (const struct json_node *i = json_first(d, n); i; i = json_next(d, i))
			json_tree(w, d, i);
		for (const struct json_node *i = json_first(&all, more); i; i = json_next(&all, i))
			json_tree(w, &all, i);
		json_end_array(w);
		return;
	}
	json_object(w);
	for (const struct json_node *i = json_first(d, n); i; i = json_next(d, i)) {
		json_name_str(w, i->text);
		merge(d, i + 1, json_get_str(&all, more, i->text), w);
	}
	for (const struct json_node *i = json_first(&all, more); i; i = json_next(&all, i))
		if (!json_get_str(d, n, i->text)) {
			json_name_str(w, i->text);
			json_tree(w, &all, i + 1);
		}
	json_end_object(w);
}

static enum mcp_heard
add_to(struct request *r, const struct json_node *more, struct mcp_message *m,
    struct mcp_call *call, struct buf *out)
{
	struct json_writer w;
	struct json_doc d;
	struct err err;
	struct buf own;

	buf_init(&own, REQUEST_BYTES_MAX);
	enum mcp_heard heard = __real_mcp_dispatch(r, m, call, &own);
	if (!json_parse(r->a, buf_view(&own), "own", &JSON_LIMITS, &d, NULL, &err))
		abort();
	json_writer_init(&w, out, false);
	json_object(&w);
	for (const struct json_node *n = json_first(&d, json_root(&d)); n; n = json_next(&d, n)) {
		json_name_str(&w, n->text);
		merge(&d, n + 1, str_is(n->text, "result") ? more : NULL, &w);
	}
	json_end_object(&w);
	buf_char(out, '\n');
	buf_release(&own);
	return heard;
}

enum mcp_heard
__wrap_mcp_dispatch(
    struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	const struct json_node *more = json_get_str(&all, fixtures("adds"), m->method);
	struct gaps words = {.m = m};
	const struct json_node *n = find(m, &words.id);

	if (more)
		return add_to(r, more, m, call, out);
	if (!n)
		return __real_mcp_dispatch(r, m, call, out);
	if (member(n, "as"))
		return call_as(r, member(n, "as"), m, call, out);
	if (member(n, "error"))
		return put_error(n, m, out);
	if (member(n, "stream"))
		return begin_stream(n, m, call);
	put_result(n, &words, json_source(&m->doc, m->id), m->modern, out);
	return MCP_ANSWERED;
}
