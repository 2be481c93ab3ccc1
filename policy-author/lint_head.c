/* SPDX-License-Identifier: MIT */
/* Who the policy is, what it stands on, and why it loosens that. */
#include "file.h"
#include "lint_parts.h"
#include "yaml.h"

void
look_id(struct lint *l)
{
	struct str name = str_from(path_base(l->subject->path));

	if (str_ends(name, STR(".yaml")))
		name.n -= 5;
	if (!str_is(name, "-") && !str_eq(name, policy_id(l->policy)))
		lint_say(l, NULL, "the id is '%.*s', and the file's name '%.*s'",
		    STR_ARG(policy_id(l->policy)), STR_ARG(name));
}

void
look_interpreter(struct lint *l)
{
	for (size_t i = 0; i < l->policy->source_count; i++)
		if (!l->policy->sources[i].attached &&
		    str_find(l->policy->sources[i].text, STR("\ninterpreter:"), 0) != SIZE_MAX)
			return;
	if (json_get(l->doc, l->root, "interpreter") == NULL)
		lint_say(l, NULL, "no interpreter is named");
}

void
look_revision(struct lint *l)
{
	const struct json_node *now = json_get(l->doc, l->root, "revision");
	struct str before = l->subject->before;
	struct json_doc *d = arena_alloc(l->arena, sizeof(*d));
	int64_t then = 0;

	if (before.p == NULL || str_eq(before, l->files[0].source))
		return;
	if (d == NULL) {
		l->failed = true;
		return;
	}
	if (!yaml_parse(l->arena, before, "the earlier text", d, l->errs)) {
		l->broken = true;
		return;
	}
	(void)json_int(json_get(d, json_root(d), "revision"), &then);
	if (policy_revision(l->policy) <= then)
		lint_say(l, now, "the text is another than that of revision %lld, the revision %s",
		    (long long)then, policy_revision(l->policy) == then ? "the same" : "lower");
}

void
look_override_idle(struct lint *l)
{
	const struct json_node *list = json_get(l->doc, l->root, "override");

	for (const struct json_node *n = json_first(l->doc, list); n; n = json_next(l->doc, n)) {
		const struct json_node *what = json_get(l->doc, n, "what");

		if (!l->policy->loosened[section_of(what->text)])
			lint_say(l, what, "nothing here loosens '%.*s'", STR_ARG(what->text));
	}
}
