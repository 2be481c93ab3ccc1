/* SPDX-License-Identifier: MIT */
/* sluice tool: functions that people approved, for the programs of later tasks. */
#include "request_sign.h"

#include "tools_kept.h"

#include <inttypes.h>
#include <stdio.h>

static struct work
work_of(const struct call *c)
{
	return (struct work){.store = c->place.store, .trust = c->place.trust_path};
}

static void
put_listed(struct call *c, const void *item)
{
	const struct kept_tool *l = item;

	json_object(&c->j);
	json_put_str(&c->j, "name", l->tool.name);
	json_put_number(&c->j, "version", l->tool.version);
	json_put_text(&c->j, "standing", kept_tool_standing(l));
	json_put_text(&c->j, "why", l->why.code == ERR_NONE ? "" : l->why.message);
	json_put_str(&c->j, "publisher", l->run.requester);
	json_put_text(&c->j, "run", l->run.id);
	json_put_text(&c->j, "sha256", l->tool.sha256);
	json_end_object(&c->j);
}

static void
draw_listed(struct call *c, const void *item)
{
	const struct kept_tool *l = item;
	char *name = arena_printf(c->a, "%.*s@%" PRId64, STR_ARG(l->tool.name), l->tool.version);

	buf_printf(&c->out, "%-32s %-7s %s  ", name ? name : "", kept_tool_standing(l), l->run.id);
	buf_line(
	    &c->out, "", l->why.code == ERR_NONE ? l->tool.doc : str_from(l->why.message), 120);
}

int
tool_list(struct call *c)
{
	static const struct call_list list = {NULL, put_listed, draw_listed, NULL, "no tools"};
	const struct work w = work_of(c);
	struct kept_tool *found;
	size_t count;

	if (!kept_tools_list(c->a, &w, &found, &count, &c->err))
		return call_fail(c);
	return call_list(c, &list, found, count, sizeof(*found));
}

static bool
find(struct call *c, struct kept_tool *l)
{
	const struct work w = work_of(c);

	return kept_tool_find(c->a, &w, str_from(word(c, 0)), l, &c->err);
}

static void
draw_part(struct call *c, const char *name, struct str text)
{
	struct str line;

	buf_printf(&c->out, "  %-10s", name);
	for (size_t i = 0; text.n > 0 && str_cut(&text, '\n', &line); i++) {
		buf_repeat(&c->out, ' ', i > 0 ? 12 : 0);
		buf_line(&c->out, "", line, 4000);
	}
}

int
tool_show(struct call *c)
{
	struct kept_tool l;

	if (!find(c, &l))
		return call_fail(c);
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

	if (!requester_find(&who, &request, &c->err) ||
	    !work_submit(c->a, &w, task, &request, &run, &job, &fresh, &c->err))
		return call_fail(c);
	return call_submitted(c, &run, fresh, what);
}

int
tool_publish(struct call *c)
{
	char key[TOOL_KEY_BYTES];
	struct task *task;
	int code = call_task_and_store(c, &task);

	if (code >= 0)
		return code;
	if (!task->tool)
		return call_error(c, "the task file has no 'tool'");
	const struct work w = work_of(c);
	if (!tool_publish_key(c->a, &w, task->tool, key, &c->err))
		return call_fail(c);
	return submit(
	    c, task, key, ": a worker checks it, then people decide: `sluice approvals list`");
}

/* The run says so as soon as it is there; what it prints is nobody's answer. */
static bool
retiring_task(struct call *c, const struct kept_tool *l, struct task **out)
{
	const struct task_request request = {.path = "task.json",
	    .policy = c->o->policy ? c->o->policy : "pure-compute",
	    .code = "program.py",
	    .trust = c->o->trust};
	struct policy_source files[] = {{.name = STR("task.json")},
	    {.name = STR("program.py"), .text = STR(TOOL_RETIRING_PROGRAM)}};
	struct json_writer w;
	struct buf text;
	char *goal = tool_retiring_goal(c->a, &l->tool, str_from(c->o->reason));

	c->errs = (struct err_list){.count = 0};
	buf_init(&text, (size_t)1 << 20);
	json_writer_init(&w, &text, false);
	json_object(&w);
	json_put_text(&w, "goal", goal ? goal : "");
	json_put_text(&w, "policy", "by-name");
	json_name(&w, "output");
	json_raw(&w, STR(TOOL_RETIRING_OUTPUT));
	json_end_object(&w);
	if (!goal || !buf_keep(&text, c->a, &files[0].text))
		return err_list_memory(&c->errs);
	return task_load_sent(c->a, &request, files, ARRAY_LENGTH(files), out, &c->errs);
}

int
tool_retire(struct call *c)
{
	char key[TOOL_KEY_BYTES];
	struct task *task;
	struct kept_tool l;

	if (!c->o->reason || strlen(c->o->reason) < TOOL_REASON_MIN)
		return call_error(
		    c, "say why in at least %d characters: --reason TEXT", TOOL_REASON_MIN);
	if (!find(c, &l) || !retiring_task(c, &l, &task))
		return call_fail(c);
	const struct work w = work_of(c);
	if (!tool_retire_key(c->a, &w, &l.tool, key, &c->err))
		return call_fail(c);
	return submit(
	    c, task, key, ": if you published it or voted for it, no one can use it from now on");
}
