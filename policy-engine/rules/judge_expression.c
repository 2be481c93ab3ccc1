/* SPDX-License-Identifier: MIT */
/* Texts that pandas runs as expressions over columns, and texts that name attributes. */
#include "judge.h"

enum truth
names_safe_attribute(struct judge *j, struct str text)
{
	struct str rest = text, part;

	while (str_cut(&rest, '.', &part))
		if (rule_attribute_by_text(j, part).decision != DECISION_ALLOW ||
		    (part.n > 0 && part.p[0] == '_'))
			return TRUTH_NO;
	return TRUTH_YES;
}

/* What pandas' tokenizer reads otherwise than by looking for the next quote: escapes, triple
 * quotes, comments. */
static bool
is_plainly_quoted(struct str s)
{
	return memchr(s.p, '\\', s.n) == NULL && memchr(s.p, '#', s.n) == NULL &&
	       str_find(s, STR("\'\'\'"), 0) == SIZE_MAX &&
	       str_find(s, STR("\"\"\""), 0) == SIZE_MAX;
}

static bool
is_callable(const struct value *v)
{
	for (unsigned i = 0; i < v->count; i++) {
		uint32_t k = v->atoms[i].kind;

		if (k == ATOM_FUNCTION || k == ATOM_BOUND || k == ATOM_CLASS || k == ATOM_OBJECT ||
		    k == ATOM_METHOD || k == ATOM_MODULE || k == ATOM_SYMBOL)
			return true;
	}
	return false;
}

static bool
may_be_callable(const struct judge *j, struct str name)
{
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->scopes[f->bindings[i].scope].kind != SCOPE_CLASS &&
		    str_eq(facts_name(f, f->bindings[i].name), name) &&
		    (f->bindings[i].is_import || is_callable(&f->bindings[i].value)))
			return true;
	return false;
}

struct word { /* a name in an expression, with the characters around it that mean something */
	struct str name;
	char before, after;
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static bool
is_name_byte(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
	       (unsigned char)c >= 128;
}

/* Numbers are words as well, and harmless ones. */
static struct word
read_word(struct str s, size_t *at)
{
	size_t from = *at, end = *at, next;
	struct word w;

	while (end < s.n && is_name_byte(s.p[end]))
		end++;
	w.name = str_slice(s, from, end);
	for (next = end; next < s.n && is_blank(s.p[next]); next++)
		;
	w.after = next < s.n ? s.p[next] : '\0';
	while (from > 0 && is_blank(s.p[from - 1]))
		from--;
	w.before = from > 0 ? s.p[from - 1] : '\0';
	*at = end;
	return w;
}

/* A column, a number, an operator; @name of no function, and nothing of what it holds. */
static bool
is_plain_word(struct judge *j, const struct word *w)
{
	if (w->after == '(' || w->before == '.' || w->after == '\'' || w->after == '"')
		return str_is_one_of(w->name, "in not and or") ||
		       (w->before == '.' && w->name.p[0] >= '0' && w->name.p[0] <= '9');
	if (w->name.p[0] == '_')
		return str_is(w->name, "_merge") && w->before != '@';
	return w->before != '@' ||
	       (w->after != '.' && w->after != '[' && !may_be_callable(j, w->name));
}

/*
 * An expression over columns, as pandas' query() takes it: names, numbers, quoted texts, operators,
 * `_merge` (the column that merge(indicator=True) adds), and @name. No calls, no attributes.
 */
enum truth
is_plain_expression(struct judge *j, struct str s)
{
	if (s.n > 0 && !is_plainly_quoted(s))
		return TRUTH_NO;
	for (size_t i = 0; i < s.n;) {
		char c = s.p[i];
		struct word w;

		if (c == '\'' || c == '"' || c == '`') {
			i = str_find(s, (struct str){&c, 1}, i + 1);
			if (i++ == SIZE_MAX)
				return TRUTH_NO;
			continue;
		}
		if (!is_name_byte(c)) {
			i++;
			continue;
		}
		w = read_word(s, &i);
		if (!is_plain_word(j, &w))
			return TRUTH_NO;
	}
	return TRUTH_YES;
}
