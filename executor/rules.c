/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include "ceilings.h"
#include "wire.h"

struct reader {
	struct arena *a;
	const struct json_doc *doc;
	struct buf lines;
	struct rules *out;
};

/* The members, and the names of their lists' lines; NULL: none for sluice-python. */
static const struct kind {
	const char *member, *line;
} kinds[] = {{"modules", "module"}, {"builtins", "builtin"}, {"read", "read"}, {"write", "write"},
    {"results", "result"}, {"events", "event"}, {"obligations", NULL}},
  attribute_kinds[] = {{"private", "private"}, {"deny", "deny"}};

static const struct kind *
find_kind(const struct kind *list, size_t count, struct str member)
{
	for (size_t i = 0; i < count; i++)
		if (str_is(member, list[i].member))
			return &list[i];
	return NULL;
}

static bool
is_line(struct str word)
{
	for (size_t i = 0; i < word.n; i++)
		if ((unsigned char)word.p[i] < 0x20 || word.p[i] == 0x7f)
			return false;
	return word.n > 0;
}

/* Below the working directory, and written in the one way that a path is compared in. */
static bool
is_pattern(struct str word)
{
	struct str part;

	if (word.p[0] == '/' || word.p[word.n - 1] == '/')
		return false;
	while (word.n > 0) {
		str_cut(&word, '/', &part);
		if (part.n == 0 || str_is(part, ".") || str_is(part, ".."))
			return false;
	}
	return true;
}

static bool
write_list(struct reader *r, const struct kind *kind, const struct json_node *list, struct err *err)
{
	if (list->kind != JSON_ARRAY)
		return json_err(r->doc, list, err, "'%s' must be a list of names", kind->member);
	if (kind->line)
		buf_printf(&r->lines, "%s\n", kind->line);
	for (const struct json_node *n = json_first(r->doc, list); n; n = json_next(r->doc, n)) {
		if (!json_is_text(n) || !is_line(n->text))
			return json_err(r->doc, n, err, "'%s' must hold names only", kind->member);
		if (!kind->line)
			continue;
		buf_text(&r->lines, kind->line); /* a thousand of them: not by a format */
		buf_char(&r->lines, ' ');
		buf_str(&r->lines, n->text);
		buf_char(&r->lines, '\n');
	}
	return true;
}

static bool
write_attributes(struct reader *r, const struct json_node *object, struct err *err)
{
	if (object->kind != JSON_OBJECT)
		return json_err(r->doc, object, err, "'attributes' must be an object");
	r->out->has_attributes = true;
	buf_text(&r->lines, "private\n");
	for (const struct json_node *n = json_first(r->doc, object); n; n = json_next(r->doc, n)) {
		const struct kind *kind =
		    find_kind(attribute_kinds, ARRAY_LENGTH(attribute_kinds), n->text);
		if (!kind)
			return json_err(
			    r->doc, n, err, "'attributes' has no list '%.*s'", STR_ARG(n->text));
		if (!write_list(r, kind, n + 1, err))
			return false;
	}
	return true;
}

static bool
write_all(struct reader *r, struct err *err)
{
	const struct json_node *root = json_root(r->doc);

	if (root->kind != JSON_OBJECT)
		return json_err(r->doc, root, err, "the interpreter's rules must be an object");
	for (const struct json_node *name = json_first(r->doc, root); name;
	     name = json_next(r->doc, name)) {
		const struct kind *kind = find_kind(kinds, ARRAY_LENGTH(kinds), name->text);
		if (str_is(name->text, "attributes")) {
			if (!write_attributes(r, name + 1, err))
				return false;
			continue;
		}
		if (!kind)
			return json_err(r->doc, name, err, "the interpreter has no rule '%.*s'",
			    STR_ARG(name->text));
		if (!write_list(r, kind, name + 1, err))
			return false;
	}
	return true;
}

static bool
write_start(struct buf *lines, const struct box_spec *spec, struct err *err)
{
	if (spec->live)
		buf_text(lines, "live\n");
	for (size_t i = 0; i < spec->warm_count; i++) {
		if (!is_line(spec->warm[i]))
			return err_set(err, ERR_INPUT, "a 'warm' module has no name");
		buf_printf(lines, "warm %.*s\n", STR_ARG(spec->warm[i]));
	}
	return !lines->failed ||
	       err_set(err, ERR_LIMIT, "the interpreter's rules are larger than %zu bytes",
		   RULES_BYTES_MAX);
}

static bool
holds_work(const struct json_doc *doc, const struct json_node *list)
{
	const struct json_node *n;

	for (n = list ? json_first(doc, list) : NULL; n; n = json_next(doc, n))
		if (str_is(n->text, ".") || str_is(n->text, WIRE_WORK))
			return true;
	return !list;
}

static bool
take_results(struct reader *r, const struct json_node *list, struct err *err)
{
	const char **patterns;

	if (!list)
		return true;
	if (list->count > RESULTS_MAX)
		return json_err(
		    r->doc, list, err, "'results' holds more than %d patterns", RESULTS_MAX);
	patterns = arena_array(r->a, list->count + 1, sizeof(*patterns));
	r->out->results = patterns;
	r->out->has_results = true;
	for (const struct json_node *n = json_first(r->doc, list); n && patterns;
	     n = json_next(r->doc, n)) {
		if (!is_pattern(n->text))
			return json_err(r->doc, n, err,
			    "'%.*s' is not a pattern of files below the working directory",
			    STR_ARG(n->text));
		if (!(patterns[r->out->result_count++] = arena_text(r->a, n->text)))
			return err_memory(err);
	}
	return patterns || err_memory(err);
}

static bool
take_obligations(struct reader *r, const struct json_node *list, struct err *err)
{
	struct str *walls;

	if (!list)
		return true;
	if (list->count > BOX_REQUIRE_MAX)
		return json_err(
		    r->doc, list, err, "'obligations' holds more than %d walls", BOX_REQUIRE_MAX);
	r->out->obligations = walls = arena_array(r->a, list->count + 1, sizeof(*walls));
	for (const struct json_node *n = json_first(r->doc, list); n && walls;
	     n = json_next(r->doc, n))
		if (!arena_copy(r->a, n->text, &walls[r->out->obligation_count++]))
			return err_memory(err);
	return walls || err_memory(err);
}

bool
rules_read(struct arena *a, const struct box_spec *spec, struct rules *out, struct err *err)
{
	const struct json_doc *doc = spec->interpreter;
	struct reader r = {.a = a, .doc = doc, .out = out};

	*out = (struct rules){.reads_work = true, .writes_work = true};
	buf_init(&r.lines, RULES_BYTES_MAX);
	buf_text(&r.lines, doc ? "guard\n" : "open\n");
	bool good = (!doc || write_all(&r, err)) && write_start(&r.lines, spec, err) &&
		    (arena_copy(a, buf_view(&r.lines), &out->lines) || err_memory(err));
	buf_release(&r.lines);
	if (!good || !doc)
		return good;
	out->reads_work = holds_work(doc, json_get(doc, json_root(doc), "read"));
	out->writes_work = holds_work(doc, json_get(doc, json_root(doc), "write"));
	return take_results(&r, json_get(doc, json_root(doc), "results"), err) &&
	       take_obligations(&r, json_get(doc, json_root(doc), "obligations"), err);
}
