/* SPDX-License-Identifier: MIT */
/*
 * The policy's rules for the interpreter. The same entries that the check reads become the
 * lists that the import hook and the audit hook hold a program to, so that the two can't disagree.
 * A list that the policy leaves open is left out.
 */
#include "box.h"

#include "model.h"

static void
put_modules(const struct policy *p, struct json_writer *w)
{
	json_open_array(w, "modules");
	json_str(w, STR("__future__")); /* no module, but a word to the compiler */
	for (size_t i = 0; i < p->imports.count; i++)
		if (p->imports.items[i].decision != DECISION_DENY &&
		    policy_has_package(p, p->imports.items[i].name))
			json_str(w, p->imports.items[i].name);
	json_end_array(w);
}

static struct str
builtin_name(struct str symbol)
{
	return str_starts(symbol, STR("builtins."))
		   ? str_slice(symbol, strlen("builtins."), symbol.n)
		   : STR("");
}

/* Rules alone let a builtin be that neither a list nor an entry speaks of: where one of them may
 * let a call pass. */
static void
put_ruled_builtins(const struct policy *p, const struct policy_rule *r, struct json_writer *w)
{
	bool passes = r->unless_count > 0 || r->as != 0 || r->otherwise != DECISION_DENY;

	for (size_t i = 0; passes && i < r->calls.count; i++) {
		struct str symbol = r->calls.items[i], name = builtin_name(symbol);

		if (name.n > 0 && condition_rule_for(p, symbol) == r && !call_rule_for(p, symbol) &&
		    !name_rule_find(&p->builtins, name))
			json_str(w, name);
	}
}

/* A builtin is there where its list, a call entry or a rule about its arguments lets it be. */
static void
put_builtins(const struct policy *p, struct json_writer *w)
{
	json_open_array(w, "builtins");
	for (size_t i = 0; i < p->builtins.count; i++)
		if (p->builtins.items[i].decision != DECISION_DENY)
			json_str(w, p->builtins.items[i].name);
	for (size_t i = 0; i < p->calls.count; i++) {
		struct str name = builtin_name(p->calls.items[i].name);
		const struct name_rule *listed = name_rule_find(&p->builtins, name);
		if (name.n > 0 && p->calls.items[i].decision != DECISION_DENY && !listed)
			json_str(w, name);
	}
	for (size_t i = 0; i < p->rule_count; i++)
		put_ruled_builtins(p, &p->rules[i], w);
	json_end_array(w);
}

static void
put_list(struct json_writer *w, const char *name, const struct words *list)
{
	json_put_strs(w, name, list->items, list->count);
}

static void
put_files(const struct policy *p, struct json_writer *w)
{
	struct file_scope files = policy_files(p);

	put_list(w, "read", &files.read);
	json_open_array(w, "write");
	if (files.write.count > 0)
		json_str(w, STR("."));
	json_end_array(w);
	if (files.given)
		put_list(w, "results", &files.write);
}

enum { NOT_ASKED = 0, ADMITTED, NOT_ADMITTED };
/* The packages that the policy lets be imported, and which groups of attributes are of any. */
struct admitted {
	struct words packages;
	uint8_t groups[TABLE_LINES_MAX];
};

static bool
find_admitted(struct arena *a, const struct policy *p, struct words *packages)
{
	bool good = words_add(a, packages, STR("builtins"));

	for (size_t i = 0; good && i < p->imports.count; i++) {
		struct str rest = p->imports.items[i].name, top;

		if (p->imports.items[i].decision != DECISION_DENY && str_cut(&rest, '.', &top))
			good = words_add(a, packages, top);
	}
	return good;
}

static bool
is_admitted(struct admitted *admitted, const struct table_attribute *attribute)
{
	uint8_t *known = &admitted->groups[attribute->group];

	if (*known == NOT_ASKED) {
		struct str packages = table_packages(attribute), word;

		*known = NOT_ADMITTED;
		while (*known == NOT_ADMITTED && str_cut(&packages, ' ', &word))
			*known = words_have(&admitted->packages, word) ? ADMITTED : NOT_ADMITTED;
	}
	return *known == ADMITTED;
}

/* Unreviewed, a way to a module, or with authority. */
static bool
may_be_refused(const struct table_attribute *a)
{
	return a->kind == ATTRIBUTE_UNREVIEWED || a->kind == ATTRIBUTE_LEADS ||
	       a->kind == ATTRIBUTE_AUTHORITY;
}

/* A library's attribute that no entry speaks of, and the text would not let be. */
static bool
is_refused(const struct policy *p, struct admitted *admitted, struct str name,
    const struct table_attribute *attribute)
{
	return is_admitted(admitted, attribute) && !str_starts(name, STR("_")) &&
	       name_rule_find(&p->attributes, name) == NULL;
}

/* Writes the attributes' names that builtins such as getattr may be given. */
static void
put_attributes(struct arena *a, const struct policy *p, struct json_writer *w)
{
	struct admitted *admitted = arena_alloc(a, sizeof(*admitted));
	struct table_attribute known;
	struct str name;

	if (admitted == NULL || !find_admitted(a, p, &admitted->packages)) {
		w->out->failed = true;
		return;
	}
	json_open_object(w, "attributes");
	json_open_array(w, "private");
	for (size_t i = 0; i < p->attributes.count; i++)
		if (p->attributes.items[i].decision == DECISION_ALLOW &&
		    str_starts(p->attributes.items[i].name, STR("_")))
			json_str(w, p->attributes.items[i].name);
	json_end_array(w);
	json_open_array(w, "deny");
	for (size_t at = 0; table_next_attribute(STR(""), &at, &name, &known);)
		if (may_be_refused(&known) && is_refused(p, admitted, name, &known))
			json_str(w, name);
	for (size_t i = 0; i < p->attributes.count; i++) {
		name = p->attributes.items[i].name;
		if (p->attributes.items[i].decision != DECISION_ALLOW &&
		    (!str_starts(name, STR("_")) ||
			table_attribute(name).kind == ATTRIBUTE_UNKNOWN))
			json_str(w, name);
	}
	json_end_array(w);
	json_end_object(w);
}

static void
put_obligations(const struct policy_verdict *v, struct json_writer *w)
{
	bool owed[WALLS] = {false};

	for (size_t i = 0; i < v->obligation_count; i++)
		owed[v->obligations[i].wall] = true;
	json_open_array(w, "obligations");
	for (int i = WALL_NONE + 1; i < WALLS; i++)
		if (owed[i])
			json_text(w, wall_name((enum wall)i));
	json_end_array(w);
}

/* More processes than one may be forked: by what the text may mention, and by libraries. */
static void
put_events(struct json_writer *w)
{
	json_open_array(w, "events");
	json_str(w, STR("os.fork"));
	json_end_array(w);
}

bool
policy_interpreter(struct arena *a, const struct policy *p, const struct policy_verdict *verdict,
    struct json_writer *w)
{
	bool closed = p->imports.otherwise == DECISION_DENY &&
		      p->builtins.otherwise == DECISION_DENY &&
		      p->capabilities.otherwise == DECISION_DENY;

	if (!closed && !p->files.given && verdict->obligation_count == 0)
		return false;
	json_object(w);
	if (closed) {
		put_modules(p, w);
		put_builtins(p, w);
	}
	if (closed || p->files.given)
		put_files(p, w);
	if (p->attributes_wall != WALL_NONE)
		put_attributes(a, p, w);
	if (verdict->obligation_count > 0)
		put_obligations(verdict, w);
	if (p->settings.limits.processes > 1)
		put_events(w);
	json_end_object(w);
	return true;
}
