/* SPDX-License-Identifier: MIT */
#include "rules.h"

static const struct kind {
	const char *member, *line;
} kinds[] = {{"modules", "module"}, {"builtins", "builtin"}, {"read", "read"}, {"write", "write"},
    {"events", "event"}};

static const struct kind *
find_kind(struct str member)
{
	for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++)
		if (str_is(member, kinds[i].member))
			return &kinds[i];
	return NULL;
}

static bool
is_line(struct str word)
{
	for (size_t i = 0; i < word.n; i++)
		if ((unsigned char)word.p[i] < 0x20)
			return false;
	return word.n > 0;
}

static bool
write_list(const struct json_doc *doc, const struct kind *kind, const struct json_node *list,
    struct buf *lines, struct err *err)
{
	if (list->kind != JSON_ARRAY)
		return json_err(doc, list, err, "'%s' must be a list of names", kind->member);
	buf_printf(lines, "%s\n", kind->line);
	for (const struct json_node *n = json_first(doc, list); n; n = json_next(doc, n)) {
		if (!json_is_text(n) || !is_line(n->text))
			return json_err(doc, n, err, "'%s' must hold names only", kind->member);
		buf_printf(lines, "%s %.*s\n", kind->line, STR_ARG(n->text));
	}
	return true;
}

static bool
write_all(const struct json_doc *doc, struct buf *lines, struct err *err)
{
	const struct json_node *root = json_root(doc);

	if (root->kind != JSON_OBJECT)
		return json_err(doc, root, err, "the interpreter's rules must be an object");
	for (const struct json_node *name = json_first(doc, root); name;
	     name = json_next(doc, name)) {
		const struct kind *kind = find_kind(name->text);
		if (!kind)
			return json_err(doc, name, err, "the interpreter has no rule '%.*s'",
			    STR_ARG(name->text));
		if (!write_list(doc, kind, name + 1, lines, err))
			return false;
	}
	return !lines->failed ||
	       err_set(err, ERR_LIMIT, "the interpreter's rules are larger than %zu bytes",
		   RULES_BYTES_MAX);
}

bool
rules_write(struct arena *a, const struct json_doc *doc, struct str *out, struct err *err)
{
	struct buf lines;

	buf_init(&lines, RULES_BYTES_MAX);
	buf_text(&lines, "guard\n");
	bool good = write_all(doc, &lines, err) &&
		    (arena_copy(a, buf_view(&lines), out) || err_memory(err));
	buf_release(&lines);
	return good;
}
