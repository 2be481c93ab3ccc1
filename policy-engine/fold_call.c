/* SPDX-License-Identifier: MIT */
/* What builtins and methods of known strings give back. Names that are not here give "some string",
 * or anything. */
#include "fold.h"

/* The strings of a literal list, joined; false where one is not known. */
static bool
join(struct facts *f, const struct value *v, struct str between, struct buf *b)
{
	const struct tree *t = f->tree;
	const struct atom *a = value_only(v, ATOM_LITERAL);
	struct str s;
	bool first = true;
	enum kind k;

	if (fold_text(f, v, &s) && between.n == 0) {
		buf_str(b, s);
		return true;
	}
	k = a == NULL || facts_is_opened(f, a->id) ? K_SKIP : (enum kind)t->nodes[a->id].kind;
	if (k != K_LIST && k != K_TUPLE)
		return false;
	for (uint32_t c = tree_first(t, a->id); c != 0; c = tree_next(t, c)) {
		if (facts_is_star(t, c) || !fold_text(f, facts_value(f, c), &s))
			return false;
		if (!first)
			buf_str(b, between);
		first = false;
		buf_str(b, s);
	}
	return true;
}

/* `map(chr, (115, ...))`, `bytes([115, ...])`: the characters of a list of numbers. */
static bool
characters(struct facts *f, uint32_t list, bool bytes, struct buf *b)
{
	const struct tree *t = f->tree;
	const struct atom *a = value_only(facts_value(f, list), ATOM_LITERAL);
	int64_t n;

	if (a == NULL || facts_is_opened(f, a->id) ||
	    (t->nodes[a->id].kind != K_LIST && t->nodes[a->id].kind != K_TUPLE))
		return false;
	for (uint32_t c = tree_first(t, a->id); c != 0; c = tree_next(t, c)) {
		if (!fold_integer(f, facts_value(f, c), &n) || n < 0 || n > 0x10ffff)
			return false;
		if (bytes)
			buf_char(b, (char)n);
		else
			buf_codepoint(b, (uint32_t)n);
	}
	return true;
}

/* (chr(c) for c in (115, ...)), with or without an offset: the body must be chr of the loop's name.
 */
static bool
comprehension(struct facts *f, uint32_t node, struct buf *b)
{
	const struct tree *t = f->tree;
	uint32_t body, clause, inner, at = 0;
	struct argument arg;

	node = facts_bare(f, node);
	if (t->nodes[node].kind != K_GENERATOR_EXPRESSION &&
	    t->nodes[node].kind != K_LIST_COMPREHENSION)
		return false;
	body = tree_child(t, node, F_BODY);
	clause = tree_child_of_kind(t, node, K_FOR_IN_CLAUSE);
	if (t->nodes[body].kind != K_CALL || tree_next(t, clause) != 0)
		return false;
	inner = tree_child(t, body, F_FUNCTION);
	if (!str_is(tree_text(t, inner), "chr") ||
	    !facts_argument(f, tree_child(t, body, F_ARGUMENTS), &at, &arg) ||
	    !str_eq(tree_text(t, arg.node), tree_text(t, tree_child(t, clause, F_LEFT))))
		return false;
	return characters(f, tree_child(t, clause, F_RIGHT), false, b);
}

static bool
is_map_of_chr(struct facts *f, uint32_t node, uint32_t *list)
{
	const struct tree *t = f->tree;
	struct argument a;
	uint32_t at = 0;

	node = facts_bare(f, node);
	if (t->nodes[node].kind != K_CALL ||
	    !str_is(tree_text(t, tree_child(t, node, F_FUNCTION)), "map") ||
	    !facts_argument(f, tree_child(t, node, F_ARGUMENTS), &at, &a) ||
	    !str_is(tree_text(t, a.node), "chr") ||
	    !facts_argument(f, tree_child(t, node, F_ARGUMENTS), &at, &a))
		return false;
	*list = a.node;
	return true;
}

static struct value
join_method(struct facts *f, struct str between, uint32_t argument)
{
	struct buf b;
	uint32_t list;

	buf_init(&b, FOLD_BYTES_MAX);
	if (argument != 0 && (join(f, facts_value(f, argument), between, &b) ||
				 (between.n == 0 && comprehension(f, argument, &b)) ||
				 (between.n == 0 && is_map_of_chr(f, argument, &list) &&
				     characters(f, list, false, &b))))
		return fold_made(f, &b, false);
	buf_release(&b);
	return value_of(ATOM_TEXT, 0);
}

