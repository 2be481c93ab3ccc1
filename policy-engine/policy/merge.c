/* SPDX-License-Identifier: MIT */
/*
 * A policy upon what it extends. Lists add up and a child's word on a name replaces the parent's;
 * limits are the smaller. What would let more through than the parent did needs an `override` of
 * its section, with a reason, and is refused where an ancestor locked the section. The document was
 * checked against the schema before, so its shape is known.
 */
#include "merge.h"

#include <stdio.h>

static const char *const section_names[SECTIONS] = {"imports", "builtins", "attributes",
    "capabilities", "calls", "rules", "limits", "tier", "escalation", "executor", "output",
    "prompt", "waivers", "files", "data", "tools"};

const char *
section_name(enum section s)
{
	return section_names[s];
}

enum section
section_of(struct str name)
{
	for (int i = 0; i < SECTIONS; i++)
		if (str_is(name, section_names[i]))
			return (enum section)i;
	return SECTIONS;
}

enum decision
merge_decision(struct str name)
{
	return str_is(name, "allow")      ? DECISION_ALLOW
	       : str_is(name, "escalate") ? DECISION_ESCALATE
					  : DECISION_DENY;
}

struct str
merge_keep(struct merge *m, struct str s)
{
	struct str copy = {"", 0};

	if (s.n > 0 && !arena_copy(m->arena, s, &copy))
		m->failed = true;
	return copy;
}

bool
merge_complain(
    struct merge *m, const struct json_node *at, const char *help, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	bool said = json_vcomplain(m->doc, at, m->errs, help, format, ap);
	va_end(ap);
	return said;
}

bool
merge_may_loosen(struct merge *m, enum section section, const struct json_node *at, struct str what)
{
	const char *name = section_names[section];

	if (!m->extends)
		return true;
	if (m->only_tightens)
		return false;
	if (m->overrides[section] && !m->policy->locked[section]) {
		m->policy->loosened[section] = true;
		return true;
	}
	if (m->policy->locked[section])
		return merge_complain(m, at,
		    arena_printf(
			m->arena, "a policy that this one extends lists '%s' in 'locked'", name),
		    "'%.*s' loosens '%s', which is locked", STR_ARG(what), name);
	return merge_complain(m, at,
	    arena_printf(m->arena, "give a reason: 'override: [{what: %s, reason: ...}]'", name),
	    "'%.*s' loosens '%s' of the %spolicy", STR_ARG(what), name,
	    m->is_profile ? "" : "extended ");
}

bool
merge_fits(struct merge *m, const struct json_node *list, size_t have)
{
	if (list == NULL || have + list->count <= POLICY_ENTRIES_MAX)
		return true;
	return merge_complain(m, list, "that is the limit for all files of a policy together",
	    "more than %d entries", POLICY_ENTRIES_MAX);
}

void *
merge_push(struct merge *m, void *items, size_t *count, size_t *capacity, size_t size)
{
	void *one = arena_push(m->arena, items, count, capacity, size);

	m->failed = m->failed || one == NULL;
	return one;
}

void *
merge_entry(
    struct merge *m, struct str name, void *items, size_t *count, size_t *capacity, size_t size)
{
	char *one;
	struct str its;

	memcpy(
	    &one, items, sizeof(one)); /* the address of a pointer to any type, as of arena_push */
	for (size_t i = 0; i < *count; i++, one += size) {
		memcpy(&its, one, sizeof(its));
		if (str_eq(its, name))
			return one;
	}
	one = merge_push(m, items, count, capacity, size);
	if (one != NULL) {
		memset(one, 0, size);
		memcpy(one, &name, sizeof(name));
	}
	return one;
}

const struct json_node *
merge_first(const struct merge *m, const struct json_node *said)
{
	return said != NULL && said->kind == JSON_ARRAY ? json_first(m->doc, said) : said;
}

