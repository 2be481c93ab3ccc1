/* SPDX-License-Identifier: MIT */
#include "model.h"

#include "facts.h"
#include "hash.h"

#define PACK_MODULES_MAX 4000

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
	err_help(
	    &err, "`sluice library review` writes packs; docs/libraries.md describes the format");
	return err_list_add(r->errs, &err);
}

/* "a", "a.b": what Python could name. */
static bool
is_dotted(struct str s)
{
	struct str part;

	if (s.p == NULL)
		return false;
	while (str_cut(&s, '.', &part)) {
		if (part.n == 0 || (part.p[0] >= '0' && part.p[0] <= '9'))
			return false;
		for (size_t i = 0; i < part.n; i++)
			if (!is_name_character(part.p[i]) && (unsigned char)part.p[i] < 128)
				return false;
	}
	return true;
}

/* "save(path,mode,**)": what may be given by name. False where it is not written so. */
static bool
cut_takes(struct str *name)
{
	struct str list = *name, word;

	if (!str_cut(&list, '(', name) || list.p == NULL)
		return true;
	if (!str_ends(list, STR(")")))
		return false;
	list.n--;
	while (list.n > 0 && str_cut(&list, ',', &word))
		if (str_is(word, "**") ? list.p != NULL
				       : !is_dotted(word) || memchr(word.p, '.', word.n) != NULL)
			return false;
	return true;
}

/* `names` and `ask` of one module follow each other. */
static struct name_rule *
module_of_line(struct reading *r, struct str module, bool asked)
{
	struct name_rules *list = &r->pack->modules;
	struct name_rule *last = list->count > 0 ? &list->items[list->count - 1] : NULL, *added;

	if (last != NULL && asked && str_eq(last->name, module) && last->asked.count == 0 &&
	    last->decision == DECISION_ALLOW)
		return last;
	if (list->count == PACK_MODULES_MAX)
		return NULL;
	added = arena_push(r->arena, &list->items, &list->count, &list->capacity, sizeof(*added));
	r->failed = r->failed || added == NULL;
	if (added != NULL)
		*added = (struct name_rule){.name = module,
		    .decision = asked ? DECISION_ESCALATE : DECISION_ALLOW,
		    .message = asked ? STR("its pack leaves the decision to a person") : STR(""),
		    .has_api = true};
	return added;
}

static bool
read_names(struct reading *r, struct str line, bool asked)
{
	struct str module = {"", 0}, name;
	struct name_rule *m;

	str_cut(&line, ' ', &module);
	if (!is_dotted(module) || !name_is_below(module, r->pack->package))
		return complain(r, "not a module of the package:", module);
	m = module_of_line(r, module, asked);
	if (m == NULL)
		return complain(r, "too many modules, from", module);
	while (line.n > 0 && str_cut(&line, ' ', &name)) {
		struct str whole, class = name;

		str_cut(&class, ':', &name); /* what it gives, as the package says: for people */
		whole = name;
		if (class.p != NULL && !is_dotted(class))
			return complain(r, "not a class:", class);
		if (!cut_takes(&name))
			return complain(r, "no parameters:", whole);
		if (!is_dotted(name) || name.p[0] == '_')
			return complain(r, "not a public name:", name);
		if (!words_add(r->arena, asked ? &m->asked : &m->api, name) ||
		    (whole.n > name.n && !words_add(r->arena, &m->takes, whole)))
			r->failed = true;
	}
	return true;
}

/* Whether a line is for people alone: evidence, decisions, and names that are refused. */
static bool
is_for_people(const struct reading *r, struct str word)
{
	return word.n == 0 || word.p[0] == '#' ||
	       str_is_one_of(
		   word, "source reviewer part accept deny escalate note keywords confirm") ||
	       (r->pack->package.n > 0 && name_is_below(word, r->pack->package));
}

static bool
read_line(struct reading *r, struct str line, struct str package)
{
	struct str word, name = {"", 0};

	str_cut(&line, ' ', &word);
	if (str_is(word, "package") && r->pack->package.n == 0) {
		str_cut(&line, ' ', &name);
		r->pack->version = line;
		r->pack->package = name;
		return (str_eq(name, package) && line.n > 0) ||
		       complain(r, "this is the pack of", name);
	}
	if (is_for_people(r, word))
		return true;
	if (r->pack->package.n == 0)
		return complain(r, "the line 'package NAME VERSION' must come before", word);
	if (str_is(word, "returns") || str_is(word, "leads")) {
		r->failed = !words_add(
		    r->arena, word.p[0] == 'r' ? &r->pack->returns : &r->pack->leads, line);
		return true;
	}
	if (!str_is(word, "names") && !str_is(word, "ask"))
		return complain(r, "unknown word", word);
	return read_names(r, line, str_is(word, "ask"));
}

