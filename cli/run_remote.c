/* SPDX-License-Identifier: MIT */
/*
 * sluice run --service: a `sluice serve` of this machine checks the program, runs it and keeps the
 * run. Only the files are read here that the task names.
 */
#include "remote.h"

#include "file.h"
#include "hash.h"

#include "actions.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define BODY_BYTES_MAX ((size_t)256 << 20)
#define TOKEN_BYTES_MAX 4096
#define PATH_BYTES_MAX 4096

static struct str
member(const struct service *s, const char *name)
{
	return json_get_text(&s->reply, json_root(&s->reply), name, STR(""));
}

/* RFC 9457: what the service refused, and each place. */
int
service_problem(const struct service *s)
{
	const struct json_node *list = json_get(&s->reply, json_root(&s->reply), "errors");

	err_set(s->err, ERR_USAGE, "the service answers %d: %.*s", (int)s->status,
	    STR_ARG(member(s, "detail")));
	if (member(s, "help").n > 0)
		err_help(s->err, "%.*s", STR_ARG(member(s, "help")));
	print_error(s->err);
	JSON_EACH(n, &s->reply, list) {
		struct str words = json_get_text(&s->reply, n, "detail", STR(""));
		if (!str_eq(words, member(s, "detail"))) {
			err_set(s->err, ERR_USAGE, "%.*s", STR_ARG(words));
			print_error(s->err);
		}
	}
	return s->status >= 500 ? EXIT_INTERNAL : EXIT_USAGE;
}

static void
put_findings(struct service *s, struct buf *out)
{
	const struct json_node *list = json_get(&s->reply, json_root(&s->reply), "findings");
	int64_t line;

	JSON_EACH(n, &s->reply, list) {
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
fetch(struct service *s, const char *path, struct str *out)
{
	if (!path)
		return err_memory(s->err);
	if (!remote_exchange(s, "GET", path, STR("")))
		return false;
	*out = s->body;
	return s->status < 400 ||
	       err_set(s->err, ERR_SYSTEM, "the service answers %d for '%s'", (int)s->status, path);
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

	if (!files)
		return print_no_memory();
	JSON_EACH(n, &reply, list) {
		struct box_artifact *file = &files[count++];
		file->name = json_get_text(&reply, n, "name", STR(""));
		if (!fetch(s, artifact_path(s, run, file->name), &file->bytes))
			return call_fail(s->call);
		digest_hex_of(file->bytes, file->sha256);
		if (!str_is(json_get_text(&reply, n, "sha256", STR("")), file->sha256)) {
			err_set(s->err, ERR_SYSTEM,
			    "'%.*s' differs from what the service announced", STR_ARG(file->name));
			return call_fail(s->call);
		}
	}
	return artifacts_save(s->call->a, s->call->o->out, files, count) ? EXIT_ANSWERED
									 : EXIT_USAGE;
}

static int
save_receipt(struct service *s, const char *run)
{
	struct str receipt;

	if (fetch(s, arena_printf(s->call->a, "/v1/runs/%s/receipt", run), &receipt) &&
	    file_write(s->call->o->receipt, receipt, s->err))
		return EXIT_ANSWERED;
	return call_fail(s->call);
}

static bool
is_settled(const struct service *s)
{
	const struct json_node *over = json_get(&s->reply, json_root(&s->reply), "over");

	return (over && over->kind == JSON_TRUE) || is_waiting(s);
}

/* An interrupt of the requesting command cancels the run. */
static int
cancel(struct service *s, const char *id)
{
	char *path = arena_printf(s->call->a, "/v1/runs/%s/cancel", id);

	call_forget_signals();
	if (!path)
		return print_no_memory();
	if (!remote_ask(s, "POST", path, STR("")))
		return call_fail(s->call);
	if (s->status >= 400)
		return service_problem(s);
	fprintf(stderr, "sluice: run '%s' was interrupted and cancelled\n", id);
	return EXIT_CANCELLED;
}

static int
follow(struct service *s)
{
	char *id = arena_text(s->call->a, member(s, "run_id"));
	char *path = arena_printf(s->call->a, "/v1/runs/%s", id ? id : "");
	const struct json_node *code;
	int64_t exit_code;
	int told;

	while (s->status < 400 && !is_settled(s))
		if (!id || !path || !remote_ask(s, "GET", path, STR("")))
			return call_is_interrupted(NULL) && id ? cancel(s, id) : call_fail(s->call);
	if (s->status >= 400)
		return service_problem(s);
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
read_token(struct service *s)
{
	const char *path = named(s->call->o->token_file, getenv("SLUICE_TOKEN_FILE"));
	struct str token;

	if (!path) {
		err_set(s->err, ERR_USAGE, "the service requires a token");
		return err_help(s->err, "name its file: --token-file FILE, or SLUICE_TOKEN_FILE");
	}
	if (!file_read_private(s->call->a, path, TOKEN_BYTES_MAX, &token, s->err))
		return false;
	s->token = str_trim(token);
	for (size_t i = 0; i < s->token.n; i++)
		if (s->token.p[i] <= ' ' || s->token.p[i] > '~') {
			err_set(s->err, ERR_INPUT, "this is not a token");
			return err_place(s->err, path, 0, 0, 0);
		}
	return true;
}

/* Refuses options for what the service does by itself, or only another command can do. */
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
			return call_error(c, "%s can't be combined with --service", list[i].name);
	if (!word(c, 0) && !o->goal && !o->code)
		return call_error(c, "no task file was named");
	return -1;
}

static int
hand_over(struct service *s, struct buf *body)
{
	struct call *c = s->call;

	return remote_task(c, body) && remote_ask(s, "POST", "/v1/runs", buf_view(body))
		   ? follow(s)
		   : call_fail(c);
}

int
service_begin(struct call *c, const char *where, struct service *out)
{
	*out = (struct service){.call = c, .err = &c->err, .fd = -1};
	if (strncmp(where, "unix:", 5) != 0)
		return call_error(c, "write the service as unix:PATH");
	out->socket = where + 5;
	if (!read_token(out))
		return call_fail(c);
	call_note_signal(SIGINT);
	call_note_signal(SIGTERM);
	return -1;
}

int
run_at_service(struct call *c)
{
	struct service s;
	struct buf body;
	int code = refuse_options(c);

	if (code < 0)
		code = service_begin(c, run_service_named(c), &s);
	if (code >= 0)
		return code;
	buf_init(&body, BODY_BYTES_MAX);
	code = hand_over(&s, &body);
	buf_release(&body);
	return code;
}