const struct json_node *
merge_next(const struct merge *m, const struct json_node *said, const struct json_node *n)
{
	return said->kind == JSON_ARRAY ? json_next(m->doc, n) : NULL;
}

void
merge_words(struct merge *m, const struct json_node *list, struct words *out)
{
	if (!merge_fits(m, list, out->count))
		return;
	JSON_EACH(n, m->doc, list)
		merge_word(m, n->text, out);
}

void
merge_word(struct merge *m, struct str word, struct words *out)
{
	m->failed = !words_add(m->arena, out, word) || m->failed;
}

/* Names without a dot are builtins. */
struct str
merge_symbol(struct merge *m, struct str name)
{
	struct str out;

	if (memchr(name.p, '.', name.n) != NULL)
		return merge_keep(m, name);
	out = str_from(arena_printf(m->arena, "builtins.%.*s", STR_ARG(name)));
	if (out.n == 0)
		m->failed = true;
	return out;
}

static void
mark(bool sections[SECTIONS], struct str name)
{
	enum section s = section_of(name);

	if (s < SECTIONS)
		sections[s] = true;
}

void
merge_overrides(struct merge *m, const struct json_node *list)
{
	JSON_EACH(n, m->doc, list)
		mark(m->overrides, json_get_text(m->doc, n, "what", STR("")));
}

static void
merge_head(struct merge *m, const struct json_node *root)
{
	struct policy *p = m->policy;

	memset(p->loosened, 0, sizeof(p->loosened));
	p->id = merge_keep(m, json_get_text(m->doc, root, "id", STR("")));
	p->title = merge_keep(m, json_get_text(m->doc, root, "title", p->id));
	if (!merge_int(m, json_get(m->doc, root, "revision"), &p->revision))
		p->revision = 0;
	merge_overrides(m, json_get(m->doc, root, "override"));
}

/* The waivers' file is read after the merge (load.c), once the rules are known. */
const struct json_node *
merge_waivers_file(const struct json_doc *d)
{
	const struct json_node *n = json_get(d, json_root(d), "waivers");

	return n != NULL && n->kind == JSON_OBJECT ? json_get(d, n, "file") : n;
}

/* The names in it were chosen for these interpreters. */
bool
merge_fits_interpreter(const struct json_doc *doc, struct err_list *errs)
{
	const struct json_node *named = json_get(doc, json_root(doc), "interpreter"), *one;
	const char *here = policy_interpreter_name();
	char help[80];

	if (named == NULL || str_is(named->text, here))
		return true;
	for (one = json_first(doc, named); one != NULL; one = json_next(doc, one))
		if (str_is(one->text, here))
			return true;
	snprintf(help, sizeof(help), "if its tests pass here, add %s to 'interpreter'", here);
	return json_complain(doc, named, errs, help,
	    "the policy was not written for %s, the interpreter on this machine", here);
}

void
merge_document(struct merge *m)
{
	const struct json_node *root = json_root(m->doc), *rules = json_get(m->doc, root, "rules"),
			       *waivers = merge_waivers_file(m->doc);
	char *line;

	merge_head(m, root);
	merge_lists(m, root);
	if (merge_fits(m, rules, m->policy->rule_count))
		JSON_EACH(n, m->doc, rules)
			merge_rule(m, n);
	merge_settings(m, root);
	if (waivers != NULL)
		(void)merge_may_loosen(m, SECTION_WAIVERS, waivers, waivers->text);
	merge_packages(m, json_get(m->doc, json_get(m->doc, root, "executor"), "packages"));
	merge_note_profiles(m, json_get(m->doc, root, "profiles"));
	merge_check_walls(m, root);
	JSON_EACH(n, m->doc, json_get(m->doc, root, "locked"))
		mark(m->policy->locked, n->text);
	line = arena_printf(
	    m->arena, "%.*s@%lld", STR_ARG(m->policy->id), (long long)m->policy->revision);
	m->failed = m->failed || line == NULL;
	merge_word(m, str_from(line), &m->policy->lineage);
}
