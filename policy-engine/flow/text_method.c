/* SPDX-License-Identifier: MIT */
/* What methods of texts give, and what decodes one. */
#include "flow.h"

/* Letters, digits and marks of ASCII, and the blanks that Python and str_trim() both know. */
static bool
is_plain(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] < ' ' && s.p[i] != '\t' && s.p[i] != '\n' && s.p[i] != '\r') ||
		    (unsigned char)s.p[i] > '~')
			return false;
	return true;
}

static struct value
change_case(struct facts *f, struct str s, bool lower)
{
	struct buf b;

	if (!is_plain(s))
		return value_of(ATOM_TEXT, 0);
	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (lower && c >= 'A' && c <= 'Z')
			c = (char)(c | 32);
		else if (!lower && c >= 'a' && c <= 'z')
			c = (char)(c & ~32);
		buf_char(&b, c);
	}
	return fold_made(f, &b, false);
}

static struct value
replace(struct facts *f, struct str s, const struct value *from, const struct value *to)
{
	struct str old, new;
	struct buf b;
	size_t at = 0, next;

	if (value_is_bottom(from) || value_is_bottom(to))
		return (struct value){.count = 0};
	if (!fold_text(f, from, &old) || !fold_text(f, to, &new) || old.n == 0)
		return value_of(ATOM_TEXT, 0);
	buf_init(&b, FOLD_BYTES_MAX);
	while ((next = str_find(s, old, at)) != SIZE_MAX) {
		buf_str(&b, str_slice(s, at, next));
		buf_str(&b, new);
		at = next + old.n;
	}
	buf_str(&b, str_slice(s, at, s.n));
	return fold_made(f, &b, false);
}

/* The texts of a list that is written out, with another between them. */
static struct value
join(struct facts *f, struct atom between, uint32_t list)
{
	const struct tree *t = f->tree;
	const struct atom *a = list == 0 ? NULL : value_only(&f->values[list], ATOM_LITERAL);
	enum kind k =
	    a == NULL || flow_is_changed(f, a->id) ? K_SKIP : (enum kind)t->nodes[a->id].kind;
	struct value out = value_of(ATOM_STRING, 0), one = {.atoms = {between}, .count = 1};

	if (list != 0 && value_is_bottom(&f->values[list]))
		return f->values[list];
	if (k != K_LIST && k != K_TUPLE)
		return value_of(ATOM_TEXT, 0);
	for (uint32_t c = tree_first(t, a->id); c != 0; c = tree_next(t, c)) {
		if (facts_is_star(t, c))
			return value_of(ATOM_TEXT, 0);
		if (c != tree_first(t, a->id))
			out = text_concatenate(f, &out, &one);
		out = text_concatenate(f, &out, &f->values[c]);
	}
	return value_is(&out, KINDS_TEXT) || value_is_bottom(&out) ? out : value_of(ATOM_TEXT, 0);
}

/* '{}-{name}'.format(a, name=b): fields without a format. */
static struct value
format(struct facts *f, struct str s, uint32_t arguments)
{
	struct value out = value_of(ATOM_STRING, 0), one;
	unsigned next = 0;
	bool spread;

	for (size_t i = 0; i < s.n;) {
		size_t open = str_find(s, STR("{"), i), end;
		struct str name;
		uint32_t node;
		struct buf b;

		open = open == SIZE_MAX ? s.n : open;
		if (str_find(str_slice(s, i, open), STR("}"), 0) != SIZE_MAX)
			return value_of(ATOM_TEXT, 0);
		buf_init(&b, FOLD_BYTES_MAX);
		buf_str(&b, str_slice(s, i, open));
		one = fold_made(f, &b, false);
		out = text_concatenate(f, &out, &one);
		if (open == s.n)
			break;
		end = str_find(s, STR("}"), open);
		name = str_slice(s, open + 1, end == SIZE_MAX ? open + 1 : end);
		if (name.n == 1 && name.p[0] >= '0' && name.p[0] <= '9')
			next = (unsigned)(name.p[0] - '0');
		node = facts_find_argument(f, arguments,
		    name.n > 0 && (name.p[0] < '0' || name.p[0] > '9') ? 1000000u : next++, name,
		    &spread);
		if (end == SIZE_MAX || node == 0 || spread)
			return value_of(ATOM_TEXT, 0);
		one = text_shown(f, &f->values[node]);
		out = text_concatenate(f, &out, &one);
		i = end + 1;
	}
	return out;
}

