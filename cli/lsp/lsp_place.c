/* SPDX-License-Identifier: MIT */
/*
 * lsp_place.c: where the cursor stands in a YAML text, also in one that is being written: the keys
 * above it, by indentation in blocks and by brackets in flow collections. Not a parser: what a
 * policy looks like is all that it has to know.
 */
#include "lsp.h"

#include "ascii.h"

enum frame_kind { FRAME_BLOCK = 0, FRAME_LIST, FRAME_MAP }; /* the last two: flow collections */

struct frame {
	enum frame_kind kind;
	size_t indent;  /* of a block's key */
	struct str key; /* of a block, or of a flow map where its value is being written */
	struct str module;
};

struct scan {
	struct str text;
	size_t at, to; /* where it is; the cursor */
	struct frame frames[LSP_DEPTH_MAX * 2];
	size_t depth;
	struct str module; /* of the block mapping that is open */
	size_t module_indent;
	bool key_here;
};

static bool
is_word(char c)
{
	return ascii_word(c) || c == '.' || c == '-' || c == '/' || c == '*';
}

static void
push(struct scan *s, struct frame f)
{
	if (s->depth < ARRAY_LENGTH(s->frames))
		s->frames[s->depth++] = f;
}

static struct frame *
flow(struct scan *s)
{
	struct frame *top = s->depth > 0 ? &s->frames[s->depth - 1] : NULL;

	return top && top->kind != FRAME_BLOCK ? top : NULL;
}

static struct str
word_at(struct str text, size_t at)
{
	size_t end = at;

	while (end < text.n && is_word(text.p[end]))
		end++;
	return str_slice(text, at, end);
}

/* Behind the closing quote, or the end. */
static size_t
behind_string(struct str text, size_t at)
{
	char quote = text.p[at++];

	while (at < text.n && text.p[at] != quote && text.p[at] != '\n')
		at += text.p[at] == '\\' && quote == '"' ? 2 : 1;
	return at < text.n ? at + 1 : text.n;
}

static bool
ends_key(struct str text, size_t at)
{
	return at < text.n && text.p[at] == ':' &&
	       (at + 1 >= text.n || strchr(" \n\t,]}", text.p[at + 1]) != NULL);
}

static void
note_module(struct scan *s, struct str key, size_t value, struct frame *map, size_t indent)
{
	while (value < s->text.n && s->text.p[value] == ' ')
		value++;
	if (!str_is(key, "module"))
		return;
	if (map) {
		map->module = word_at(s->text, value);
	} else {
		s->module = word_at(s->text, value);
		s->module_indent = indent;
	}
}

/* One character or token inside of brackets. */
static void
step_flow(struct scan *s, struct frame *top)
{
	char c = s->text.p[s->at];
	struct str word;

	if (c == '"' || c == '\'') {
		s->at = behind_string(s->text, s->at);
		return;
	}
	if (c == '[' || c == '{') {
		s->at++;
		push(s, (struct frame){.kind = c == '[' ? FRAME_LIST : FRAME_MAP});
		return;
	}
	if (c == ']' || c == '}') {
		s->at++;
		s->depth--;
		return;
	}
	if (c == ',') {
		top->key = STR("");
		s->at++;
		return;
	}
	if (!is_word(c)) {
		s->at++;
		return;
	}
	word = word_at(s->text, s->at);
	if (top->kind == FRAME_MAP && top->key.n == 0 && ends_key(s->text, s->at + word.n) &&
	    s->at + word.n < s->to) {
		top->key = word;
		note_module(s, word, s->at + word.n + 1, top, 0);
		s->at += word.n + 1;
		return;
	}
	s->at += word.n;
}

static void
pop_to(struct scan *s, size_t indent)
{
	while (s->depth > 0 && s->frames[s->depth - 1].kind == FRAME_BLOCK &&
	       s->frames[s->depth - 1].indent >= indent)
		s->depth--;
	if (s->module.n > 0 && indent < s->module_indent)
		s->module = STR("");
}