/* -- the classes of results --------------------------------------------------------------------- */

struct str
pack_given(const void *policy, struct str symbol)
{
	const struct pack *p = pack_of_symbol(policy, symbol);

	for (size_t i = 0; p != NULL && i < p->returns.count; i++) {
		struct str class = p->returns.items[i], name;

		if (str_cut(&class, ' ', &name) && str_eq(name, symbol))
			return class;
	}
	return STR("");
}

/* A public function or class, or a method of a class, for which no person is asked. */
static bool
is_admitted(const struct pack *p, struct str symbol, bool method)
{
	struct str module, name;
	const struct name_rule *m;

	dotted_split(symbol, &module, &name);
	if (str_starts(name, STR("_")) || words_have(&p->leads, name))
		return false;
	if (method)
		dotted_split(module, &module, &name);
	m = name_rule_find(&p->modules, module);
	return m != NULL && words_have(&m->api, str_slice(symbol, module.n + 1, symbol.n));
}

static bool
settle_returns(struct reading *r)
{
	const struct words *w = &r->pack->returns;

	for (size_t i = 0; i < w->count; i++) {
		struct str class = w->items[i], symbol;
		bool method = str_cut(&class, ' ', &symbol) && str_starts(class, STR("."));

		class = str_slice(class, method ? 1 : 0, str_find(class, STR("/"), 0));
		if (!is_admitted(r->pack, symbol, method) ||
		    !(is_admitted(r->pack, class, false) ||
			(method && (class.n == 0 || str_is(class, "?")))))
			return complain(r, "no admitted name with a class of the package:", symbol);
	}
	return true;
}

static bool
settle(struct reading *r, struct str package)
{
	struct name_rules *list = &r->pack->modules;

	name_rules_sort(list);
	for (size_t i = 1; i < list->count; i++)
		if (str_eq(list->items[i - 1].name, list->items[i].name))
			return complain(r, "two lines for the module", list->items[i].name);
	if (name_rule_find(list, package) == NULL)
		return complain(r, "nobody has accepted the effects of importing", package);
	return settle_returns(r);
}

/* -- what may be given by name ------------------------------------------------------------------ */

/* "save(path,**)" of "save" */
static bool
take_word(struct str word, struct str name, struct takes *out)
{
	if (word.n < name.n + 2 || word.p[name.n] != '(' || !str_starts(word, name))
		return false;
	out->known = true;
	out->names = str_slice(word, name.n + 1, word.n - 1);
	out->open = str_ends(out->names, STR("**"));
	return true;
}

struct takes
pack_takes(const struct pack *p, struct str symbol)
{
	struct takes found = {0};

	for (size_t at = symbol.n; at > 0 && !found.known; at--) {
		struct str name = str_slice(symbol, at < symbol.n ? at + 1 : at, symbol.n);
		const struct name_rule *m =
		    at < symbol.n && symbol.p[at] == '.'
			? name_rule_find(&p->modules, str_slice(symbol, 0, at))
			: NULL;

		if (m != NULL && (words_have(&m->api, name) || words_have(&m->asked, name)))
			found.listed = true;
		for (size_t i = 0; m != NULL && i < m->takes.count && !found.known; i++)
			(void)take_word(m->takes.items[i], name, &found);
	}
	return found;
}

bool
pack_next_method(const struct pack *p, struct str method, size_t *at, struct takes *out)
{
	size_t number = 0;

	for (size_t m = 0; m < p->modules.count; m++)
		for (size_t i = 0; i < p->modules.items[m].takes.count; i++) {
			struct str word = p->modules.items[m].takes.items[i], class;
			bool behind = number++ >= *at && str_cut(&word, '.', &class) &&
				      memchr(class.p, '(', class.n) == NULL;

			if (behind && take_word(word, method, out)) {
				*at = number;
				return true;
			}
		}
	return false;
}

const struct pack *
pack_of_symbol(const struct policy *p, struct str symbol)
{
	for (size_t i = 0; i < p->pack_count; i++)
		if (name_is_below(symbol, p->packs[i].package))
			return &p->packs[i];
	return NULL;
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
