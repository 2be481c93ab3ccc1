/* SPDX-License-Identifier: MIT */
/*
 * sluice run --service: a `sluice serve` of this machine checks the program, runs it and keeps the
 * run. Here only the files are read that the task names, and no library is loaded: HTTP/1.1 with one
 * message each way, as the service's own socket speaks it.
 */
#include "call.h"

#include "file.h"
#include "hash.h"
#include "yaml.h"

#include "actions.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define BODY_BYTES_MAX ((size_t)256 << 20)
#define REPLY_BYTES_MAX ((size_t)256 << 20)
#define FILE_BYTES_MAX ((size_t)128 << 20)
#define TOKEN_BYTES_MAX 4096
#define HEAD_BYTES_MAX 1024
#define PATH_BYTES_MAX 4096
#define WAIT_S 60

/* -- one exchange ---------------------------------------------------------------------------- */

struct service {
	struct call *call;
	const char *socket; /* its path */
	struct str token;
	int fd;
	int64_t status; /* of the last answer, and its body */
	struct str body;
	struct json_doc reply; /* the last that was JSON */
};

static bool
lost(const struct service *s, struct err *err)
{
	return err_sys(err, "the service at 'unix:%.100s' does not answer", s->socket);
}

static bool
open_socket(struct service *s, struct err *err)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};

	if (strlen(s->socket) >= sizeof(at.sun_path))
		return err_set(err, ERR_USAGE, "the path of the service's socket is too long");
	memcpy(at.sun_path, s->socket, strlen(s->socket));
	s->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (s->fd >= 0 && connect(s->fd, (const struct sockaddr *)&at, sizeof(at)) == 0)
		return true;
	lost(s, err);
	file_close(&s->fd);
	return err_help(err, "`sluice serve --listen unix:PATH` starts one");
}

/* Whoever refuses a request may close before its end: its answer tells. */
static void
send_all(const struct service *s, struct str bytes)
{
	while (bytes.n > 0) {
		ssize_t n = send(s->fd, bytes.p, bytes.n, MSG_NOSIGNAL);

		if (n < 0 && errno != EINTR)
			return;
		bytes = str_slice(bytes, n < 0 ? 0 : (size_t)n, bytes.n);
	}
}

/* To its end. Whoever is interrupted reads no further. */
static bool
receive_all(struct service *s, struct buf *out, struct err *err)
{
	struct pollfd at = {.fd = s->fd, .events = POLLIN};
	char block[16384];

	for (;;) {
		ssize_t n = poll(&at, 1, -1) < 0 ? -1 : read(s->fd, block, sizeof(block));

		if (n == 0)
			return !out->failed || err_memory(err);
		if (n > 0)
			buf_str(out, (struct str){block, (size_t)n});
		else if (errno != EINTR)
			return lost(s, err);
		if (call_is_interrupted(NULL))
			return err_set(err, ERR_SYSTEM, "interrupted");
	}
}

/* The value of a header of that name, or an empty text. */
static struct str
header(struct str head, const char *name)
{
	struct str line, key;

	while (str_cut(&head, '\n', &line))
		if (str_cut(&line, ':', &key) && key.n == strlen(name) &&
		    strncasecmp(key.p, name, key.n) == 0)
			return str_trim(line);
	return STR("");
}

static bool
take_reply(struct service *s, struct str all, struct err *err)
{
	size_t end = str_find(all, STR("\r\n\r\n"), 0);
	struct str head = str_slice(all, 0, end == SIZE_MAX ? all.n : end), body;
	int64_t length;

	if (end == SIZE_MAX || !str_starts(head, STR("HTTP/1.1 ")) ||
	    !str_number(str_slice(head, 9, 12), &s->status))
		return err_set(
		    err, ERR_SYSTEM, "what answers at 'unix:%.100s' is no service", s->socket);
	body = str_slice(all, end + 4, all.n);
	if (!str_number(header(head, "Content-Length"), &length) || (size_t)length != body.n)
		return err_set(err, ERR_SYSTEM, "the service's answer was cut");
	return arena_copy(s->call->a, body, &s->body) || err_memory(err);
}

