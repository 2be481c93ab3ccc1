/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <assert.h>

#define INDENT_BLANKS 2

void
json_writer_init(struct json_writer *w, struct buf *out, bool indent)
{
	*w = (struct json_writer){.out = out, .indent = indent};
}

void
json_begin(struct json_writer *w, struct buf *out, size_t bytes_max)
{
	buf_init(out, bytes_max);
	json_writer_init(w, out, false);
}

static void
break_line(struct json_writer *w)
{
	if (!w->indent)
		return;
	buf_char(w->out, '\n');
	buf_repeat(w->out, ' ', (size_t)w->depth * INDENT_BLANKS);
}

/* Writes the separator between the last item and the next. */
static void
separate(struct json_writer *w)
{
	if (w->named) {
		w->named = false;
		return;
	}
	if (w->comma)
		buf_char(w->out, ',');
	if (w->comma || w->depth > 0)
		break_line(w);
}

static void
begin(struct json_writer *w, char bracket)
{
	separate(w);
	buf_char(w->out, bracket);
	w->depth++;
	w->comma = false;
}

static void
end(struct json_writer *w, char bracket)
{
	assert(w->depth > 0 && !w->named);
	w->depth--;
	if (w->comma)
		break_line(w);
	buf_char(w->out, bracket);
	w->comma = true;
}

void
json_object(struct json_writer *w)
{
	begin(w, '{');
}

void
json_array(struct json_writer *w)
{
	begin(w, '[');
}

void
json_end_object(struct json_writer *w)
{
	end(w, '}');
}

void
json_end_array(struct json_writer *w)
{
	end(w, ']');
}

static void
put_escape(struct buf *out, unsigned char c)
{
	static const char letters[] = {
	    ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};

	if (c == '"' || c == '\\')
		buf_printf(out, "\\%c", c);
	else if (c < sizeof(letters) && letters[c])
		buf_printf(out, "\\%c", letters[c]);
	else
		buf_printf(out, "\\u%04x", (unsigned)c);
}

/* ASCII that stands for itself. */
static bool
is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

#define EIGHT(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The place behind such text from `at` on, in steps of eight: a byte's highest bit tells that it is not ASCII, that it
 * is below a space, or that it is one of the two. */
static size_t
behind_plain(struct str s, size_t at)
{
	for (uint64_t eight; s.n - at >= sizeof(eight); at += sizeof(eight)) {
		memcpy(&eight, s.p + at, sizeof(eight));
		uint64_t bad = eight | (eight - EIGHT(0x20)) | ((eight ^ EIGHT('"')) - EIGHT(1)) |
			       ((eight ^ EIGHT('\\')) - EIGHT(1));
		if (bad & EIGHT(0x80))
			break;
	}
	return at;
}

static void
put_quoted(struct buf *out, struct str s)
{
	size_t done = 0;

	buf_char(out, '"');
	for (size_t at = 0; (at = behind_plain(s, at)) < s.n;) {
		size_t here = at;
		if (is_plain((unsigned char)s.p[at])) {
			at++;
			continue;
		}
		int32_t c = utf8_next(s, &at);
		if (c >= 0x20 && c != '"' && c != '\\')
			continue;
		buf_str(out, str_slice(s, done, here));
		if (c < 0)
			buf_codepoint(out, 0xfffd);
		else
			put_escape(out, (unsigned char)c);
		done = at;
	}
	buf_str(out, str_slice(s, done, s.n));
	buf_char(out, '"');
}

void
json_name(struct json_writer *w, const char *name)
{
	json_name_str(w, str_from(name));
}

void
json_name_str(struct json_writer *w, struct str name)
{
	assert(w->depth > 0 && !w->named);
	separate(w);
	put_quoted(w->out, name);
	buf_text(w->out, w->indent ? ": " : ":");
	w->named = true;
}

void
json_str(struct json_writer *w, struct str s)
{
	separate(w);
	put_quoted(w->out, s);
	w->comma = true;
}

void
json_text(struct json_writer *w, const char *z)
{
	if (z)
		json_str(w, str_from(z));
	else
		json_null(w);
}

void
json_number(struct json_writer *w, int64_t n)
{
	separate(w);
	buf_number(w->out, n);
	w->comma = true;
}

void
json_bool(struct json_writer *w, bool b)
{
	json_raw(w, b ? STR("true") : STR("false"));
}

void
json_null(struct json_writer *w)
{
	json_raw(w, STR("null"));
}

void
json_raw(struct json_writer *w, struct str json)
{
	separate(w);
	buf_str(w->out, json);
	w->comma = true;
}

void
json_open_object(struct json_writer *w, const char *name)
{
	json_name(w, name);
	json_object(w);
}

