/* SPDX-License-Identifier: MIT */
/*
 * api_e2b.c: one cell of E2B's code interpreter, as its SDK sends it, as a run of Sluice: the events of
 * its wire come from the run's record.
 *
 * A context is a session (interpreters.h). A cell that names none is a program of its own; one whose context
 * is over is refused, since a fresh interpreter in its place would be a lie.
 */
#include "interpreters.h"
#include "routes.h"
#include "run_object.h"
#include "serving.h"

#define WAIT_S 55 /* the SDK gives up after 60 */
#define CELL_BYTES_MAX (TASK_BYTES_MAX + 1024)
#define IMAGES_MAX 16

static bool
is_absent(const struct json_node *n)
{
	return !n || n->kind == JSON_NULL || (n->kind == JSON_OBJECT && n->count == 0);
}

static bool
take_body(struct request *r, struct json_doc *d, struct err *err)
{
	const struct json_node *language;

	if (!json_parse(r->a, r->body, "body", &JSON_LIMITS, d, NULL, err))
		return false;
	language = json_get(d, json_root(d), "language");
	return is_absent(language) ||
	       (language->kind == JSON_STRING && str_is(language->text, "python")) ||
	       err_set(err, ERR_INPUT, "'language' must be python: nothing else runs here");
}

/* `context`: empty, where none is named. */
static bool
take_cell(struct request *r, struct str *code, struct str *context, struct err *err)
{
	const struct json_node *root, *text, *id;
	struct json_doc d;

	if (!take_body(r, &d, err))
		return false;
	root = json_root(&d);
	text = json_get(&d, root, "code");
	id = json_get(&d, root, "context_id");
	if (!text || text->kind != JSON_STRING)
		return err_set(err, ERR_INPUT, "'code' is missing or not a string");
	if (!is_absent(json_get(&d, root, "env_vars")))
		return err_set(err, ERR_INPUT,
		    "'env_vars' is not supported: programs here get no environment variables from the caller");
	if (!is_absent(id) && (id->kind != JSON_STRING || id->text.n == 0))
		return err_set(err, ERR_INPUT, "'context_id' is not an id");
	*code = text->text;
	*context = is_absent(id) ? STR("") : id->text;
	return true;
}

/* The output is a text, and it is the answer. */
static bool
write_task(struct request *r, struct str code, struct err *err)
{
	struct json_writer w;
	struct buf text;

	json_begin(&w, &text, CELL_BYTES_MAX);
	json_format(&w, "{code: %.*s, output: {framing: text, schema: {}}}", STR_ARG(code));
	return request_keep(r, &text, &r->body, err);
}

struct place_of_cell { /* in its context: its first line, and which cell it is */
	int64_t line, nth;
};

/* -- events ---------------------------------------------------------------------------------- */

static void
begin_event(struct json_writer *w, struct buf *out, const char *type)
{
	json_writer_init(w, out, false);
	json_format(w, "{type: %s", type);
}

static void
end_event(struct json_writer *w)
{
	json_end_object(w);
	buf_char(w->out, '\n');
}

static void
put_end(struct buf *out)
{
	struct json_writer w;

	begin_event(&w, out, "end_of_execution");
	end_event(&w);
}

static void
put_error(struct buf *out, const char *name, struct str value, struct str traceback)
{
	struct json_writer w;

	begin_event(&w, out, "error");
	json_format(
	    &w, "name: %s, value: %.*s, traceback: %.*s", name, STR_ARG(value), STR_ARG(traceback));
	end_event(&w);
}

static bool
put_image(struct arena *a, const struct box_artifact *file, struct buf *out, struct err *err)
{
	struct json_writer w;
	struct buf text;
	struct str kept;

	buf_init(&text, REQUEST_BYTES_MAX);
	base64_write(file->bytes.p, file->bytes.n, &text);
	if (!buf_keep(&text, a, &kept))
		return err_memory(err);
	begin_event(&w, out, "result");
	json_put_str(&w, str_ends(file->name, STR(".png")) ? "png" : "jpeg", kept);
	json_format(&w, "is_main_result: false");
	end_event(&w);
	return true;
}

static bool
put_answer(struct request *r, const struct stored_run *run, struct buf *out, struct err *err)
{
	const struct json_node *answer, *value;
	struct box_artifact *files;
	struct json_doc record;
	struct json_writer w;
	size_t count, images = 0;

	if (!work_record(r->a, request_store(r, err), run->record_sha256, &record, err) ||
	    !work_artifacts(r->a, request_store(r, err), &record, &files, &count, err))
		return false;
	answer = json_get(&record, json_root(&record), "answer");
	if (answer && answer->kind == JSON_STRING && answer->text.n > 0) {
		begin_event(&w, out, "stdout");
		json_put_str(&w, "text", answer->text);
		end_event(&w);
	}
	value = json_get(&record, json_root(&record), "value");
	if (value && value->kind == JSON_STRING) {
		begin_event(&w, out, "result");
		json_format(&w, "text: %.*s, is_main_result: true", STR_ARG(value->text));
		end_event(&w);
	}
	for (size_t i = 0; i < count && images < IMAGES_MAX; i++) {
		struct str name = files[i].name;
		if (!str_ends(name, STR(".png")) && !str_ends(name, STR(".jpeg")) &&
		    !str_ends(name, STR(".jpg")))
			continue;
		images++;
		if (!put_image(r->a, &files[i], out, err))
			return false;
	}
	return true;
}