static struct value
replace(struct facts *f, struct str s, struct str from, struct str to)
{
	struct buf b;
	size_t at = 0, next;

	buf_init(&b, FOLD_BYTES_MAX);
	while (from.n > 0 && (next = str_find(s, from, at)) != SIZE_MAX) {
		buf_str(&b, str_slice(s, at, next));
		buf_str(&b, to);
		at = next + from.n;
	}
	buf_str(&b, str_slice(s, at, s.n));
	return fold_made(f, &b, false);
}

static struct value
change_case(struct facts *f, struct str s, struct str how)
{
	struct buf b;

	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z',
		     letter = lower || upper;

		if (str_is(how, "lower") || str_is(how, "casefold"))
			c = upper ? (char)(c | 32) : c;
		else if (str_is(how, "upper"))
			c = lower ? (char)(c & ~32) : c;
		else if (str_is(how, "swapcase"))
			c = letter ? (char)(c ^ 32) : c;
		else
			c = letter ? (char)(i == 0 ? c & ~32 : c | 32) : c;
		buf_char(&b, c);
	}
	return fold_made(f, &b, false);
}

/* '{}{}'.format('a', 'b'), with empty and numbered fields only. */
static struct value
format_method(struct facts *f, struct str s, uint32_t arguments)
{
	struct buf b;
	unsigned next = 0;

	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		bool spread;
		uint32_t node;
		struct str text;

		if (s.p[i] != '{' && s.p[i] != '}') {
			buf_char(&b, s.p[i]);
			continue;
		}
		if (i + 1 < s.n && s.p[i + 1] == s.p[i]) {
			buf_char(&b, s.p[i++]);
			continue;
		}
		i++;
		if (i < s.n && s.p[i] >= '0' && s.p[i] <= '9')
			next = (unsigned)(s.p[i++] - '0');
		node = facts_find_argument(f, arguments, next++, STR(""), &spread);
		if (i >= s.n || s.p[i] != '}' || node == 0 || spread ||
		    !fold_text(f, facts_value(f, node), &text)) {
			buf_release(&b);
			return value_of(ATOM_TEXT, 0);
		}
		buf_str(&b, text);
	}
	return fold_made(f, &b, false);
}

static bool
is_one_of(struct str s, const char *words)
{
	struct str all = str_from(words), word;

	while (str_cut(&all, ' ', &word))
		if (str_eq(s, word))
			return true;
	return false;
}

struct value
fold_method(struct facts *f, uint32_t call, uint32_t attribute)
{
	const struct tree *t = f->tree;
	const struct value *object = facts_value(f, tree_child(t, attribute, F_OBJECT));
	struct str name = tree_text(t, tree_child(t, attribute, F_ATTRIBUTE)), s, from, to;
	uint32_t arguments = tree_child(t, call, F_ARGUMENTS);
	bool spread;
	uint32_t first = facts_find_argument(f, arguments, 0, STR(""), &spread);
	uint32_t second = facts_find_argument(f, arguments, 1, STR(""), &spread);
	struct buf b;

	if (!fold_text(f, object, &s))
		return is_one_of(
			   name, "join format replace lower upper strip lstrip rstrip title decode")
			   ? value_of(ATOM_TEXT, 0)
			   : value_unknown();
	if (str_is(name, "join"))
		return join_method(f, s, first);
	if (str_is(name, "format"))
		return format_method(f, s, arguments);
	if (str_is(name, "replace") && first != 0 && second != 0 &&
	    fold_text(f, facts_value(f, first), &from) && fold_text(f, facts_value(f, second), &to))
		return replace(f, s, from, to);
	if (is_one_of(name, "lower upper casefold swapcase capitalize"))
		return change_case(f, s, name);
	if (is_one_of(name, "strip encode decode") && first == 0) {
		buf_init(&b, FOLD_BYTES_MAX);
		buf_str(&b, str_is(name, "strip") ? str_trim(s) : s);
		return fold_made(f, &b, str_is(name, "encode"));
	}
	if (is_one_of(name, "split rsplit splitlines partition rpartition find index count "
			    "startswith endswith items keys"))
		return value_unknown();
	return value_of(ATOM_TEXT, 0);
}

static int
base64_digit(char c)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = memchr(digits, c, 64);

	return at == NULL ? -1 : (int)(at - digits);
}

