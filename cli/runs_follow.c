/* SPDX-License-Identifier: MIT */
/*
 * sluice runs watch --service: a run's events as a service of this machine sends them, a JSON object a
 * line. What a program printed stands between its steps, each line with the words that it is not to be
 * believed; the service has escaped it, and it is escaped again, since nothing here trusts who answers.
 */
#include "remote.h"

#include "actions.h"

#define EVENT_ARENA_BYTES ((size_t)512 << 20)
#define TEXT_BYTES_MAX ((size_t)1 << 20)
#define LINE_CODEPOINTS_MAX 4000

static struct str
text_of(const struct json_doc *d, const char *name)
{
	return json_get_text(d, json_root(d), name, STR(""));
}

static bool
is_true(const struct json_doc *d, const char *name)
{
	const struct json_node *n = json_get(d, json_root(d), name);

	return n && n->kind == JSON_TRUE;
}

static void
put_step(const struct json_doc *d, struct buf *out)
{
	buf_text(out, "  ");
	buf_visible(out, text_of(d, "at"), 40);
	buf_text(out, "  ");
	buf_visible(out, text_of(d, "to"), 40);
	buf_text(out, " by ");
	buf_visible(out, text_of(d, "actor"), 120);
	if (text_of(d, "note").n > 0) {
		buf_text(out, ": ");
		buf_visible(out, text_of(d, "note"), 120);
	}
	buf_char(out, '\n');
}

static void
put_line(struct str stream, struct str line, struct buf *out)
{
	buf_text(out, "  ");
	buf_visible(out, stream, 10);
	buf_line(out, ", not to be believed: ", line, LINE_CODEPOINTS_MAX);
}

static void
put_output(const struct json_doc *d, struct buf *out)
{
	struct str stream = text_of(d, "stream"), rest = text_of(d, "text"), line;

	while (rest.n > 0 && str_cut(&rest, '\n', &line))
		put_line(stream, line, out);
	if (is_true(d, "withheld"))
		put_line(stream, STR("(withheld)"), out);
	if (is_true(d, "cut"))
		put_line(stream, STR("(no more is shown while it runs)"), out);
}

/* An empty line says that the service is still there; an event of a type that is not known says nothing. */
static bool
take_event(void *context, struct str line, struct err *err)
{
	struct arena *a = arena_new(EVENT_ARENA_BYTES);
	int *exit_code = context; /* of the run's end */
	struct json_doc d;
	struct buf out;
	bool good = a || err_memory(err);

	buf_init(&out, TEXT_BYTES_MAX);
	if (good && line.n > 0 &&
	    (good = json_parse(a, line, "the service's event", &JSON_LIMITS, &d, NULL, err))) {
		if (str_is(text_of(&d, "type"), "step"))
			put_step(&d, &out);
		else if (str_is(text_of(&d, "type"), "run.output"))
			put_output(&d, &out);
		else if (str_is(text_of(&d, "type"), "end"))
			*exit_code = (int)json_get_number(
			    &d, json_get(&d, json_root(&d), "run"), "exit_code", EXIT_INTERNAL);
	}
	arena_free(a);
	good = good && (!out.failed || err_memory(err));
	if (!good)
		buf_release(&out);
	return good && (print_buf(&out) || err_set(err, ERR_SYSTEM, "nothing can be printed"));
}

/* It becomes a part of a path. */
static bool
is_run_id(struct str id)
{
	for (size_t i = 0; i < id.n; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_", id.p[i]))
			return false;
	return id.n > 0;
}

int
runs_watch_at_service(struct call *c)
{
	int exit_code = -1; /* it goes on */
	struct service s;
	int code = service_begin(c, c->o->service, &s);

	if (code >= 0)
		return code;
	if (!is_run_id(str_from(word(c, 0))))
		return call_error(c, "'%.60s' is not a run's number", word(c, 0));
	char *path = arena_printf(c->a, "/v1/runs/%s/events", word(c, 0));
	if (!path)
		return print_no_memory();
	if (!remote_follow(&s, path, take_event, &exit_code))
		return call_is_interrupted(NULL) ? EXIT_ANSWERED : call_fail(c);
	if (s.status >= 400)
		return service_problem(&s);
	if (exit_code >= 0)
		return exit_code;
	err_set(&c->err, ERR_SYSTEM, "the service ended before run '%s' did", word(c, 0));
	return call_fail(c);
}
