/* SPDX-License-Identifier: MIT */
#include "tools_kept.h"

#include <inttypes.h>

#define TOOLS_LISTED 10000

const char *
kept_tool_standing(const struct kept_tool *k)
{
	return k->why.code == ERR_NONE           ? "usable"
	       : run_state_is_open(k->run.state) ? "waits"
						 : "no";
}

/* Each name's once. */
static bool
ask_owner(struct arena *a, const struct work *w, const struct kept_tool *list, size_t count,
    struct kept_tool *k, struct err *err)
{
	if (k->why.code != ERR_NONE)
		return true;
	for (size_t i = 0; i < count && k->owner.n == 0; i++)
		if (str_eq(list[i].tool.name, k->tool.name))
			k->owner = list[i].owner;
	if (k->owner.n == 0 && !work_tool_owner(a, w, k->tool.name, &k->owner, err))
		return false;
	if (!str_eq(k->owner, k->run.requester))
		err_set(&k->why, ERR_REFUSED, "the name is of another publisher");
	return true;
}

bool
kept_tools_list(
    struct arena *a, const struct work *w, struct kept_tool **out, size_t *count, struct err *err)
{
	const struct run_filter filter = {.key = "tool ", .limit = TOOLS_LISTED};
	struct stored_run *runs;
	size_t all;

	*count = 0;
	if (!runs_list(w->store, a, &filter, &runs, &all, err))
		return false;
	*out = arena_array(a, all + 1, sizeof(**out));
	if (!*out)
		return err_memory(err);
	for (size_t i = 0; i < all; i++) {
		struct kept_tool *k = &(*out)[*count];
		k->run = runs[i];
		if (!work_tool(a, w, &runs[i], &k->tool, &k->why, err)) {
			if ((err->code != ERR_REFUSED && err->code != ERR_INPUT) || !w->trust)
				return false; /* else it publishes nothing: it retires, or its task was erased */
			continue;
		}
		if (!ask_owner(a, w, *out, *count, k, err))
			return false;
		++*count;
	}
	return true;
}

bool
kept_tool_find(
    struct arena *a, const struct work *w, struct str word, struct kept_tool *out, struct err *err)
{
	struct task task = {.tool_words = &word, .tool_word_count = 1, .tools = &out->tool};
	char key[TOOL_KEY_BYTES];
	bool found;

	*out = (struct kept_tool){.why.code = ERR_NONE};
	if (!tool_wanted(word, &out->tool.name, &out->tool.version))
		return err_set(err, ERR_USAGE, "'%.*s' is no name of a tool", STR_ARG(word)) ||
		       err_help(err, "a tool has a name of two words or more: share_of, or "
				     "share_of@1 for one version");
	if (out->tool.version == 0 && !work_tools(a, w, &task, err))
		return false;
	if (!tool_key(&out->tool, "", key))
		return err_set(err, ERR_USAGE, "'%.*s' is no name of a tool", STR_ARG(word));
	if (!runs_of_key(w->store, a, NULL, key, &out->run, &found, err))
		return false;
	if (!found)
		return err_set(err, ERR_INPUT, "nobody has published '%.*s'", STR_ARG(word));
	return work_tool(a, w, &out->run, &out->tool, &out->why, err) &&
	       ask_owner(a, w, NULL, 0, out, err);
}

bool
tool_publish_key(struct arena *a, const struct work *w, const struct tool *t,
    char key[TOOL_KEY_BYTES], struct err *err)
{
	struct tool before = *t;
	struct stored_run run;
	bool found = t->version == 1;

	before.version--;
	if (!found && (!tool_key(&before, "", key) ||
			  !runs_of_key(w->store, a, NULL, key, &run, &found, err)))
		return false;
	if (!found)
		return err_set(err, ERR_INPUT, "version %" PRId64 " of '%.*s' is not there",
		    before.version, STR_ARG(t->name));
	return tool_key(t, "", key) || err_set(err, ERR_INPUT, "the tool's name is too long");
}

/* The first that nobody has. */
bool
tool_retire_key(struct arena *a, const struct work *w, const struct tool *t,
    char key[TOOL_KEY_BYTES], struct err *err)
{
	struct stored_run run;
	bool found = true;

	for (int64_t i = 1; found; i++) {
		if (!tool_retired_key(t, i, key))
			return err_memory(err);
		if (!runs_of_key(w->store, a, NULL, key, &run, &found, err))
			return false;
	}
	return true;
}

char *
tool_retiring_goal(struct arena *a, const struct tool *t, struct str reason)
{
	return arena_printf(a, "Retire the tool %.*s, version %" PRId64 ": %.*s", STR_ARG(t->name),
	    t->version, STR_ARG(reason));
}
