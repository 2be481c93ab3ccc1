/* SPDX-License-Identifier: MIT */
/*
 * The policy in words for a model. What each program needs stands in every request, and a provider
 * can keep it; what matters only to a program that imports a module is told with the plan.
 */
#include "words.h"

#include "outline.h"

#include <stdio.h>

#define WORDS_MAX 1000
#define RULE_NAMES_MAX 4

struct told {
	const struct policy *p;
	struct buf *out;
	bool always, modules;      /* which of the two parts */
	const struct str *imports; /* NULL: of every module */
	size_t import_count;
};

/* Writes an author's text as one line, for a person at a terminal or a model. */
static void
put_words(struct buf *out, const char *before, struct str words, const char *behind)
{
	buf_text(out, before);
	buf_visible(out, words, WORDS_MAX);
	buf_text(out, behind);
}

static void
put_list(struct buf *out, const struct words *w)
{
	for (size_t i = 0; i < w->count; i++)
		buf_printf(out, "%s%.*s", i == 0 ? "" : ", ", STR_ARG(w->items[i]));
}

static bool
imports_root(const struct told *t, struct str root)
{
	bool found = !t->imports;

	for (size_t i = 0; i < t->import_count; i++)
		found = found || str_eq(dotted_top(t->imports[i]), root);
	return found;
}

/* "os" and "os.path" are told to whoever imports one of the two; what lies below a package that may
 * be used whole is told to whoever imports it. */
static bool
imports_module(const struct told *t, struct str module)
{
	bool found = !t->imports;

	for (size_t i = 0; i < t->import_count; i++) {
		const struct name_rule *m = import_rule_find(t->p, t->imports[i]);
		found = found || name_is_below(t->imports[i], module) ||
			(m && m->has_api && name_is_below(module, t->imports[i]));
	}
	return found;
}

/* Is it the place for what is said of a call, or of a method of objects of these packages? */
static bool
is_place(const struct told *t, struct str call, const struct words *packages)
{
	bool method = call.n > 0 && call.p[0] == '.';
	bool anywhere = str_starts(call, STR("builtins.")) || (method && packages->count == 0);

	if (anywhere)
		return t->always;
	bool found = !method && imports_root(t, dotted_top(call));
	for (size_t i = 0; method && i < packages->count; i++)
		found = found || imports_root(t, packages->items[i]);
	return t->modules && found;
}

static bool
is_allowed(const struct policy *p, const struct name_rule *m)
{
	return m->decision == DECISION_ALLOW && policy_has_package(p, m->name);
}

static void
put_module(struct buf *out, size_t *shown, struct str name, const struct name_rule *m)
{
	buf_printf(out, "%s%.*s%s%s", (*shown)++ == 0 ? "" : ", ", STR_ARG(name),
	    m->pack ? ".*" : "", m->has_api && m->described == NULL ? "*" : "");
}

static size_t
modules_below(const struct policy *p, struct str root)
{
	size_t count = 0;

	for (size_t i = 0; i < p->imports.count; i++)
		count += is_allowed(p, &p->imports.items[i]) &&
			 p->imports.items[i].name.n > root.n &&
			 str_eq(dotted_top(p->imports.items[i].name), root);
	return count;
}

/* The modules of one package stand together: a name said once takes fewer words. */
static void
put_package(const struct policy *p, size_t first, struct buf *out, size_t *shown)
{
	struct str root = dotted_top(p->imports.items[first].name);
	size_t below = 0, many = modules_below(p, root);

	for (size_t i = 0; i < p->imports.count; i++) {
		const struct name_rule *m = &p->imports.items[i];

		if (!is_allowed(p, m) || !str_eq(dotted_top(m->name), root))
			continue;
		if (m->name.n == root.n || many == 1) {
			put_module(out, shown, m->name, m);
			continue;
		}
		if (below == 0)
			buf_printf(out, "%s%.*s.{", (*shown)++ == 0 ? "" : ", ", STR_ARG(root));
		put_module(out, &below, str_slice(m->name, root.n + 1, m->name.n), m);
	}
	buf_text(out, below > 0 ? "}" : "");
}

/* The versions of what is installed; not of an environment that the operator brings. */
static void
put_versions(const struct policy *p, struct buf *out)
{
	struct str all = table_versions(), one;
	size_t shown = 0;

	while (p->settings.venv.n == 0 && str_cut(&all, ' ', &one)) {
		size_t is = str_find(one, STR("="), 0);
		const struct name_rule *m =
		    is == SIZE_MAX ? NULL : import_rule_find(p, str_slice(one, 0, is));
		if (m && is_allowed(p, m))
			buf_printf(out, "%s%.*s %.*s", shown++ == 0 ? "Versions: " : ", ",
			    STR_ARG(m->name), STR_ARG(str_slice(one, is + 1, one.n)));
	}
	buf_text(out, shown > 0 ? ".\n" : "");
}

