/* SPDX-License-Identifier: MIT */
/* sluice library list, show: what the gate knows of libraries. */
#include "library_survey.h"

#include "actions.h"
#include "json.h"
#include "model.h"
#include "table.h"

#include <inttypes.h>
#include <stdio.h>

/* -- list, show ------------------------------------------------------------------------------- */

struct told {
	struct call *c;
	size_t members, refused;
};

static void
count_member(void *context, struct str name, const struct table_member *member)
{
	struct told *t = context;

	(void)name;
	t->members++;
	t->refused += member->capabilities != 0;
}

/* How many modules a policy may admit whole, and how many are refused until an `api` lists names. */
static void
count_modules(struct str package, struct told *t, size_t *whole, size_t *closed)
{
	struct str name;

	*whole = *closed = 0;
	for (size_t at = 0; table_next_module(package, &at, &name);) {
		if (!name_is_below(name, package))
			continue;
		*(table_module(name).capabilities ? closed : whole) += 1;
		if (table_module(name).capabilities == 0)
			table_members(name, count_member, t);
	}
}

/* "2625/2385/8456/8433" of the package's family of parameters (docs/policy.md); zeros where it has
 * none. */
static void
read_share(struct str package, int64_t share[4])
{
	struct str rest = table_text(), line, word;

	memset(share, 0, 4 * sizeof(*share));
	while (str_cut(&rest, '\n', &line)) {
		struct str counts;

		str_cut(&line, '\t', &word);
		if (!str_is(word, "k"))
			continue;
		str_cut(&line, '\t', &word); /* the number */
		str_cut(&line, '\t', &counts);
		str_cut(&line, '\t', &word);
		if (!str_eq(word, package))
			continue;
		for (unsigned i = 0; i < 4 && str_cut(&counts, '/', &word); i++)
			if (!str_number(word, &share[i]))
				share[i] = 0;
	}
}

struct given { /* the class of what a function or method gives */
	struct str home, name,
	    class; /* home: empty where the name is dotted; class: "self", or dotted */
	bool believed;
};

/* Calls `each` for what the table's lines say of the package (docs/policy.md). */
static void
each_given(struct str package, void (*each)(void *context, const struct given *g), void *context)
{
	struct str rest = table_text(), line, kind, word;

	while (str_cut(&rest, '\n', &line)) {
		struct given g = {.believed = str_starts(line, STR("r\t"))};

		if (!g.believed && !str_starts(line, STR("t\t")))
			continue;
		str_cut(&line, '\t', &kind);
		str_cut(&line, '\t', g.believed ? &g.name : &g.home);
		if (!name_is_below(g.believed ? g.name : g.home, package))
			continue;
		while (str_cut(&line, ' ', &word)) {
			if (g.believed)
				str_cut(&word, '/', &g.class);
			else
				str_cut(&word, ':', &g.name);
			g.class = !g.believed            ? word
				  : str_is(g.class, ".") ? STR("self")
				  : g.class.p[0] == '.'  ? str_slice(g.class, 1, g.class.n)
							 : g.class;
			each(context, &g);
		}
	}
}

static void
count_given(void *context, const struct given *g)
{
	((size_t *)context)[g->believed]++;
}

static void
put_given(void *context, const struct given *g)
{
	struct json_writer *w = context;
	char name[512];
	int n = snprintf(name, sizeof(name), "%.*s%s%.*s", STR_ARG(g->home),
	    g->home.n > 0 ? "." : "", STR_ARG(g->name));

	json_object(w);
	json_put_str(w, "name", n > 0 ? str_from(name) : STR(""));
	json_put_str(w, "class", g->class);
	json_put_bool(w, "believed", g->believed);
	json_end_object(w);
}

static void
put_counts(struct str package, struct json_writer *w)
{
	size_t given[2] = {0, 0};

	static const char *const names[] = {
	    "functions", "functions_told", "parameters", "parameters_reviewed"};
	int64_t n[4];

	read_share(package, n);
	for (unsigned i = 0; i < ARRAY_LENGTH(names); i++)
		json_put_number(w, names[i], n[i]);
	each_given(package, count_given, given);
	json_put_number(w, "classes_told", (int64_t)(given[0] + given[1]));
	json_put_number(w, "classes_believed", (int64_t)given[1]);
}

static void
put_library(struct str name, struct str version, struct call *c, struct json_writer *w)
{
	struct told t = {.c = c};
	size_t whole, closed;

	count_modules(name, &t, &whole, &closed);
	json_object(w);
	json_put_str(w, "library", name);
	json_put_str(w, "version", version);
	json_put_number(w, "modules", (int64_t)(whole + closed));
	json_put_number(w, "modules_closed", (int64_t)closed);
	json_put_number(w, "public_names", (int64_t)t.members);
	json_put_number(w, "carry_authority", (int64_t)t.refused);
	put_counts(name, w);
	json_end_object(w);
}