void
json_open_array(struct json_writer *w, const char *name)
{
	json_name(w, name);
	json_array(w);
}

void
json_put_str(struct json_writer *w, const char *name, struct str s)
{
	json_name(w, name);
	json_str(w, s);
}

void
json_put_text(struct json_writer *w, const char *name, const char *z)
{
	json_name(w, name);
	json_text(w, z);
}

void
json_put_strs(struct json_writer *w, const char *name, const struct str *items, size_t count)
{
	json_open_array(w, name);
	for (size_t i = 0; i < count; i++)
		json_str(w, items[i]);
	json_end_array(w);
}

void
json_put_number(struct json_writer *w, const char *name, int64_t n)
{
	json_name(w, name);
	json_number(w, n);
}

void
json_put_bool(struct json_writer *w, const char *name, bool b)
{
	json_name(w, name);
	json_bool(w, b);
}

/* The value of a conversion, behind its name if it has one. */
static void
put_argument(struct json_writer *w, struct str name, struct str how, va_list *ap)
{
	bool or_missing = *how.p == '?', raw = how.p[or_missing] == '=', null = false;
	struct str s = STR("");
	int64_t n = 0;

	how = str_slice(how, (size_t)or_missing + raw, how.n);
	if (str_is(how, "%.*s")) {
		s.n = (size_t)va_arg(*ap, int);
		s.p = va_arg(*ap, const char *);
	} else if (str_is(how, "%s")) {
		const char *z = va_arg(*ap, const char *);
		null = !z;
		s = str_from(z);
	} else if (str_is(how, "%zu")) {
		n = (int64_t)va_arg(*ap, size_t);
	} else if (str_is(how, "%ld")) {
		n = va_arg(*ap, long);
	} else {
		assert(str_is(how, "%u") || str_is(how, "%d"));
		n = str_is(how, "%u") ? va_arg(*ap, unsigned) : va_arg(*ap, int) != 0;
	}
	if (or_missing && s.n == 0 && n == 0)
		return;
	if (name.n > 0)
		json_name_str(w, name);
	if (str_is(how, "%d"))
		json_bool(w, n != 0);
	else if (!str_ends(how, STR("s")))
		json_number(w, n);
	else if (null)
		json_null(w);
	else
		(raw ? json_raw : json_str)(w, s);
}

static void
put_word(struct json_writer *w, struct str word)
{
	if (str_is(word, "true") || str_is(word, "false") || str_is(word, "null"))
		json_raw(w, word);
	else
		json_str(w, word);
}

void
json_format(struct json_writer *w, const char *template, ...)
{
	struct str name = STR("");
	va_list ap;

	va_start(ap, template);
	for (const char *at = template; *at != '\0';) {
		size_t n = strcspn(at, "{}[]:, ");
		struct str word = {at, n > 0 ? n : 1};

		at += word.n;
		if (n > 0 && *at == ':') {
			name = word;
			continue;
		}
		if (n > 0 && memchr(word.p, '%', n)) {
			put_argument(w, name, word, &ap);
		} else if (!strchr(":, ", *word.p)) {
			if (name.n > 0)
				json_name_str(w, name);
			if (n > 0)
				put_word(w, word);
			else if (*word.p == '{' || *word.p == '[')
				begin(w, *word.p);
			else
				end(w, *word.p);
		} else {
			continue;
		}
		name = STR("");
	}
	if (name.n > 0)
		json_name_str(w, name);
	va_end(ap);
}

/* The depth of a tape is bounded by its reader. */
void
json_tree(struct json_writer *w, const struct json_doc *d, const struct json_node *n)
{
	switch ((enum json_kind)n->kind) {
	case JSON_OBJECT:
		json_object(w);
		for (const struct json_node *m = json_first(d, n); m; m = json_next(d, m)) {
			json_name_str(w, m->text);
			json_tree(w, d, m + 1);
		}
		json_end_object(w);
		break;
	case JSON_ARRAY:
		json_array(w);
		for (const struct json_node *m = json_first(d, n); m; m = json_next(d, m))
			json_tree(w, d, m);
		json_end_array(w);
		break;
	case JSON_STRING:
		json_str(w, n->text);
		break;
	case JSON_NUMBER:
		json_raw(w, n->text);
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		json_bool(w, n->kind == JSON_TRUE);
		break;
	case JSON_NULL:
	case JSON_NONE:
	default:
		json_null(w);
		break;
	}
}

bool
json_tree_text(struct arena *a, const struct json_doc *d, const struct json_node *n, bool indent,
    size_t bytes_max, struct str *out)
{
	struct json_writer w;
	struct buf text;

	json_begin(&w, &text, bytes_max);
	w.indent = indent;
	json_tree(&w, d, n);
	return buf_keep(&text, a, out);
}
