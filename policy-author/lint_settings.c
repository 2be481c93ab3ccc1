/* SPDX-License-Identifier: MIT */
/* Checks of a policy's identity, settings and texts. */
#include "lint_parts.h"

#include "file.h"
#include "regex.h"
#include "yaml.h"

void
look_id(struct lint *l)
{
	struct str name = str_from(path_base(l->subject->path));

	if (str_ends(name, STR(".yaml")))
		name.n -= 5;
	if (!str_is(name, "-") && !str_eq(name, policy_id(l->policy)))
		lint_say(l, NULL, "the id is '%.*s', but the file's name is '%.*s'",
		    STR_ARG(policy_id(l->policy)), STR_ARG(name));
}

void
look_revision(struct lint *l)
{
	const struct json_node *now = json_get(l->doc, l->root, "revision");
	struct str before = l->subject->before;
	struct json_doc *d = arena_alloc(l->arena, sizeof(*d));
	int64_t then = 0;

	if (before.p == NULL || str_eq(before, l->doc->source))
		return;
	if (d == NULL) {
		l->failed = true;
		return;
	}
	if (!yaml_parse(l->arena, before, "the earlier text", d, l->errs)) {
		l->broken = true;
		return;
	}
	then = json_get_number(d, json_root(d), "revision", then);
	if (policy_revision(l->policy) <= then)
		lint_say(l, now, "the text differs from revision %lld, but the revision is %s",
		    (long long)then, policy_revision(l->policy) == then ? "the same" : "lower");
}

void
look_files_kept(struct lint *l)
{
	const struct json_node *list = lint_get(l, "files", "write");

	if (list == NULL ||
	    (l->policy->files.write.count > 0) == (l->policy->settings.limits.artifacts > 0))
		return;
	lint_say(l, list,
	    list->count > 0 ? "programs may write results, but 'limits' keeps none"
			    : "programs may write no results, but 'limits' keeps some");
}

/* The file's word on a setting, else its section, else the id. */
static const struct json_node *
place_of(const struct lint *l, const char *section, const char *name)
{
	const struct json_node *n = lint_get(l, section, name);

	return n != NULL ? n : json_get(l->doc, l->root, section);
}

void
look_leaks(struct lint *l)
{
	const struct json_node *n = lint_get(l, "output", "leaks");

	if (n != NULL && n->kind == JSON_STRING && str_is(n->text, "allow"))
		lint_say(l, n, "a leak in the output is only noted");
	for (size_t i = 0; i < LEAK_CLASSES; i++) {
		const struct json_node *one = json_get(l->doc, n, LEAK_CLASS_NAMES[i]);
		if (one != NULL && str_is(one->text, "allow"))
			lint_say(l, one, "a leak in the output is only noted");
	}
}

void
look_needs(struct lint *l)
{
	if (l->policy->settings.escalation.need_count == 0)
		lint_say(l, json_get(l->doc, l->root, "escalation"),
		    "the policy names no one who decides on an escalation");
}

void
look_remind(struct lint *l)
{
	const struct policy_escalation *e = &l->policy->settings.escalation;
	const struct json_node *n = lint_get(l, "escalation", "remind");

	if (n == NULL)
		n = lint_get(l, "escalation", "expire");
	if (n != NULL && e->remind_us >= e->decide_us)
		lint_say(l, n, "the reminder comes after the time to decide has ended");
}

void
look_ticket(struct lint *l)
{
	const struct json_node *n = json_get(l->doc, lint_get(l, "escalation", "reason"), "ticket");
	struct regex_problem problem;
	struct regex *r;

	if (n != NULL && regex_compile(l->arena, n->text, &r, &problem) && regex_is_barren(r))
		lint_say(l, n, "the ticket pattern matches no text");
}

void
look_pure_packages(struct lint *l)
{
	const struct policy *p = l->policy;

	if (!p->native && p->packages)
		lint_say(l, place_of(l, "executor", "packages"),
		    "the tier is 'pure', but packages are available");
	else if (!p->native && p->settings.venv.n > 0)
		lint_say(l, place_of(l, "executor", "venv"),
		    "the tier is 'pure', but a virtual environment is available");
}

void
look_warm(struct lint *l)
{
	const struct json_node *list = lint_get(l, "executor", "warm");

	JSON_EACH(n, l->doc, list) {
		const struct name_rule *r = import_rule_for(l->policy, n->text);

		if ((r ? r->decision : l->policy->imports.otherwise) == DECISION_DENY)
			lint_say(l, n, "'%.*s' is loaded in advance, but no program may import it",
			    STR_ARG(n->text));
	}
}

/* Of those that the file itself names; what it extends is looked at by itself. */
void
look_waiver_expired(struct lint *l)
{
	const struct json_node *n = json_get(l->doc, l->root, "waivers");
	const struct json_node *file =
	    n != NULL && n->kind == JSON_OBJECT ? json_get(l->doc, n, "file") : n;
	const struct waivers *all = policy_waivers(l->policy);

	for (size_t i = 0; file != NULL && i < all->count; i++) {
		const struct waiver *w = &all->items[i];

		if (str_is(file->text, path_base(w->file)) && l->subject->now_us >= w->until_us)
			lint_say(l, file, "waiver '%.*s' has expired: line %u of '%.*s'",
			    STR_ARG(w->id), w->line, STR_ARG(file->text));
	}
}

static void
say_invisible(struct lint *l, const struct json_node *text)
{
	for (size_t at = 0; at < text->text.n;) {
		int32_t c = utf8_next(text->text, &at);

		if (c >= 32 && !codepoint_is_invisible((uint32_t)c))
			continue;
		lint_say(l, text, "the text contains U+%04X, which is invisible",
		    c < 0 ? 0xfffdu : (unsigned)c);
		return;
	}
}

void
look_invisible(struct lint *l)
{
	static const char *const texts[] = {"title", "reason", "message", "remedy"};

	for (uint32_t i = 0; i < l->doc->count; i++)
		for (size_t k = 0; k < ARRAY_LENGTH(texts); k++) {
			const struct json_node *n = json_get(l->doc, &l->doc->nodes[i], texts[k]);

			if (n != NULL && json_is_text(n))
				say_invisible(l, n);
		}
}