static bool
exchange(struct service *s, const char *method, const char *path, struct str body, struct err *err)
{
	struct buf head, reply;
	bool done;

	buf_init(&head, HEAD_BYTES_MAX + PATH_BYTES_MAX + TOKEN_BYTES_MAX);
	buf_init(&reply, REPLY_BYTES_MAX);
	buf_printf(
	    &head, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", method, path);
	if (strcmp(method, "GET") == 0)
		buf_printf(&head, "Prefer: wait=%d\r\n", WAIT_S);
	buf_printf(&head, "Authorization: Bearer %.*s\r\n", STR_ARG(s->token));
	buf_printf(&head, "Content-Length: %zu\r\n\r\n", body.n);
	done = (!head.failed || err_memory(err)) && open_socket(s, err);
	if (done) {
		send_all(s, buf_view(&head));
		send_all(s, body);
		done = receive_all(s, &reply, err) && take_reply(s, buf_view(&reply), err);
	}
	file_close(&s->fd);
	buf_release(&head);
	buf_release(&reply);
	return done;
}

static bool
ask(struct service *s, const char *method, const char *path, struct str body, struct err *err)
{
	return exchange(s, method, path, body, err) &&
	       json_parse(
		   s->call->a, s->body, "the service's answer", &JSON_LIMITS, &s->reply, NULL, err);
}

/* -- the task -------------------------------------------------------------------------------- */

struct sending {
	struct call *call;
	struct json_writer w;
	struct json_doc doc; /* of the task file */
	const char *file;    /* its path, or NULL */
	struct buf bytes;
	struct err *err;
};

/* What else is said of an input goes as it is: the service judges it. */
static void
put_more(struct sending *q, const struct json_node *input)
{
	for (const struct json_node *n = json_first(&q->doc, input); n; n = json_next(&q->doc, n))
		if (!str_is(n->text, "path") && !str_is(n->text, "name")) {
			json_name_str(&q->w, n->text);
			json_tree(&q->w, &q->doc, n + 1);
		}
}

static bool
put_input(struct sending *q, const char *path, struct str name, const struct json_node *more)
{
	struct str bytes;

	if (!path)
		return err_memory(q->err);
	if (!file_read(q->call->a, path, FILE_BYTES_MAX, &bytes, q->err))
		return false;
	buf_clear(&q->bytes);
	base64_write(bytes.p, bytes.n, &q->bytes);
	json_object(&q->w);
	json_put_str(&q->w, "name", name);
	json_put_str(&q->w, "base64", buf_view(&q->bytes));
	if (more)
		put_more(q, more);
	json_end_object(&q->w);
	return !q->bytes.failed || err_memory(q->err);
}

/* A file's path, or an object that has it. */
static bool
put_listed(struct sending *q, const struct json_node *n)
{
	bool bare = n->kind != JSON_OBJECT;
	const struct json_node *path = bare ? n : json_get(&q->doc, n, "path");
	const struct json_node *name = bare ? NULL : json_get(&q->doc, n, "name");
	char *at;

	if (!path || !json_is_text(path))
		return json_err(&q->doc, n, q->err, "an input is a file's path, or has a 'path'");
	at = arena_text(q->call->a, path->text);
	return put_input(q, at ? path_beside(q->call->a, q->file, at) : NULL,
	    name ? name->text
	    : at ? str_from(path_base(at))
		 : STR(""),
	    bare ? NULL : n);
}

static bool
put_inputs(struct sending *q, const struct json_node *listed)
{
	const struct option_values *given = &q->call->o->input;
	bool good = true;

	if (!listed && given->count == 0)
		return true;
	json_open_array(&q->w, "inputs");
	if (listed && listed->kind != JSON_ARRAY)
		return json_err(&q->doc, listed, q->err, "'inputs' is a list of files");
	if (listed)
		for (const struct json_node *n = json_first(&q->doc, listed); good && n;
		     n = json_next(&q->doc, n))
			good = put_listed(q, n);
	for (size_t i = 0; good && i < given->count; i++)
		good = put_input(q, given->values[i], str_from(path_base(given->values[i])), NULL);
	json_end_array(&q->w);
	return good;
}

/* The schema itself goes, whether it stands in the task or in a file. */
static bool
put_schema(struct sending *q, const char *path)
{
	struct str text;
	struct json_doc schema;

	if (!path)
		return err_memory(q->err);
	if (!file_read(q->call->a, path, YAML_BYTES_MAX, &text, q->err) ||
	    !json_parse(q->call->a, text, path, &JSON_LIMITS, &schema, NULL, q->err))
		return false;
	json_name(&q->w, "schema");
	json_tree(&q->w, &schema, json_root(&schema));
	return true;
}

static bool
put_output(struct sending *q, const struct json_node *output)
{
	const char *given = q->call->o->schema;
	const struct json_node *schema = output ? json_get(&q->doc, output, "schema") : NULL;
	bool good = true;

	if (!output && !given)
		return true;
	json_open_object(&q->w, "output");
	for (const struct json_node *n = output ? json_first(&q->doc, output) : NULL; n;
	     n = json_next(&q->doc, n))
		if (n + 1 != schema) {
			json_name_str(&q->w, n->text);
			json_tree(&q->w, &q->doc, n + 1);
		}
	if (given)
		good = put_schema(q, given);
	else if (schema && json_is_text(schema)) {
		char *path = arena_text(q->call->a, schema->text);
		good = put_schema(q, path ? path_beside(q->call->a, q->file, path) : NULL);
	} else if (schema) {
		json_name(&q->w, "schema");
		json_tree(&q->w, &q->doc, schema);
	}
	json_end_object(&q->w);
	return good;
}

/* What the task file says that no option says instead. */
static bool
put_member(struct sending *q, const struct json_node *name)
{
	const struct options *o = q->call->o;
	const struct {
		const char *name;
		bool passes;
	} apart[] = {{"apiVersion", true}, {"inputs", true}, {"output", true}, {"goal", o->goal},
	    {"policy", o->policy}, {"profile", o->profile}};

	for (size_t i = 0; i < ARRAY_LENGTH(apart); i++)
		if (apart[i].passes && str_is(name->text, apart[i].name))
			return true;
	if (str_is(name->text, "model")) {
		json_err(&q->doc, name, q->err, "the service chooses the model");
		return err_help(q->err, "leave 'model' out, or run the task without --service");
	}
	json_name_str(&q->w, name->text);
	json_tree(&q->w, &q->doc, name + 1);
	return true;
}

static bool
put_file(struct sending *q)
{
	const struct json_node *root = q->file ? json_root(&q->doc) : NULL;

	if (root && root->kind != JSON_OBJECT)
		return json_err(&q->doc, root, q->err, "a task must be an object");
	for (const struct json_node *n = root ? json_first(&q->doc, root) : NULL; n;
	     n = json_next(&q->doc, n))
		if (!put_member(q, n))
			return false;
	return put_inputs(q, root ? json_get(&q->doc, root, "inputs") : NULL) &&
	       put_output(q, root ? json_get(&q->doc, root, "output") : NULL);
}

static bool
put_code(struct sending *q)
{
	struct str code;

	if (!q->call->o->code)
		return true;
	if (!file_read(q->call->a, q->call->o->code, FILE_BYTES_MAX, &code, q->err))
		return false;
	json_put_str(&q->w, "code", code);
	return true;
}

static bool
write_body(struct sending *q, struct buf *out)
{
	const struct options *o = q->call->o;
	const struct {
		const char *name, *value;
	} given[] = {{"goal", o->goal}, {"policy", o->policy}, {"profile", o->profile},
	    {"idempotency_key", o->idempotency_key}};

	json_writer_init(&q->w, out, false);
	json_object(&q->w);
	for (size_t i = 0; i < ARRAY_LENGTH(given); i++)
		if (given[i].value)
			json_put_text(&q->w, given[i].name, given[i].value);
	if (!put_file(q) || !put_code(q))
		return false;
	json_end_object(&q->w);
	return !out->failed ||
	       err_set(q->err, ERR_LIMIT, "the task and its files are longer than %zu MiB",
		   BODY_BYTES_MAX >> 20);
}

/* -- what came of it ------------------------------------------------------------------------- */

static struct str
member(const struct service *s, const char *name)
{
	return json_get_text(&s->reply, json_root(&s->reply), name, STR(""));
}

/* RFC 9457: what the service refused, and each place. */
static int
tell_problem(const struct service *s)
{
	const struct json_node *list = json_get(&s->reply, json_root(&s->reply), "errors");
	struct err err;

	err_set(&err, ERR_USAGE, "the service answers %d: %.*s", (int)s->status,
	    STR_ARG(member(s, "detail")));
	if (member(s, "help").n > 0)
		err_help(&err, "%.*s", STR_ARG(member(s, "help")));
	print_error(&err);
	for (const struct json_node *n = list ? json_first(&s->reply, list) : NULL; n;
	     n = json_next(&s->reply, n)) {
		struct str words = json_get_text(&s->reply, n, "detail", STR(""));
		if (!str_eq(words, member(s, "detail"))) {
			err_set(&err, ERR_USAGE, "%.*s", STR_ARG(words));
			print_error(&err);
		}
	}
	return s->status >= 500 ? EXIT_INTERNAL : EXIT_USAGE;
}

static void
put_findings(struct service *s, struct buf *out)
{
	const struct json_node *list = json_get(&s->reply, json_root(&s->reply), "findings");
	int64_t line;

	for (const struct json_node *n = list ? json_first(&s->reply, list) : NULL; n;
	     n = json_next(&s->reply, n)) {
		const struct json_node *at = json_get(&s->reply, n, "line");
		if (at && json_int(at, &line))
			buf_printf(out, "  line %d: ", (int)line);
		buf_visible(out, json_get_text(&s->reply, n, "message", STR("")), 500);
		buf_printf(out, " [%.*s]\n", STR_ARG(json_get_text(&s->reply, n, "rule", STR(""))));
	}
}

static bool
is_waiting(const struct service *s)
{
	return str_is(member(s, "state"), "awaiting_approval");
}

static int
tell_run(struct service *s, int64_t exit_code)
{
	const struct json_node *answer = json_get(&s->reply, json_root(&s->reply), "answer");
	struct call *c = s->call;

	call_begin(c);
	if (c->o->json) {
		json_tree(&c->j, &s->reply, json_root(&s->reply));
		return call_end(c, (int)exit_code);
	}
	buf_printf(&c->out, "%.*s\n", STR_ARG(member(s, "run_id")));
	if (exit_code == EXIT_ANSWERED && answer) {
		buf_text(&c->out, "\nanswered\n");
		answer_render(&s->reply, answer, c->colour, &c->out);
		return call_end(c, EXIT_ANSWERED);
	}
	put_findings(s, &c->out);
	buf_printf(
	    &c->out, "\n%.*s: ", STR_ARG(is_waiting(s) ? STR("escalated") : member(s, "state")));
	buf_visible(&c->out, member(s, "reason"), 500);
	buf_printf(&c->out, " (exit %d)\n", (int)exit_code);
	return call_end(c, (int)exit_code);
}

/* The bytes at one of the run's links. */
static bool
fetch(struct service *s, const char *path, struct str *out, struct err *err)
{
	if (!path)
		return err_memory(err);
	if (!exchange(s, "GET", path, STR(""), err))
		return false;
	*out = s->body;
	return s->status < 400 ||
	       err_set(err, ERR_SYSTEM, "the service answers %d for '%s'", (int)s->status, path);
}

/* "/v1/runs/RUN/artifacts/NAME", whatever the name is made of. */
static char *
artifact_path(struct service *s, const char *run, struct str name)
{
	struct buf path;
	char *out;

	buf_init(&path, PATH_BYTES_MAX);
	buf_printf(&path, "/v1/runs/%s/artifacts/", run);
	for (size_t i = 0; i < name.n; i++)
		buf_printf(&path, "%%%02X", (unsigned char)name.p[i]);
	out = path.failed ? NULL : arena_text(s->call->a, buf_view(&path));
	buf_release(&path);
	return out;
}

static int
save_artifacts(struct service *s, const char *run)
{
	const struct json_doc reply = s->reply;
	const struct json_node *list = json_get(&reply, json_root(&reply), "artifacts");
	struct box_artifact *files =
	    arena_array(s->call->a, (list ? list->count : 0) + 1, sizeof(*files));
	size_t count = 0;
	struct err err;

	if (!files)
		return print_error((err_memory(&err), &err));
	for (const struct json_node *n = list ? json_first(&reply, list) : NULL; n;
	     n = json_next(&reply, n)) {
		struct box_artifact *file = &files[count++];
		file->name = json_get_text(&reply, n, "name", STR(""));
		if (!fetch(s, artifact_path(s, run, file->name), &file->bytes, &err))
			return print_error(&err);
		digest_hex_of(file->bytes, file->sha256);
		if (!str_is(json_get_text(&reply, n, "sha256", STR("")), file->sha256)) {
			err_set(&err, ERR_SYSTEM, "'%.*s' came other than the service had told",
			    STR_ARG(file->name));
			return print_error(&err);
		}
	}
	return artifacts_save(s->call->a, s->call->o->out, files, count) ? EXIT_ANSWERED
									 : EXIT_USAGE;
}

static int
save_receipt(struct service *s, const char *run)
{
	struct str receipt;
	struct err err;

	if (fetch(s, arena_printf(s->call->a, "/v1/runs/%s/receipt", run), &receipt, &err) &&
	    file_write(s->call->o->receipt, receipt, &err))
		return EXIT_ANSWERED;
	return print_error(&err);
}

static bool
is_settled(const struct service *s)
{
	const struct json_node *over = json_get(&s->reply, json_root(&s->reply), "over");

	return (over && over->kind == JSON_TRUE) || is_waiting(s);
}

/* Whoever asked for it and is interrupted wants it ended. */
static int
cancel(struct service *s, const char *id)
{
	char *path = arena_printf(s->call->a, "/v1/runs/%s/cancel", id);
	struct err err;

	call_forget_signals();
	if (!path)
		return print_error((err_memory(&err), &err));
	if (!ask(s, "POST", path, STR(""), &err))
		return print_error(&err);
	if (s->status >= 400)
		return tell_problem(s);
	fprintf(stderr, "sluice: run '%s' was interrupted, and is cancelled\n", id);
	return EXIT_CANCELLED;
}

static int
follow(struct service *s)
{
	char *id = arena_text(s->call->a, member(s, "run_id"));
	char *path = arena_printf(s->call->a, "/v1/runs/%s", id ? id : "");
	const struct json_node *code;
	struct err err;
	int64_t exit_code;
	int told;

	while (s->status < 400 && !is_settled(s))
		if (!id || !path || !ask(s, "GET", path, STR(""), &err))
			return call_is_interrupted(NULL) && id ? cancel(s, id) : print_error(&err);
	if (s->status >= 400)
		return tell_problem(s);
	if (is_waiting(s))
		return tell_run(s, EXIT_ESCALATED);
	code = json_get(&s->reply, json_root(&s->reply), "exit_code");
	if (!code || !json_int(code, &exit_code))
		exit_code = EXIT_INTERNAL;
	told = tell_run(s, exit_code);
	if (s->call->o->receipt && told == exit_code)
		told = save_receipt(s, id) == EXIT_ANSWERED ? told : EXIT_USAGE;
	if (s->call->o->out && told == EXIT_ANSWERED)
		told = save_artifacts(s, id);
	return told;
}

static const char *
named(const char *option, const char *set)
{
	return option ? option : set && *set ? set : NULL;
}

const char *
run_service_named(const struct call *c)
{
	return named(c->o->service, getenv("SLUICE_SERVICE"));
}

static bool
read_token(struct service *s, struct err *err)
{
	const char *path = named(s->call->o->token_file, getenv("SLUICE_TOKEN_FILE"));
	struct str token;

	if (!path) {
		err_set(err, ERR_USAGE, "the service wants a token");
		return err_help(err, "name its file: --token-file FILE, or SLUICE_TOKEN_FILE");
	}
	if (!file_read_private(s->call->a, path, TOKEN_BYTES_MAX, &token, err))
		return false;
	s->token = str_trim(token);
	for (size_t i = 0; i < s->token.n; i++)
		if (s->token.p[i] <= ' ' || s->token.p[i] > '~') {
			err_set(err, ERR_INPUT, "this is no token");
			return err_place(err, path, 0, 0, 0);
		}
	return true;
}

static bool
read_task(struct sending *q, struct err_list *errs)
{
	struct str text;

	if (!q->file)
		return true;
	if (!file_read(q->call->a, q->file, YAML_BYTES_MAX, &text, q->err)) {
		errs->items[errs->count++] = *q->err;
		return false;
	}
	return yaml_parse(q->call->a, text, q->file, &q->doc, errs);
}

/* What the service does by itself, or only another command can do. */
static int
refuse_options(struct call *c)
{
	const struct options *o = c->o;
	const struct {
		const char *name;
		bool given;
	} list[] = {{"--no-store", o->no_store}, {"--events", o->events}, {"--record", o->record},
	    {"--model", o->model_words}, {"--model-file", o->model_file}, {"--url", o->url},
	    {"--key-file", o->key_file}, {"--store", c->typed_store}};

	for (size_t i = 0; i < ARRAY_LENGTH(list); i++)
		if (list[i].given)
			return call_error(c, "%s does not go with --service", list[i].name);
	if (!word(c, 0) && !o->goal && !o->code)
		return call_error(c, "no task file was named");
	return -1;
}

int
run_at_service(struct call *c)
{
	struct service s = {.call = c, .fd = -1};
	struct err_list errs = {.count = 0};
	struct sending q = {.call = c, .file = word(c, 0)};
	struct buf body;
	struct err err;
	int code = refuse_options(c);

	if (code >= 0)
		return code;
	s.socket = run_service_named(c);
	if (strncmp(s.socket, "unix:", 5) != 0)
		return call_error(c, "a service is named as unix:PATH");
	s.socket += 5;
	q.err = &err;
	if (!read_token(&s, &err))
		return print_error(&err);
	if (!read_task(&q, &errs))
		return print_errors(&errs);
	call_note_signal(SIGINT);
	call_note_signal(SIGTERM);
	buf_init(&body, BODY_BYTES_MAX);
	buf_init(&q.bytes, BODY_BYTES_MAX);
	bool sent = write_body(&q, &body) && ask(&s, "POST", "/v1/runs", buf_view(&body), &err);
	buf_release(&q.bytes);
	buf_release(&body);
	return sent ? follow(&s) : print_error(&err);
}