static bool
list_json(struct call *c)
{
	struct str rest = table_versions(), word, name;
	struct json_writer *w = &c->j;

	json_object(w);
	json_open_array(w, "libraries");
	while (str_cut(&rest, ' ', &word)) {
		str_cut(&word, '=', &name);
		if (!str_is(name, "python"))
			put_library(name, word, c, w);
	}
	json_end_array(w);
	json_open_array(w, "packs");
	if (!packs_list(c, w))
		return false;
	json_end_array(w);
	json_end_object(w);
	return true;
}

int
library_list(struct call *c)
{
	struct str rest = table_versions(), word, name;

	call_begin(c);
	if (c->o->json)
		return list_json(c) ? call_print(c) : call_fail(c);
	buf_printf(&c->out, "%-14s %-10s %8s %9s %7s %8s\n", "library", "version", "modules",
	    "of these", "public", "carry");
	buf_printf(
	    &c->out, "%-14s %-10s %8s %9s %7s %8s\n", "", "", "", "closed", "names", "authority");
	while (str_cut(&rest, ' ', &word)) {
		struct told t = {.c = c};
		size_t whole, closed;

		str_cut(&word, '=', &name);
		if (str_is(name, "python"))
			continue;
		count_modules(name, &t, &whole, &closed);
		buf_printf(&c->out, "%-14.*s %-10.*s %8zu %9zu %7zu %8zu\n", STR_ARG(name),
		    STR_ARG(word), whole + closed, closed, t.members, t.refused);
	}
	return packs_list(c, NULL) ? call_print(c) : call_fail(c);
}

static void
draw_member(void *context, struct str name, const struct table_member *member)
{
	struct told *t = context;

	if (member->capabilities == 0)
		return;
	buf_printf(&t->c->out, "  %-32.*s", STR_ARG(name));
	for (unsigned i = 0; i < CAPABILITIES; i++)
		if (member->capabilities & (1u << i))
			buf_printf(&t->c->out, " %s", capability_name(i));
	buf_char(&t->c->out, '\n');
}

static void
put_parameters(struct str package, struct buf *out)
{
	size_t given[2] = {0, 0};
	int64_t n[4];

	read_share(package, n);
	each_given(package, count_given, given);
	buf_printf(out,
	    "%" PRId64 " of %" PRId64 " functions and methods have known parameters; %" PRId64
	    " of %" PRId64 " parameters are reviewed (%.1f %%), the others are refused\n",
	    n[1], n[0], n[3], n[2], n[2] > 0 ? 100.0 * (double)n[3] / (double)n[2] : 0.0);
	buf_printf(out,
	    "%zu functions and methods tell the class of what they give; the gate believes %zu\n",
	    given[0] + given[1], given[1]);
}

static void
put_member(void *context, struct str name, const struct table_member *member)
{
	struct json_writer *w = context;

	if (member->capabilities == 0)
		return;
	json_name_str(w, name);
	json_array(w);
	for (unsigned i = 0; i < CAPABILITIES; i++)
		if (member->capabilities & (1u << i))
			json_text(w, capability_name(i));
	json_end_array(w);
}

static void
show_json(struct str package, struct str version, struct json_writer *w)
{
	struct str name;

	json_object(w);
	json_put_str(w, "library", package);
	json_put_str(w, "version", version);
	put_counts(package, w);
	json_open_object(w, "modules");
	for (size_t at = 0; table_next_module(package, &at, &name);) {
		if (!name_is_below(name, package) || table_module(name).capabilities != 0)
			continue;
		json_name_str(w, name);
		json_object(w);
		table_members(name, put_member, w);
		json_end_object(w);
	}
	json_end_object(w);
	json_open_array(w, "gives");
	each_given(package, put_given, w);
	json_end_array(w);
	json_end_object(w);
}

int
library_show(struct call *c)
{
	struct str package = str_from(word(c, 0)), version, name;
	struct told t = {.c = c};
	bool found;

	call_begin(c);
	if (!table_version(package, &version)) {
		if (!pack_show(c, word(c, 0), &found))
			return call_fail(c);
		if (found)
			return call_print(c);
		(void)err_set(
		    &c->err, ERR_INPUT, "there is no pack for a library '%s'", word(c, 0));
		(void)err_help(&c->err, "`sluice library list` lists the packs; "
					"`sluice library admit PACKAGE` drafts another");
		return call_fail(c);
	}
	if (c->o->json) {
		show_json(package, version, &c->j);
		return call_print(c);
	}
	buf_printf(&c->out, "%.*s %.*s\n", STR_ARG(package), STR_ARG(version));
	put_parameters(package, &c->out);
	for (size_t at = 0; table_next_module(package, &at, &name);) {
		if (!name_is_below(name, package) || table_module(name).capabilities != 0)
			continue;
		buf_printf(&c->out, "%.*s\n", STR_ARG(name));
		table_members(name, draw_member, &t);
	}
	return call_print(c);
}
