/* SPDX-License-Identifier: MIT */
/* The tools of a task: the one that it publishes, and those that it uses. */
#include "task_loader.h"
#include "tool.h"

#include "file.h"

/* The source of a tool's file stands in the place of the file's name. */
static bool
read_source(struct task_loader *l, const struct json_node *n, struct json_doc *doc)
{
	const struct json_node *file = json_get(&l->doc, n, "file");
	struct json_writer w;
	struct buf text;
	struct str source, whole;
	struct err err;
	char *name = file ? arena_text(l->arena, file->text) : NULL;

	if (!file)
		return true;
	if (!name ||
	    !task_read(l, path_beside(l->arena, l->doc.file, name), TOOL_BYTES_MAX, &source, &err))
		return name ? task_add_at(l, file, &err) : task_memory(l);
	json_begin(&w, &text, (size_t)4 << 20);
	json_object(&w);
	for (const struct json_node *m = json_first(&l->doc, n); m; m = json_next(&l->doc, m)) {
		if (str_is(m->text, "file"))
			continue;
		json_name_str(&w, m->text);
		json_tree(&w, &l->doc, m + 1);
	}
	json_format(&w, "source: %.*s}", STR_ARG(source));
	bool good = buf_keep(&text, l->arena, &whole);
	return good ? json_parse(l->arena, whole, "the tool", &JSON_LIMITS, doc, NULL, &err) ||
			  task_add_at(l, n, &err)
		    : task_memory(l);
}

static bool
take_published(struct task_loader *l, const struct json_node *n)
{
	struct tool *t = arena_alloc(l->arena, sizeof(*t));
	struct json_doc whole = {.count = 0};
	struct err err;

	if (!t)
		return task_memory(l);
	if (l->request->code || l->request->session || l->request->schema ||
	    json_get(&l->doc, l->root, "output"))
		if (!l->stored || l->stored->policy_by_name)
			return task_refuse(l, n, NULL,
			    "a task with a tool has no program and no output of its own");
	if (!read_source(l, n, &whole))
		return false;
	const struct json_doc *doc = whole.count > 0 ? &whole : &l->doc;
	if (!tool_read(l->arena, doc, whole.count > 0 ? json_root(doc) : n, t, l->errs))
		return false;
	if (!tool_program(l->arena, t, &l->task->code, &err))
		return task_add_at(l, n, &err);
	l->task->tool = t;
	l->task->has_code = true;
	return true;
}

/* A task names what it wants. A stored one brings what was found, which is compared with the store again. */
static bool
take_used(struct task_loader *l, const struct json_node *list)
{
	bool ours = l->stored && !l->stored->policy_by_name;
	struct str *words = arena_array(l->arena, TOOLS_MAX, sizeof(*words));
	struct tool *tools = arena_array(l->arena, TOOLS_MAX, sizeof(*tools));
	struct task *t = l->task;

	if (!words || !tools)
		return task_memory(l);
	t->tool_words = words;
	t->tools = tools;
	for (const struct json_node *n = json_first(&l->doc, list);
	     n && t->tool_word_count < TOOLS_MAX; n = json_next(&l->doc, n)) {
		bool object = n->kind == JSON_OBJECT;
		if (object != ours)
			return task_refuse(
			    l, n, NULL, "a task names its tools: share_of, or share_of@2");
		words[t->tool_word_count++] =
		    object ? json_get_text(&l->doc, n, "name", STR("")) : n->text;
		if (object && !tool_read(l->arena, &l->doc, n, &tools[t->tool_count++], l->errs))
			return false;
	}
	return true;
}

bool
task_tools(struct task_loader *l)
{
	const struct json_node *published = json_get(&l->doc, l->root, "tool");
	const struct json_node *used = json_get(&l->doc, l->root, "tools");

	return (!published || take_published(l, published)) && (!used || take_used(l, used));
}