static void
put_allowed(const struct policy *p, struct buf *out)
{
	size_t shown = 0;

	buf_text(out,
	    "Modules to import, and no others (* in part; which, is told with the plan; .* with "
	    "its public submodules): ");
	for (size_t i = 0; i < p->imports.count; i++) {
		struct str root = dotted_top(p->imports.items[i].name);
		size_t first = 0;

		while (first < i && !(is_allowed(p, &p->imports.items[first]) &&
					str_eq(dotted_top(p->imports.items[first].name), root)))
			first++;
		if (first == i && is_allowed(p, &p->imports.items[i]))
			put_package(p, i, out, &shown);
	}
	buf_text(out, shown == 0 ? "none.\n" : ".\n");
	put_versions(p, out);
}

static void
put_imports(const struct policy *p, struct buf *out, const char *title, enum decision d)
{
	bool any = false;

	for (size_t i = 0; i < p->imports.count; i++) {
		const struct name_rule *m = &p->imports.items[i];

		if (m->decision != d)
			continue;
		buf_printf(out, "%s- %.*s", any ? "" : title, STR_ARG(m->name));
		any = true;
		if (m->message.n > 0)
			put_words(out, ": ", m->message, "");
		if (m->remedy.n > 0)
			put_words(out, " (instead: ", m->remedy, ")");
		buf_char(out, '\n');
	}
}

static void
put_part(const struct told *t, const struct name_rule *m, bool *any)
{
	if (!is_allowed(t->p, m) || !m->has_api || !imports_module(t, m->name))
		return;
	buf_printf(t->out,
	    "%s- %.*s: ", *any ? "" : "Of these modules, these names and no others:\n",
	    STR_ARG(m->name));
	*any = true;
	put_list(t->out, &m->api);
	buf_char(t->out, '\n');
}

/* A module of which a part may be used: the names. A pack from a file has such modules alone. */
static void
put_parts(const struct told *t)
{
	const struct policy *p = t->p;
	bool any = false;

	for (size_t i = 0; i < p->imports.count && t->modules; i++) {
		const struct pack *pack = p->imports.items[i].described;

		for (size_t k = 0; pack != NULL && k < pack->modules.count; k++)
			put_part(t, &pack->modules.items[k], &any);
		if (pack == NULL)
			put_part(t, &p->imports.items[i], &any);
	}
}

struct builtins {
	const struct policy *p;
	struct buf *out;
	size_t shown;
	bool missing; /* those that may not be used */
};

/* A builtin that a call entry, or part of a rule, allows is not missing. */
static bool
may_use_builtin(const struct policy *p, struct str name)
{
	const struct name_rule *r = name_rule_find(&p->builtins, name);
	char symbol[80];

	if (r ? r->decision == DECISION_ALLOW
	      : name_usual(p, SECTION_BUILTINS, name) == DECISION_ALLOW)
		return true;
	snprintf(symbol, sizeof(symbol), "builtins.%.*s", STR_ARG(name));
	const struct name_rule *c = call_rule_for(p, str_from(symbol));
	return (c && c->decision == DECISION_ALLOW) || condition_rule_for(p, str_from(symbol));
}

static void
put_builtin(void *context, struct str name, const struct table_member *member)
{
	struct builtins *b = context;

	if (name.p[0] < 'a' || member->is_private || may_use_builtin(b->p, name) == b->missing)
		return;
	if (b->out)
		buf_printf(b->out, "%s%.*s", b->shown == 0 ? "" : ", ", STR_ARG(name));
	b->shown++;
}

/* Whichever list is shorter. */
static void
put_builtins(const struct policy *p, struct buf *out)
{
	struct builtins may = {.p = p}, may_not = {.p = p, .missing = true};

	table_members(STR("builtins"), put_builtin, &may);
	table_members(STR("builtins"), put_builtin, &may_not);
	if (may_not.shown == 0)
		return;
	struct builtins told = {.p = p, .out = out, .missing = may_not.shown < may.shown};
	buf_text(out, told.missing ? "Builtins: all but " : "Builtins (exceptions aside): ");
	table_members(STR("builtins"), put_builtin, &told);
	buf_text(out, ".\n");
}

/* Patterns like "*.csv" by their endings. */
static void
put_patterns(struct buf *out, const struct words *list)
{
	for (size_t i = 0; i < list->count; i++) {
		struct str pattern = list->items[i];
		bool ending = str_starts(pattern, STR("*.")) && i > 0;

		buf_text(out, i == 0 ? "" : " ");
		buf_visible(out, ending ? str_slice(pattern, 1, pattern.n) : pattern, WORDS_MAX);
	}
}

/* Without the section, the rules say it function by function. */
static void
put_files(const struct policy *p, struct buf *out)
{
	const struct file_scope *f = &p->files;

	if (!f->given)
		return;
	buf_text(out, "Files to read: ");
	for (size_t i = 0; i < f->read.count; i++) {
		bool inputs = str_is(f->read.items[i], ".");
		buf_text(out, i == 0 ? "" : ", ");
		buf_visible(out,
		    inputs ? STR("the inputs, by their plain names") : f->read.items[i], WORDS_MAX);
	}
	buf_text(out, f->read.count == 0 ? "none.\n" : ".\n");
	buf_text(out, "Files to write, in the working directory: ");
	put_patterns(out, &f->write);
	buf_text(out, f->write.count == 0 ? "none.\n" : "\n");
}