/* Skips a block scalar: lines that stand deeper than its key. */
static void
skip_scalar(struct scan *s, size_t indent)
{
	while (s->at < s->to) {
		size_t end = str_find(s->text, STR("\n"), s->at), i = s->at;
		while (i < s->text.n && s->text.p[i] == ' ')
			i++;
		bool blank = i >= s->text.n || s->text.p[i] == '\n';
		if (!blank && i - s->at <= indent)
			return;
		s->at = end == SIZE_MAX ? s->text.n : end + 1;
	}
}

/* The beginning of a line outside of brackets: its indentation, dashes, and key. */
static void
begin_line(struct scan *s)
{
	size_t start = s->at;

	while (s->at < s->to && s->text.p[s->at] == ' ')
		s->at++;
	while (s->at + 1 < s->to && s->text.p[s->at] == '-' && s->text.p[s->at + 1] == ' ') {
		s->module = STR("");
		for (s->at++; s->at < s->to && s->text.p[s->at] == ' '; s->at++)
			;
	}
	size_t indent = s->at - start;
	bool blank = s->at >= s->text.n || s->text.p[s->at] == '\n' || s->text.p[s->at] == '#';
	if (blank && s->at < s->to)
		return;
	pop_to(s, indent);
	s->key_here = true;
	struct str word = word_at(s->text, s->at);
	if (word.n == 0 || !ends_key(s->text, s->at + word.n) || s->at + word.n >= s->to)
		return;
	push(s, (struct frame){.kind = FRAME_BLOCK, .indent = indent, .key = word});
	s->at += word.n + 1;
	note_module(s, word, s->at, NULL, indent);
	s->key_here = false;
	while (s->at < s->to && s->text.p[s->at] == ' ')
		s->at++;
	if (s->at < s->to && (s->text.p[s->at] == '|' || s->text.p[s->at] == '>')) {
		size_t end = str_find(s->text, STR("\n"), s->at);
		s->at = end == SIZE_MAX ? s->text.n : end + 1;
		skip_scalar(s, indent);
	}
}

/* The rest of a line outside of brackets, up to its end or an opening bracket. */
static void
step_line(struct scan *s)
{
	char c = s->text.p[s->at];

	if (c == '#') {
		size_t end = str_find(s->text, STR("\n"), s->at);
		s->at = end == SIZE_MAX ? s->text.n : end;
	} else if (c == '"' || c == '\'') {
		s->at = behind_string(s->text, s->at);
	} else if (c == '[' || c == '{') {
		s->at++;
		push(s, (struct frame){.kind = c == '[' ? FRAME_LIST : FRAME_MAP});
	} else {
		s->at++;
	}
}

static void
collect(const struct scan *s, struct lsp_place *out)
{
	for (size_t i = 0; i < s->depth; i++) {
		const struct frame *f = &s->frames[i];
		if (f->key.n > 0 && out->depth < LSP_DEPTH_MAX)
			out->keys[out->depth++] = f->key;
		if (f->module.n > 0)
			out->module = f->module;
	}
	if (out->module.n == 0)
		out->module = s->module;
	const struct frame *top = s->depth > 0 ? &s->frames[s->depth - 1] : NULL;
	out->is_key = top && top->kind == FRAME_MAP    ? top->key.n == 0
		      : top && top->kind == FRAME_LIST ? false
						       : s->key_here;
}

void
lsp_place_find(struct str text, size_t at, struct lsp_place *out)
{
	size_t from = at < text.n ? at : text.n, end = from;
	struct scan s = {.text = text};
	bool fresh = true;

	while (from > 0 && is_word(text.p[from - 1]))
		from--;
	while (end < text.n && is_word(text.p[end]))
		end++;
	*out = (struct lsp_place){
	    .word = str_slice(text, from, end), .prefix = str_slice(text, from, at)};
	for (s.to = from; s.at < s.to;) {
		struct frame *top = flow(&s);
		if (top) {
			step_flow(&s, top);
		} else if (fresh) {
			begin_line(&s);
			fresh = false;
		} else if (text.p[s.at] == '\n') {
			s.at++;
			fresh = true;
		} else {
			step_line(&s);
		}
	}
	if (fresh && !flow(&s)) {
		pop_to(&s, 0);
		s.key_here = true;
	}
	collect(&s, out);
}