static struct value
decode_base64(struct facts *f, struct str s)
{
	struct buf b;
	uint32_t bits = 0, have = 0;

	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		int d = base64_digit(s.p[i]);

		if (d < 0)
			continue;
		bits = bits << 6 | (uint32_t)d;
		have += 6;
		if (have >= 8) {
			have -= 8;
			buf_char(&b, (char)(bits >> have & 0xff));
		}
	}
	return fold_made(f, &b, true);
}

static struct value
decode_hex(struct facts *f, struct str s)
{
	struct buf b;

	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i + 1 < s.n; i += 2) {
		int64_t n;
		char digits[5] = {'0', 'x', s.p[i], s.p[i + 1], 0};

		if (!literal_integer(str_from(digits), &n))
			break;
		buf_char(&b, (char)n);
	}
	return fold_made(f, &b, true);
}

static struct value
rotate(struct facts *f, struct str s)
{
	struct buf b;

	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i], base = (char)(c >= 'a' && c <= 'z' ? 'a' : 'A');

		buf_char(&b, c >= base && c < base + 26
				 ? (char)((unsigned)(c - base + 13) % 26u + (unsigned)base)
				 : c);
	}
	return fold_made(f, &b, false);
}

static struct value
path_of(struct facts *f, uint32_t arguments)
{
	struct argument a;
	struct buf b;
	struct str s;
	uint32_t at = 0;
	struct value v;

	buf_init(&b, FOLD_BYTES_MAX);
	while (facts_argument(f, arguments, &at, &a)) {
		const struct value *part = facts_value(f, a.node);
		const struct atom *path = value_only(part, ATOM_PATH);

		if (path != NULL)
			s = facts_name(f, path->id);
		else if (a.star || a.double_star || !fold_text(f, part, &s)) {
			buf_release(&b);
			return value_unknown();
		}
		if (str_starts(s, STR("/")))
			buf_clear(&b);
		else if (b.n > 0)
			buf_char(&b, '/');
		buf_str(&b, s);
	}
	v = fold_made(f, &b, false);
	return v;
}

static struct value
as_path(struct facts *f, uint32_t arguments)
{
	struct value v = path_of(f, arguments);

	if (v.count == 1 && v.atoms[0].kind == ATOM_STRING)
		return value_of(ATOM_PATH, v.atoms[0].id);
	return value_unknown();
}

static struct value
get_attribute(struct facts *f, uint32_t object, uint32_t name)
{
	struct value out = {.count = 0};
	const struct value *v = facts_value(f, object);
	struct str attribute;

	if (!fold_text(f, facts_value(f, name), &attribute))
		return value_unknown();
	for (unsigned i = 0; i < v->count; i++) {
		struct value member = value_unknown();

		if (v->atoms[i].kind == ATOM_MODULE)
			member = value_of_member(f, facts_name(f, v->atoms[i].id), attribute);
		value_merge(&out, &member);
	}
	out.unknown = out.unknown || v->unknown || v->count == 0;
	return out;
}

static struct value
one_text(struct facts *f, struct str symbol, struct str s, const struct value *v, int64_t n)
{
	struct buf b;

	if (is_one_of(symbol, "base64.b64decode base64.standard_b64decode base64.decodebytes "
			      "binascii.a2b_base64"))
		return decode_base64(f, s);
	if (is_one_of(symbol, "bytes.fromhex binascii.unhexlify binascii.a2b_hex base64.b16decode "
			      "builtins.bytes.fromhex"))
		return decode_hex(f, s);
	buf_init(&b, FOLD_BYTES_MAX);
	if (str_is(symbol, "builtins.chr"))
		buf_codepoint(&b, (uint32_t)n);
	else if (fold_is_text(v))
		buf_str(&b, s);
	else
		buf_printf(&b, "%lld", (long long)n);
	return fold_made(f, &b, str_is(symbol, "builtins.bytes"));
}

/* Modules whose functions are looked at below; asked of every call, in every sweep. */
static bool
may_fold(struct str symbol)
{
	return str_starts(symbol, STR("builtins.")) || str_starts(symbol, STR("importlib.")) ||
	       str_starts(symbol, STR("base64.")) || str_starts(symbol, STR("binascii.")) ||
	       str_starts(symbol, STR("codecs.")) || str_starts(symbol, STR("pathlib.")) ||
	       str_starts(symbol, STR("os.path.")) || str_starts(symbol, STR("glob.")) ||
	       str_starts(symbol, STR("posixpath."));
}

