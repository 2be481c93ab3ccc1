/* SPDX-License-Identifier: MIT */
#include "template.h"

#include "html.h"

#define DEPTH_MAX 12

struct page {
	const struct template_part *parts;
	size_t count;
	const struct json_doc *data;
	const struct json_node *context[DEPTH_MAX];
	size_t depth;
	struct buf *out;
	struct err *err;
};

static void
put_escaped(struct buf *out, uint32_t c)
{
	const char *reference = html_reference(c);

	if (reference)
		buf_text(out, reference);
	else
		buf_codepoint(out, c);
}

static void
put_text(struct buf *out, struct str s, bool boxed)
{
	for (size_t at = 0; at < s.n;) {
		int32_t c = utf8_next(s, &at);
		bool plain = c == '\n' || c == '\t' ||
			     (c >= ' ' && c != 0x7f &&
				 (boxed ? c < 0x80 : !codepoint_is_invisible((uint32_t)c)));
		if (plain)
			put_escaped(out, (uint32_t)c);
		else if (boxed)
			buf_printf(out, "<abbr class=\"point\">U+%04X</abbr>",
			    c < 0 ? 0xfffdu : (unsigned)c);
		else
			buf_printf(out, "[U+%04X]", c < 0 ? 0xfffdu : (unsigned)c);
	}
}

static const struct json_node *
find(const struct page *p, struct str name)
{
	const struct json_node *n = NULL;
	struct str first = name, rest = STR("");
	size_t dot = str_find(name, STR("."), 0);

	if (str_is(name, "."))
		return p->context[p->depth - 1];
	if (dot != SIZE_MAX) {
		first = str_slice(name, 0, dot);
		rest = str_slice(name, dot + 1, name.n);
	}
	for (size_t i = p->depth; i > 0 && !n; i--)
		n = json_get_str(p->data, p->context[i - 1], first);
	while (n && rest.n > 0) {
		struct str one;
		(void)str_cut(&rest, '.', &one);
		n = json_get_str(p->data, n, one);
	}
	return n;
}

static bool
is_empty(const struct json_node *n)
{
	return !n || n->kind == JSON_NULL || n->kind == JSON_FALSE ||
	       (n->kind == JSON_STRING && n->text.n == 0) ||
	       (n->kind == JSON_ARRAY && n->count == 0);
}

static void
put_value(struct page *p, const struct json_node *n, bool boxed)
{
	if (!n || n->kind == JSON_NULL)
		return;
	put_text(p->out,
	    n->kind == JSON_STRING || n->kind == JSON_NUMBER ? n->text : json_source(p->data, n),
	    boxed);
}

static bool write_text(struct page *p, struct str text, size_t nesting);

static bool
write_part(struct page *p, struct str name, size_t nesting)
{
	for (size_t i = 0; i < p->count; i++)
		if (str_is(name, p->parts[i].name))
			return write_text(p, p->parts[i].text, nesting + 1);
	return err_set(p->err, ERR_INTERNAL, "there is no template '%.*s'", STR_ARG(name));
}

static bool
write_in(struct page *p, const struct json_node *context, struct str inner, size_t nesting)
{
	if (p->depth == DEPTH_MAX)
		return err_set(p->err, ERR_INTERNAL, "a template is nested too deeply");
	p->context[p->depth++] = context;
	bool good = write_text(p, inner, nesting + 1);
	p->depth--;
	return good;
}

static bool
write_section(
    struct page *p, const struct json_node *n, bool inverted, struct str inner, size_t nesting)
{
	if (is_empty(n) != inverted)
		return true;
	if (inverted || n->kind != JSON_ARRAY)
		return inverted ? write_text(p, inner, nesting + 1)
				: write_in(p, n, inner, nesting);
	for (const struct json_node *e = json_first(p->data, n); e; e = json_next(p->data, e))
		if (!write_in(p, e, inner, nesting))
			return false;
	return true;
}

/* {{#name=value}}: the part stands where the member is this text; {{^name=value}}: where it is not. */
static bool
write_choice(struct page *p, struct str tag, bool inverted, struct str inner, size_t nesting)
{
	struct str value = tag, name;

	(void)str_cut(&value, '=', &name);
	const struct json_node *n = find(p, name);
	return (n && str_eq(n->text, value)) == inverted || write_text(p, inner, nesting + 1);
}

/* The text up to the end of the section of this name; sections of one name don't lie in each
 * other. */
static bool
cut_section(struct page *p, struct str *rest, struct str name, struct str *inner)
{
	for (size_t at = 0; (at = str_find(*rest, STR("{{/"), at)) != SIZE_MAX; at += 3) {
		struct str tail = str_slice(*rest, at + 3, rest->n);
		if (!str_starts(tail, name) ||
		    !str_starts(str_slice(tail, name.n, tail.n), STR("}}")))
			continue;
		*inner = str_slice(*rest, 0, at);
		*rest = str_slice(tail, name.n + 2, tail.n);
		return true;
	}
	return err_set(p->err, ERR_INTERNAL, "the section '%.*s' is not closed", STR_ARG(name));
}

static bool
write_tag(struct page *p, struct str tag, struct str *rest, size_t nesting)
{
	char kind = tag.n > 0 ? tag.p[0] : '\0';
	struct str name = strchr("#^>%", kind) && kind ? str_slice(tag, 1, tag.n) : tag, inner;

	if (kind == '>')
		return write_part(p, name, nesting);
	if (kind == '#' || kind == '^') {
		bool choice = memchr(name.p, '=', name.n), inverted = kind == '^';
		return cut_section(p, rest, name, &inner) &&
		       (choice ? write_choice(p, name, inverted, inner, nesting)
			       : write_section(p, find(p, name), inverted, inner, nesting));
	}
	put_value(p, find(p, name), kind == '%');
	return true;
}

static bool
write_text(struct page *p, struct str text, size_t nesting)
{
	if (nesting > 2 * DEPTH_MAX)
		return err_set(p->err, ERR_INTERNAL, "templates include each other too deeply");
	while (text.n > 0) {
		size_t at = str_find(text, STR("{{"), 0), end;
		if (at == SIZE_MAX)
			break;
		end = str_find(text, STR("}}"), at);
		if (end == SIZE_MAX)
			return err_set(p->err, ERR_INTERNAL, "a tag is not closed");
		struct str tag = str_slice(text, at + 2, end);
		buf_str(p->out, str_slice(text, 0, at));
		text = str_slice(text, end + 2, text.n);
		if (!write_tag(p, tag, &text, nesting))
			return false;
	}
	buf_str(p->out, text);
	return true;
}

bool
template_write(const struct template_part *parts, size_t count, const char *name,
    const struct json_doc *data, struct buf *out, struct err *err)
{
	struct page p = {.parts = parts,
	    .count = count,
	    .data = data,
	    .context = {json_root(data)},
	    .depth = 1,
	    .out = out,
	    .err = err};

	return write_part(&p, str_from(name), 0);
}