static const char *
error_name(const struct stored_run *run)
{
	static const struct {
		int exit_code;
		const char *name;
	} NAMES[] = {{EXIT_REFUSED, "PolicyViolation"}, {EXIT_REJECTED, "ApprovalRejected"},
	    {EXIT_SANDBOX, "SandboxError"}, {EXIT_PROGRAM, "ProgramError"},
	    {EXIT_OUTPUT, "OutputError"}, {EXIT_CANCELLED, "Cancelled"}};

	if (run->state == STATE_AWAITING_APPROVAL)
		return "ApprovalRequired";
	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
		if (run->exit_code == NAMES[i].exit_code)
			return NAMES[i].name;
	return "ExecutionFailed";
}

/* The findings with their lines and remedies: what an agent mends its program by. */
static bool
put_failure(struct request *r, const struct stored_run *run, const struct place_of_cell *at,
    struct buf *out, struct err *err)
{
	struct json_doc record = {.count = 0};
	struct buf told;

	if (run->record_sha256[0] &&
	    !work_record(r->a, request_store(r, err), run->record_sha256, &record, err))
		return false;
	buf_init(&told, (size_t)1 << 20);
	buf_printf(&told, "%s, policy %.*s", run->id, STR_ARG(run->policy));
	if (at->line > 1)
		buf_printf(&told,
		    "; lines are counted from the context's first cell, and this one begins at line %lld",
		    (long long)at->line);
	const struct json_node *list =
	    record.count > 0 ? json_get(&record, json_root(&record), "findings") : NULL;
	for (const struct json_node *n = json_first(&record, list); n; n = json_next(&record, n)) {
		struct str message = json_get_text(&record, n, "message", STR(""));
		struct str remedy = json_get_text(&record, n, "remedy", STR(""));
		buf_printf(&told, "\nline %lld: %.*s; %.*s",
		    (long long)json_get_number(&record, n, "line", 0), STR_ARG(message),
		    STR_ARG(remedy));
	}
	put_error(out, error_name(run),
	    run->state == STATE_AWAITING_APPROVAL ? str_from(run->id) : run->reason,
	    buf_view(&told));
	buf_release(&told);
	return true;
}

static bool
put_events(struct request *r, const struct stored_run *run, const struct place_of_cell *at,
    struct buf *out, struct err *err)
{
	struct json_writer w;

	if (!(run->state == STATE_ANSWERED ? put_answer(r, run, out, err)
					   : put_failure(r, run, at, out, err)))
		return false;
	begin_event(&w, out, "number_of_executions");
	json_put_number(&w, "execution_count", at->nth);
	end_event(&w);
	put_end(out);
	return true;
}

static bool
tell_over(struct answer *out, const struct err *err)
{
	out->status = 200;
	put_error(&out->body, "ContextError", str_from(err->message), str_from(err->help));
	put_end(&out->body);
	return true;
}

static bool
run_cell(struct request *r, struct answer *out, struct str code, struct str context,
    struct stored_run *run, struct place_of_cell *at, struct err *err)
{
	struct interpreter_told told;

	if (!interpreter_cell(r, out, context, code, run, err))
		return false;
	for (int64_t left = WAIT_S; left > 0 && !run_has_settled(run->state); left--) {
		if (!request_wait(r, run, 1, err))
			return false;
		(void)interpreter_look(r, run, &told);
	}
	if (interpreter_look(r, run, &told))
		*at = (struct place_of_cell){told.first_line, told.cells};
	return true;
}

bool
e2b_execute_http(struct request *r, struct answer *out, struct err *err)
{
	struct str code, context;
	struct stored_run run;
	struct place_of_cell at = {1, 1};

	if (!request_may_wait(r, out, err) || !take_cell(r, &code, &context, err))
		return false;
	if (context.n > 0) {
		if (!run_cell(r, out, code, context, &run, &at, err))
			return out->status == 409 && tell_over(out, err);
	} else if (!write_task(r, code, err) || !request_submit(r, out, &run, err) ||
		   !request_wait(r, &run, WAIT_S, err)) {
		return false;
	}
	if (!run_has_settled(run.state)) {
		if (!request_cancel_own(r, &run, STR("the caller stopped waiting"), err))
			return false;
		put_error(&out->body, "TimeoutError", str_from(run.id),
		    STR("the run took longer than a cell may"));
		return true;
	}
	return put_events(r, &run, &at, &out->body, err);
}

/* -- contexts -------------------------------------------------------------------------------- */

static void
put_context(struct json_writer *w, const struct interpreter_told *told)
{
	json_format(w, "{id: %s, language: python, cwd: .}", told->id);
}

bool
e2b_context_http(struct request *r, struct answer *out, struct err *err)
{
	struct interpreter_told told;
	struct json_writer w;
	struct json_doc d;

	if (!take_body(r, &d, err))
		return false;
	if (!is_absent(json_get(&d, json_root(&d), "cwd")))
		return err_set(
		    err, ERR_INPUT, "'cwd' is not supported: every cell runs in its own folder");
	r->body = STR("{}");
	if (!interpreter_begin(r, out, &told, err))
		return false;
	out->status = 201;
	json_writer_init(&w, &out->body, false);
	put_context(&w, &told);
	return true;
}

bool
e2b_contexts_http(struct request *r, struct answer *out, struct err *err)
{
	struct interpreter_told list[INTERPRETERS_MAX];
	struct json_writer w;
	size_t count;

	if (!interpreter_list(r, list, &count, err))
		return false;
	json_writer_init(&w, &out->body, false);
	json_array(&w);
	for (size_t i = 0; i < count; i++)
		put_context(&w, &list[i]);
	json_end_array(&w);
	return true;
}

bool
e2b_restart_http(struct request *r, struct answer *out, struct err *err)
{
	int64_t cells;

	return interpreter_close(r, out, r->parts[0], true, &cells, err);
}

bool
e2b_remove_http(struct request *r, struct answer *out, struct err *err)
{
	int64_t cells;

	out->status = 204;
	return interpreter_close(r, out, r->parts[0], false, &cells, err);
}