struct value
fold_builtin(struct facts *f, uint32_t call, uint32_t symbol_id)
{
	struct str symbol = facts_name(f, symbol_id);
	uint32_t arguments = tree_child(f->tree, call, F_ARGUMENTS);
	bool spread;
	uint32_t first = facts_find_argument(f, arguments, 0, STR(""), &spread);
	uint32_t second = facts_find_argument(f, arguments, 1, STR(""), &spread);
	struct str s = {"", 0};
	int64_t n = -1;
	struct buf b;

	if (!may_fold(symbol) ||
	    is_one_of(symbol,
		"builtins.range builtins.enumerate builtins.zip builtins.isinstance builtins.sum "
		"builtins.max builtins.min builtins.any builtins.all builtins.dict builtins.super"))
		return value_of(ATOM_RESULT, symbol_id);
	if (is_one_of(symbol, "builtins.__import__ importlib.import_module importlib.__import__")) {
		if (first == 0 || !fold_text(f, facts_value(f, first), &s))
			return value_unknown();
		if (str_is(symbol, "builtins.__import__") && second == 0)
			s = str_slice(s, 0,
			    str_find(s, STR("."), 0) == SIZE_MAX ? s.n : str_find(s, STR("."), 0));
		return value_of(ATOM_MODULE, names_copy(&f->names, s));
	}
	if (str_is(symbol, "builtins.getattr") && first != 0 && second != 0)
		return get_attribute(f, first, second);
	if (is_one_of(
		symbol, "pathlib.Path pathlib.PurePath pathlib.PosixPath pathlib.PurePosixPath"))
		return as_path(f, arguments);
	if (is_one_of(symbol, "glob.glob glob.iglob") && first != 0 && !spread &&
	    facts_find_argument(f, arguments, 0, STR("root_dir"), &spread) == first &&
	    fold_text(f, facts_value(f, first), &s))
		return value_of(ATOM_LISTING, names_copy(&f->names, s));
	if (is_one_of(symbol, "os.path.join posixpath.join"))
		return path_of(f, arguments);
	if (str_is(symbol, "codecs.decode") && first != 0 && second != 0 &&
	    fold_text(f, facts_value(f, second), &s) && is_one_of(s, "rot13 rot_13") &&
	    fold_text(f, facts_value(f, first), &s))
		return rotate(f, s);
	if (is_one_of(symbol, "builtins.bytes builtins.bytearray") && first != 0) {
		buf_init(&b, FOLD_BYTES_MAX);
		if (characters(f, first, true, &b))
			return fold_made(f, &b, true);
		buf_release(&b);
	}
	if (is_one_of(symbol, "builtins.list builtins.tuple builtins.sorted builtins.set "
			      "builtins.reversed builtins.iter") &&
	    first != 0 &&
	    (value_find(facts_value(f, first), ATOM_LITERAL) != NULL ||
		value_only(facts_value(f, first), ATOM_LISTING) != NULL))
		return *facts_value(f, first);
	if (is_one_of(symbol,
		"builtins.chr builtins.str builtins.bytes base64.b64decode bytes.fromhex "
		"builtins.bytes.fromhex binascii.unhexlify binascii.a2b_base64 base64.b16decode") &&
	    first != 0 &&
	    (fold_text(f, facts_value(f, first), &s) ||
		(fold_integer(f, facts_value(f, first), &n) && n >= 0)))
		return one_text(f, symbol, s, facts_value(f, first), n);
	if (is_one_of(symbol, "builtins.chr builtins.str builtins.repr builtins.ascii builtins.hex "
			      "builtins.oct builtins.bin builtins.format builtins.input"))
		return value_of(ATOM_TEXT, 0);
	if (str_is(symbol, "builtins.ord") && first != 0 &&
	    fold_text(f, facts_value(f, first), &s) && s.n > 0) {
		size_t at = 0;

		return fold_number(f, utf8_next(s, &at));
	}
	if (is_one_of(symbol, "builtins.len builtins.int builtins.float builtins.bool builtins.abs "
			      "builtins.round builtins.hash builtins.id builtins.isinstance "
			      "builtins.callable builtins.print"))
		return value_of(ATOM_PLAIN, 0);
	return value_of(ATOM_RESULT, symbol_id);
}
