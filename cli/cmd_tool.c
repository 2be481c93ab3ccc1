/* SPDX-License-Identifier: MIT */
/* sluice tool: functions that people approved, for the programs of later tasks. */
#include "request.h"
#include "request_sign.h"

#include "tool.h"

#include <inttypes.h>
#include <stdio.h>

#define TOOLS_LISTED 10000
#define REASON_MIN 8

struct listed {
	struct tool tool;
	struct stored_run run;
	struct err why; /* why it can't be used; ERR_NONE: it can */
};

static struct work
work_of(const struct call *c)
{
	return (struct work){.store = c->place.store, .trust = c->place.trust_path};
}

static const char *
standing(const struct listed *l)
{
	return l->why.code == ERR_NONE           ? "usable"
	       : run_state_is_open(l->run.state) ? "waits"
						 : "no";
}

static void
put_listed(struct call *c, const void *item)
{
	const struct listed *l = item;

	json_object(&c->j);
	json_put_str(&c->j, "name", l->tool.name);
	json_put_number(&c->j, "version", l->tool.version);
	json_put_text(&c->j, "standing", standing(l));
	json_put_text(&c->j, "why", l->why.code == ERR_NONE ? "" : l->why.message);
	json_put_str(&c->j, "publisher", l->run.requester);
	json_put_text(&c->j, "run", l->run.id);
	json_put_text(&c->j, "sha256", l->tool.sha256);
	json_end_object(&c->j);
}

static void
draw_listed(struct call *c, const void *item)
{
	const struct listed *l = item;
	char *name = arena_printf(c->a, "%.*s@%" PRId64, STR_ARG(l->tool.name), l->tool.version);

	buf_printf(&c->out, "%-32s %-7s %s  ", name ? name : "", standing(l), l->run.id);
	buf_visible(&c->out, l->why.code == ERR_NONE ? l->tool.doc : str_from(l->why.message), 120);
	buf_char(&c->out, '\n');
}

int
tool_list(struct call *c)
{
	static const struct call_list list = {NULL, put_listed, draw_listed, NULL, "no tools"};
	const struct run_filter filter = {.key = "tool ", .limit = TOOLS_LISTED};
	const struct work w = work_of(c);
	struct stored_run *runs;
	struct listed *found;
	size_t count, kept = 0;
	struct err err;

	if (!runs_list(c->place.store, c->a, &filter, &runs, &count, &err))
		return print_error(&err);
	found = arena_array(c->a, count + 1, sizeof(*found));
	if (!found)
		return err_memory(&err), print_error(&err);
	for (size_t i = 0; i < count; i++) {
		struct listed *l = &found[kept];
		l->run = runs[i];
		if (work_tool(c->a, &w, &runs[i], &l->tool, &l->why, &err))
			kept++;
		else if (err.code != ERR_REFUSED || !c->place.trust_path)
			return print_error(&err); /* else it publishes nothing: it retires */
	}
	return call_list(c, &list, found, kept, sizeof(*found));
}

/* The newest that can be used, or the version that is named, whether or not it can. */
static bool
find(struct call *c, struct listed *l, struct err *err)
{
	const struct work w = work_of(c);
	struct str wanted = str_from(word(c, 0));
	struct task task = {.tool_words = &wanted, .tool_word_count = 1, .tools = &l->tool};
	char key[TOOL_KEY_BYTES];
	bool found;

	if (!tool_wanted(wanted, &l->tool.name, &l->tool.version))
		return err_set(err, ERR_USAGE, "'%s' is no name of a tool", word(c, 0));
	if (l->tool.version == 0 && !work_tools(c->a, &w, &task, err))
		return false;
	if (!tool_key(&l->tool, "", key))
		return err_set(err, ERR_USAGE, "'%s' is no name of a tool", word(c, 0));
	if (!runs_of_key(c->place.store, c->a, NULL, key, &l->run, &found, err))
		return false;
	if (!found)
		return err_set(err, ERR_INPUT, "nobody has published '%s'", word(c, 0));
	return work_tool(c->a, &w, &l->run, &l->tool, &l->why, err);
}

static void
draw_part(struct call *c, const char *name, struct str text)
{
	struct str line;

	buf_printf(&c->out, "  %-10s", name);
	for (size_t i = 0; text.n > 0 && str_cut(&text, '\n', &line); i++) {
		buf_repeat(&c->out, ' ', i > 0 ? 12 : 0);
		buf_visible(&c->out, line, 4000);
		buf_char(&c->out, '\n');
	}
}

int
tool_show(struct call *c)
{
	struct listed l;
	struct err err;

	if (!find(c, &l, &err))
		return print_error(&err);
	call_begin(c);
	if (c->o->json) {
		tool_json(&l.tool, &c->j);
		return call_print(c);
	}
	draw_listed(c, &l);
	draw_part(c, "arguments", l.tool.arguments);
	draw_part(c, "result", l.tool.result);
	draw_part(c, "tests", l.tool.tests);
	draw_part(c, "publisher", l.run.requester);
	draw_part(c, "sha256", str_from(l.tool.sha256));
	draw_part(c, "source", l.tool.source);
	return call_print(c);
}