static struct value
method_of(struct facts *f, uint64_t effects, uint32_t arguments, struct atom a)
{
	struct str s = facts_name(f, a.id);
	unsigned count = 0;
	uint32_t at = 0;
	struct argument one;
	bool spread;
	uint32_t first = facts_find_argument(f, arguments, 0, STR(""), &spread),
		 second = facts_find_argument(f, arguments, 1, STR(""), &spread);
	struct buf b;

	while (facts_argument(f, arguments, &at, &one))
		count++;
	if (effects_have(effects, EFFECT_NUMBER))
		return value_of(ATOM_PLAIN, 0);
	if (!effects_have(effects, EFFECT_TEXT))
		return value_unknown();
	if (effects_have(effects, EFFECT_JOINS) && a.kind == ATOM_STRING)
		return join(f, a, first);
	if (effects_have(effects, EFFECT_RECODES) ? a.kind != ATOM_STRING && a.kind != ATOM_BYTES
						  : a.kind == ATOM_BYTES)
		return value_unknown(); /* bytes, or a text of unknown bytes */
	if ((a.kind != ATOM_STRING && a.kind != ATOM_BYTES) || !fold_reads(f, s))
		return value_of(ATOM_TEXT, 0);
	if (effects_have(effects, EFFECT_FORMATS))
		return format(f, s, arguments);
	if (effects_have(effects, EFFECT_REPLACES) && count == 2 && second != 0)
		return replace(f, s, &f->values[first], &f->values[second]);
	if (effects_have(effects, EFFECT_LOWERS) || effects_have(effects, EFFECT_UPPERS))
		return change_case(f, s, effects_have(effects, EFFECT_LOWERS));
	if (effects_have(effects, EFFECT_RECODES) && (count != 0 || spread || !is_plain(s)))
		return value_unknown();
	if (count != 0 || spread ||
	    (!effects_have(effects, EFFECT_STRIPS) && !effects_have(effects, EFFECT_RECODES)) ||
	    !is_plain(s))
		return value_of(ATOM_TEXT, 0);
	buf_init(&b, FOLD_BYTES_MAX);
	buf_str(&b, effects_have(effects, EFFECT_STRIPS) ? str_trim(s) : s);
	return fold_made(f, &b, effects_have(effects, EFFECT_RECODES) && a.kind == ATOM_STRING);
}

struct value
text_method(struct facts *f, uint32_t call, uint32_t attribute)
{
	const struct tree *t = f->tree;
	const struct value *object =
	    &f->values[t->nodes[attribute].kind == K_ATTRIBUTE ? tree_child(t, attribute, F_OBJECT)
							       : attribute];
	struct value out = {.count = 0}, one;
	struct str name = t->nodes[attribute].kind == K_ATTRIBUTE
			      ? tree_text(t, tree_child(t, attribute, F_ATTRIBUTE))
			      : STR("");

	if (name.n == 0)
		return value_unknown();
	for (unsigned i = 0; i < object->count; i++) {
		if ((KINDS_TEXT & KIND_BIT(object->atoms[i].kind)) == 0)
			continue;
		one = method_of(f, effects_of_method_named(name), tree_child(t, call, F_ARGUMENTS),
		    object->atoms[i]);
		flow_merge(f, &out, &one);
	}
	return out;
}

static struct value
character(struct facts *f, int64_t n)
{
	struct buf b;

	if (n < 0 || n > 0x10ffff)
		return value_of(ATOM_TEXT, 0);
	buf_init(&b, 8);
	buf_codepoint(&b, (uint32_t)n);
	return fold_made(f, &b, false);
}

struct value
text_decoded(struct facts *f, enum effect how, const struct value *v)
{
	struct value out = {.count = 0}, one;

	for (unsigned i = 0; i < v->count; i++) {
		struct atom a = v->atoms[i];
		bool text = a.kind == ATOM_STRING || a.kind == ATOM_BYTES;

		one = how == EFFECT_ROT ? value_unknown() : value_of(ATOM_TEXT, 0);
		if (how == EFFECT_CHR && a.kind == ATOM_INTEGER)
			one = character(f, facts_integer(f, a.id));
		else if (how == EFFECT_BASE64 && text)
			one = fold_base64(f, facts_name(f, a.id));
		else if (how == EFFECT_HEX && text)
			one = fold_hex(f, facts_name(f, a.id));
		else if (how == EFFECT_ROT && text)
			one = fold_rotated(f, facts_name(f, a.id));
		flow_merge(f, &out, &one);
	}
	if (v->unknown && how != EFFECT_ROT)
		flow_add(f, &out, atom_of(ATOM_TEXT, 0));
	out.unknown = out.unknown || (v->unknown && how == EFFECT_ROT);
	return out;
}
