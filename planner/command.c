/* SPDX-License-Identifier: MIT */
/*
 * command.c: the provider that is any program of the operator's.
 *
 * It gets {"version": 1, "name", "max_tokens", "messages": [{"role", "text"}], "schema"} on
 * standard input and answers with
 * {"finish", "text", "note", "model", "id", "prompt_tokens", "completion_tokens"} on standard
 * output, of which the first two are needed. Its environment holds PATH, HOME and LANG and nothing
 * else.
 */
#include "ceilings.h"
#include "clock.h"
#include "judge.h"
#include "proc.h"
#include "provider.h"
#include "record.h"

#include <stdlib.h>
#include <sys/wait.h>

#define ARGUMENTS_MAX 64

struct command {
	const char *argv[ARGUMENTS_MAX + 1];
	const char *env[4];
	int64_t timeout_ms;
};

static bool
command_open(struct arena *a, const struct model_spec *spec, void **state,
    struct provider_traits *traits, struct err *err)
{
	struct command *c = arena_alloc(a, sizeof(*c));
	const char *home = getenv("HOME");

	if (!c)
		return err_memory(err);
	if (spec->command_count == 0 || spec->command[0].n == 0 || spec->command[0].p[0] != '/') {
		err_set(
		    err, ERR_INPUT, "the provider 'command' needs a program by its absolute path");
		return err_help(
		    err, "write it in model.command, as a list of the path and its arguments");
	}
	if (spec->command_count > ARGUMENTS_MAX)
		return err_set(
		    err, ERR_LIMIT, "model.command has more than %d arguments", ARGUMENTS_MAX);
	for (size_t i = 0; i < spec->command_count; i++)
		if (!(c->argv[i] = arena_text(a, spec->command[i])))
			return err_memory(err);
	c->env[0] = "PATH=/usr/local/bin:/usr/bin:/bin";
	c->env[1] = "LANG=C.UTF-8";
	c->env[2] = home ? arena_printf(a, "HOME=%s", home) : NULL;
	c->timeout_ms = spec->timeout_ms > 0 ? spec->timeout_ms : TIMEOUT_DEFAULT_MS;
	*traits = (struct provider_traits){.free_form = true};
	*state = c;
	return true;
}

FORM(message_form, struct message, MEMBER(struct message, role), MEMBER(struct message, text));

static bool
write_request(const struct model_request *request, struct buf *out, struct err *err)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_object(&w);
	json_put_number(&w, "version", 1);
	json_put_text(&w, "name", request->name);
	json_put_number(&w, "max_tokens", request->max_tokens);
	record_put_list(&w, "messages", &message_form, request->messages, request->count);
	json_name(&w, "schema");
	json_raw(&w, str_trim(request->schema));
	json_end_object(&w);
	buf_char(out, '\n');
	return !out->failed ||
	       err_set(err, ERR_LIMIT, "the request is larger than %zu bytes", out->max);
}

static bool
ended_badly(const struct command *c, const struct proc_output *got, struct err *err)
{
	int status = got->wait_status;
	struct buf said;

	if (got->timed_out) {
		err_set(
		    err, ERR_PROVIDER, "the model command '%s' did not answer in time", c->argv[0]);
		return err_help(err, "raise model.timeout_s or the task's time budget");
	}
	if (got->too_long)
		return err_set(err, ERR_PROVIDER,
		    "the model command '%s' wrote more than %zu bytes", c->argv[0],
		    REPLY_BYTES_MAX);
	if (WIFSIGNALED(status))
		err_set(err, ERR_PROVIDER, "the model command '%s' was ended by signal %d",
		    c->argv[0], WTERMSIG(status));
	else
		err_set(err, ERR_PROVIDER, "the model command '%s' failed with status %d",
		    c->argv[0], WEXITSTATUS(status));
	if (str_trim(got->err).n == 0)
		return false;
	buf_init(&said, 2048);
	buf_visible(&said, str_trim(got->err), 200);
	err_help(err, "it says: %.*s", STR_ARG(buf_view(&said)));
	buf_release(&said);
	return false;
}

static bool
read_reply(struct arena *a, struct str text, struct spending *spending, struct model_reply *out,
    struct err *err)
{
	const struct embedded schema = EMBEDDED(command_schema);
	struct json_doc d;

	if (!judge_document(a, text, "the command's reply", schema, &d, err)) {
		if (err->code != ERR_MEMORY)
			err->code = ERR_PROVIDER;
		return err_wrap(err, "the model command's reply can't be read");
	}
	const struct json_node *root = json_root(&d);
	out->finish = finish_find(json_get_text(&d, root, "finish", STR("")));
	out->text = json_get_text(&d, root, "text", STR(""));
	out->note = json_get_text(&d, root, "note", STR(""));
	out->model = json_get_text(&d, root, "model", STR(""));
	out->id = json_get_text(&d, root, "id", STR(""));
	if (out->finish == FINISH_STOP && str_trim(out->text).n == 0)
		out->finish = FINISH_EMPTY;
	spending_add_tokens(spending, json_get_number(&d, json_root(&d), "prompt_tokens", 0), 0,
	    json_get_number(&d, json_root(&d), "completion_tokens", 0));
	return true;
}

static bool
command_ask(void *state, struct arena *scratch, const struct model_request *request,
    struct spending *spending, struct model_reply *out, struct err *err)
{
	const struct command *c = state;
	struct proc_spec spec = {.argv = c->argv,
	    .env = c->env,
	    .fd_count = 3,
	    .cancelled = request->watch ? request->watch->cancelled : NULL,
	    .cancelled_context = request->watch ? request->watch->cancelled_context : NULL};
	struct proc_output got;
	struct buf text;
	int64_t before = clock_us(), until = before + c->timeout_ms * 1000;

	spending->account.usage.requests++;
	watch_tell(request->watch, PLANNER_ASKING, spending->account.usage.requests);
	buf_init(&text, REQUEST_BYTES_MAX);
	bool good = write_request(request, &text, err) &&
		    proc_run(scratch, &spec, buf_view(&text), REPLY_BYTES_MAX,
			until < request->deadline_us ? until : request->deadline_us, &got, err);
	buf_release(&text);
	spending->account.model_ms += (clock_us() - before) / 1000;
	if (!good) {
		err->code = err->code == ERR_SYSTEM ? ERR_PROVIDER : err->code;
		return err_wrap(err, "the model command");
	}
	if (got.cancelled)
		return err_set(err, ERR_PROVIDER, "cancelled while the model was asked");
	if (got.timed_out || got.too_long || !WIFEXITED(got.wait_status) ||
	    WEXITSTATUS(got.wait_status) != 0)
		return ended_badly(c, &got, err);
	return read_reply(scratch, got.out, spending, out, err);
}

const struct provider_kind PROVIDER_COMMAND = {"command", command_open, command_ask};