static int
submit(struct call *c, const struct task *task, const char *key, const char *what)
{
	struct work_request request = {.idempotency_key = key, .priority = 100};
	struct requester who = {.call = c};
	const struct work w = work_of(c);
	struct stored_run run;
	struct job job;
	bool fresh;
	struct err err;

	if (!requester_find(&who, &request, &err) ||
	    !work_submit(c->a, &w, task, &request, &run, &job, &fresh, &err))
		return print_error(&err);
	call_begin(c);
	if (c->o->json) {
		json_object(&c->j);
		json_put_text(&c->j, "run_id", run.id);
		json_put_text(&c->j, "state", run_state_name(run.state));
		json_put_bool(&c->j, "fresh", fresh);
		json_end_object(&c->j);
	} else {
		buf_printf(&c->out, "%s %s: %s\n", run.id, run_state_name(run.state), what);
	}
	return call_print(c);
}

/* Versions have no gaps, so that the newest is found by counting. */
static bool
follows(struct call *c, const struct tool *t, struct err *err)
{
	struct tool before = *t;
	char key[TOOL_KEY_BYTES];
	struct stored_run run;
	bool found = true;

	before.version--;
	if (t->version == 1)
		return true;
	if (!tool_key(&before, "", key) ||
	    !runs_of_key(c->place.store, c->a, NULL, key, &run, &found, err))
		return false;
	return found || err_set(err, ERR_INPUT, "version %" PRId64 " of '%.*s' is not there",
			    before.version, STR_ARG(t->name));
}

int
tool_publish(struct call *c)
{
	char key[TOOL_KEY_BYTES];
	struct task *task;
	struct err err;
	int code = call_task_and_store(c, &task);

	if (code >= 0)
		return code;
	if (!task->tool)
		return call_error(c, "the task file has no 'tool'");
	if (!tool_key(task->tool, "", key) || !follows(c, task->tool, &err))
		return print_error(&err);
	return submit(
	    c, task, key, "a worker checks it, then people decide: `sluice approvals list`");
}

/* The run says so as soon as it is there; what it prints is nobody's answer. */
static bool
retiring_task(struct call *c, const struct listed *l, struct task **out, struct err_list *errs)
{
	const struct task_request request = {.path = "task.json",
	    .policy = c->o->policy ? c->o->policy : "pure-compute",
	    .code = "program.py",
	    .trust = c->o->trust};
	struct policy_source files[] = {{.name = STR("task.json")},
	    {.name = STR("program.py"), .text = STR("print('retired')\n")}};
	struct json_writer w;
	struct buf text;
	char *goal = arena_printf(c->a, "Retire the tool %.*s, version %" PRId64 ": %s",
	    STR_ARG(l->tool.name), l->tool.version, c->o->reason);
	struct err err;

	*errs = (struct err_list){.count = 0};
	buf_init(&text, (size_t)1 << 20);
	json_writer_init(&w, &text, false);
	json_object(&w);
	json_put_text(&w, "goal", goal ? goal : "");
	json_put_text(&w, "policy", "by-name");
	json_name(&w, "output");
	json_raw(&w, STR("{\"framing\":\"text\",\"schema\":{}}"));
	json_end_object(&w);
	if (!goal || !buf_keep(&text, c->a, &files[0].text))
		return err_memory(&err), err_list_add(errs, &err);
	return task_load_sent(c->a, &request, files, ARRAY_LENGTH(files), out, errs);
}

/* The first that nobody has. */
static bool
retiring_key(struct call *c, const struct tool *t, char key[TOOL_KEY_BYTES], struct err *err)
{
	struct stored_run run;
	bool found = true;

	for (int64_t i = 1; found; i++) {
		if (!tool_retired_key(t, i, key))
			return err_memory(err);
		if (!runs_of_key(c->place.store, c->a, NULL, key, &run, &found, err))
			return false;
	}
	return true;
}

int
tool_retire(struct call *c)
{
	char key[TOOL_KEY_BYTES];
	struct err_list errs;
	struct task *task;
	struct listed l;
	struct err err;

	if (!c->o->reason || strlen(c->o->reason) < REASON_MIN)
		return call_error(
		    c, "say why in at least %d characters: --reason TEXT", REASON_MIN);
	if (!find(c, &l, &err))
		return print_error(&err);
	if (!retiring_task(c, &l, &task, &errs))
		return print_errors(&errs);
	if (!retiring_key(c, &l.tool, key, &err))
		return print_error(&err);
	return submit(
	    c, task, key, "nobody uses it from now on, where you published it or voted for it");
}