/* One row: what it is about, and either what to write or why some uses are refused. */
struct row {
	const struct str *names;
	size_t count;
	const struct words *packages; /* of methods */
	struct str message, remedy;
};

/* A call entry or a rule as a row; false where it says nothing here. */
static bool
row_at(const struct told *t, bool rules, size_t i, struct row *out)
{
	static const struct words none;

	if (rules) {
		const struct policy_rule *r = &t->p->rules[i];
		*out = (struct row){
		    r->calls.items, r->calls.count, &r->packages, r->message, r->remedy};
	} else {
		const struct name_rule *c = &t->p->calls.items[i];
		*out = (struct row){&c->name, 1, &none, c->message, c->remedy};
		if (c->decision == DECISION_ALLOW)
			return false;
	}
	for (size_t k = 0; k < out->count; k++)
		if (is_place(t, out->names[k], out->packages))
			return true;
	return false;
}

static struct str
advice(const struct row *r)
{
	return r->remedy.n > 0 ? r->remedy : r->message;
}

static void
put_row_names(const struct told *t, const struct row *r, size_t most, size_t *shown)
{
	for (size_t k = 0; k < r->count && *shown <= most; k++) {
		if (!is_place(t, r->names[k], r->packages))
			continue;
		buf_text(t->out, *shown == 0 ? "- " : ", ");
		if ((*shown)++ < most)
			buf_str(t->out, outline_shown(r->names[k]));
		else
			buf_text(t->out, "...");
	}
}

/* A method's name alone reads as if it were that of any object. */
static void
put_owner(struct buf *out, const struct row *r)
{
	if (r->count == 0 || r->names[0].p[0] != '.' || r->packages->count == 0)
		return;
	buf_text(out, " of ");
	put_list(out, r->packages);
}

/* Rows that are told the same are one, where the first of them stood. */
static void
put_rows(const struct told *t, bool rules, bool remedies, const char *title)
{
	size_t count = rules ? t->p->rule_count : t->p->calls.count;
	struct row row, other;
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		size_t first = 0, shown = 0;

		if (!row_at(t, rules, i, &row) || (row.remedy.n > 0) != remedies)
			continue;
		while (first < i &&
		       !(row_at(t, rules, first, &other) && str_eq(advice(&other), advice(&row))))
			first++;
		if (first < i)
			continue;
		buf_text(t->out, any ? "" : title);
		any = true;
		for (size_t k = i; k < count; k++)
			if (row_at(t, rules, k, &other) && str_eq(advice(&other), advice(&row)))
				put_row_names(
				    t, &other, rules ? RULE_NAMES_MAX : SIZE_MAX - 1, &shown);
		put_owner(t->out, &row);
		put_words(t->out, ": ", advice(&row), "\n");
	}
}

static void
put_calls(const struct told *t)
{
	put_rows(t, false, true, "In place of these, write what the row says:\n");
	put_rows(t, false, false, "Do without these:\n");
	put_rows(t, true, true, "Written as the row says, these pass:\n");
	put_rows(
	    t, true, false, "These pass in their ordinary use; the reason says what does not:\n");
}

static void
put_always(const struct policy *p, struct buf *out)
{
	if (p->imports.otherwise == DECISION_ALLOW)
		put_imports(p, out, "Modules that may not be imported:\n", DECISION_DENY);
	else
		put_allowed(p, out);
	put_imports(p, out, "Modules that a person must approve first; do without them:\n",
	    DECISION_ESCALATE);
	if (p->builtins.otherwise != DECISION_ALLOW)
		put_builtins(p, out);
	put_files(p, out);
	buf_text(out, "Names of the form __name__ beyond the usual methods, modules as values, ");
	if (p->attributes_wall == WALL_NONE)
		buf_text(out, "getattr with a name that the text does not spell out, ");
	buf_text(out, "'import *' and relative imports do not pass.\n");
}

void
policy_prompt(const struct policy *p, struct buf *out)
{
	const struct told all = {.p = p, .out = out, .always = true, .modules = true};

	put_always(p, out);
	put_parts(&all);
	put_calls(&all);
}

void
policy_prompt_always(const struct policy *p, struct buf *out)
{
	const struct told t = {.p = p, .out = out, .always = true};

	put_always(p, out);
	put_calls(&t);
}

void
policy_prompt_imports(
    const struct policy *p, const struct str *imports, size_t count, struct buf *out)
{
	const struct str none = STR("");
	const struct told t = {.p = p,
	    .out = out,
	    .modules = true,
	    .imports = count > 0 ? imports : &none,
	    .import_count = count};

	put_parts(&t);
	put_calls(&t);
}
