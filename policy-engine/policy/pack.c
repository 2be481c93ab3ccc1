/* SPDX-License-Identifier: MIT */
#include "pack.h"

#include "hash.h"

#include <stdlib.h>

struct reading {
	struct arena *arena;
	struct pack *pack;
	struct err_list *errs;
	const char *path;
	unsigned line;
	bool failed; /* memory */
};

static bool
complain(struct reading *r, const char *what, struct str word)
{
	struct err err = {0};

	err_set(&err, ERR_INPUT, "%s:%u: %s '%.*s'", r->path, r->line, what,
	    (int)(word.n < 100 ? word.n : 100), word.p);
	err_help(&err, "`sluice library review` writes packs; docs/libraries.md has the format");
	return err_list_add(r->errs, &err);
}

/* "a", "a.b": what Python could name. */
static bool
is_dotted(struct str s)
{
	bool starts = true;

	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		bool letter = (c | 32) >= 'a' && (c | 32) <= 'z', digit = c >= '0' && c <= '9';

		if (c == '.' ? starts : !letter && c != '_' && c < 0x80 && !(digit && !starts))
			return false;
		starts = c == '.';
	}
	return s.n > 0 && !starts;
}

static int
by_module(const void *a, const void *b)
{
	return str_compare(
	    ((const struct import_rule *)a)->module, ((const struct import_rule *)b)->module);
}

/* `names` and `ask` of one module follow each other. */
static struct import_rule *
module_of_line(struct reading *r, struct str module, bool asked)
{
	struct pack *p = r->pack;
	struct import_rule *last = p->count > 0 ? &p->modules[p->count - 1] : NULL, *added;

	if (last != NULL && asked && str_eq(last->module, module) && last->asked.count == 0 &&
	    last->decision == DECISION_ALLOW)
		return last;
	if (p->count == PACK_MODULES_MAX)
		return NULL;
	added = arena_push(r->arena, &p->modules, &p->count, &p->capacity, sizeof(*added));
	r->failed = r->failed || added == NULL;
	if (added != NULL)
		*added = (struct import_rule){.module = module,
		    .decision = asked ? DECISION_ESCALATE : DECISION_ALLOW,
		    .message = asked ? STR("its pack leaves it to a person") : STR(""),
		    .has_api = true};
	return added;
}

static bool
read_names(struct reading *r, struct str line, bool asked)
{
	struct str module, name;
	struct import_rule *m;

	str_cut(&line, ' ', &module);
	if (!is_dotted(module) || !name_is_below(module, r->pack->package))
		return complain(r, "no module of the package:", module);
	m = module_of_line(r, module, asked);
	if (m == NULL)
		return complain(r, "too many modules, from", module);
	while (line.n > 0 && str_cut(&line, ' ', &name)) {
		if (!is_dotted(name) || name.p[0] == '_')
			return complain(r, "no public name:", name);
		if (!words_add(r->arena, asked ? &m->asked : &m->api, name))
			r->failed = true;
	}
	return true;
}

/* What is for people alone: evidence, decisions, and names that are refused. */
static bool
is_for_people(const struct reading *r, struct str word)
{
	static const char *const words[] = {
	    "source", "reviewer", "part", "accept", "deny", "escalate", "note"};

	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (str_is(word, words[i]))
			return true;
	return word.n == 0 || word.p[0] == '#' ||
	       (r->pack->package.n > 0 && name_is_below(word, r->pack->package));
}

static bool
read_line(struct reading *r, struct str line, struct str package)
{
	struct str word, name;

	str_cut(&line, ' ', &word);
	if (str_is(word, "package") && r->pack->package.n == 0) {
		str_cut(&line, ' ', &name);
		r->pack->version = line;
		r->pack->package = name;
		return (str_eq(name, package) && line.n > 0) ||
		       complain(r, "it is the pack of", name);
	}
	if (is_for_people(r, word))
		return true;
	if (r->pack->package.n == 0)
		return complain(r, "a line 'package NAME VERSION' stands before", word);
	if (!str_is(word, "names") && !str_is(word, "ask"))
		return complain(r, "unknown word", word);
	return read_names(r, line, str_is(word, "ask"));
}

static bool
settle(struct reading *r, struct str package)
{
	struct pack *p = r->pack;

	if (p->count > 0)
		qsort(p->modules, p->count, sizeof(*p->modules), by_module);
	for (size_t i = 1; i < p->count; i++)
		if (str_eq(p->modules[i - 1].module, p->modules[i].module))
			return complain(r, "two lines for the module", p->modules[i].module);
	return pack_module(p, package) != NULL ||
	       complain(r, "nobody has accepted what happens at the import of", package);
}

bool
pack_of_text(struct arena *a, struct str text, const char *path, struct str package,
    struct pack *out, struct err_list *errs)
{
	struct reading r = {.arena = a, .pack = out, .errs = errs, .path = path};
	struct str rest = text, line;

	*out = (struct pack){0};
	digest_hex_of(text, out->sha256);
	while (rest.n > 0 && str_cut(&rest, '\n', &line)) {
		r.line++;
		if (!read_line(&r, line, package))
			return false;
		if (r.failed)
			return err_list_memory(errs);
	}
	return settle(&r, package);
}
