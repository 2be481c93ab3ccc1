/* SPDX-License-Identifier: MIT */
/* What builtins and functions of libraries give back. Names that are not here give their result. */
#include "fold.h"
#include "shape.h"

/* Path(...), and os.path.join(), which gives a text. */
static struct value
path_of(struct facts *f, uint32_t arguments, enum atom_kind kind)
{
	struct argument a;
	struct pieces p;
	uint32_t at = 0;

	pieces_init(&p);
	while (facts_argument(f, arguments, &at, &a)) {
		if (!a.star && !a.double_star && pieces_part(f, &p, facts_value(f, a.node)))
			continue;
		pieces_release(&p);
		return value_unknown();
	}
	return kind == ATOM_PATH ? pieces_path(f, &p) : pieces_made(f, &p);
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
one_text(
    struct facts *f, struct str symbol, struct str s, const struct value *v, uint32_t arguments)
{
	struct buf b;
	int64_t n = -1;

	if (fold_count_arguments(f, arguments) != 1 ||
	    (str_is(symbol, "builtins.str") && value_find(v, ATOM_BYTES) != NULL) ||
	    (str_is(symbol, "builtins.bytes") && value_find(v, ATOM_INTEGER) != NULL))
		return value_of(ATOM_TEXT, 0);
	if (str_is_one_of(symbol, "base64.b64decode base64.standard_b64decode base64.decodebytes "
				  "binascii.a2b_base64"))
		return fold_base64(f, s);
	if (str_is_one_of(symbol,
		"bytes.fromhex binascii.unhexlify binascii.a2b_hex base64.b16decode "
		"builtins.bytes.fromhex"))
		return fold_hex(f, s);
	buf_init(&b, FOLD_BYTES_MAX);
	fold_integer(f, v, &n);
	if (str_is(symbol, "builtins.chr"))
		buf_codepoint(&b, (uint32_t)n);
	else if (fold_is_text(v))
		buf_str(&b, s);
	else
		buf_printf(&b, "%lld", (long long)n);
	return fold_made(f, &b, str_is(symbol, "builtins.bytes"));
}

/* str(x) */
static struct value
text_of(struct facts *f, const struct value *v)
{
	struct value shown = fold_shown(f, v);
	struct pieces p;

	pieces_init(&p);
	if (pieces_value(f, &p, &shown, true))
		return pieces_made(f, &p);
	pieces_release(&p);
	return value_of(ATOM_TEXT, 0);
}

enum fold {
	FOLD_NONE = 0, /* not asked yet */
	FOLD_RESULT,
	FOLD_IMPORT,
	FOLD_GETATTR,
	FOLD_PATH,
	FOLD_LISTING,
	FOLD_JOIN,
	FOLD_CODECS,
	FOLD_SAME,
	FOLD_BYTES,
	FOLD_ONE_TEXT,
	FOLD_TEXT,
	FOLD_SUBSTITUTED,
	FOLD_DATE,
	FOLD_HEX,
	FOLD_BASENAME,
	FOLD_DIRNAME,
	FOLD_SHOWN,
	FOLD_NAMES,
	FOLD_FIELD,
	FOLD_ORD,
	FOLD_ROUND,
	FOLD_PLAIN,
};

static enum fold
find_fold(struct str symbol)
{
	static const struct {
		enum fold fold;
		const char *symbols;
	} known[] = {
	    {FOLD_IMPORT, "builtins.__import__ importlib.import_module importlib.__import__"},
	    {FOLD_GETATTR, "builtins.getattr"},
	    {FOLD_PATH, "pathlib.Path pathlib.PurePath pathlib.PosixPath pathlib.PurePosixPath"},
	    {FOLD_LISTING, "glob.glob glob.iglob"},
	    {FOLD_JOIN, "os.path.join posixpath.join"},
	    {FOLD_CODECS, "codecs.decode"},
	    {FOLD_SAME, "builtins.list builtins.tuple builtins.sorted builtins.set "
			"builtins.reversed builtins.iter"},
	    {FOLD_BYTES, "builtins.bytes"},
	    {FOLD_ONE_TEXT, "builtins.chr builtins.str base64.b64decode bytes.fromhex "
			    "builtins.bytes.fromhex binascii.unhexlify binascii.a2b_base64 "
			    "base64.b16decode"},
	    {FOLD_TEXT, "builtins.repr builtins.ascii builtins.hex builtins.oct builtins.bin "
			"builtins.format builtins.input"},
	    {FOLD_SUBSTITUTED, "re.sub"},
	    {FOLD_DATE, "time.strftime"},
	    {FOLD_HEX, "secrets.token_hex"},
	    {FOLD_BASENAME, "os.path.basename posixpath.basename"},
	    {FOLD_DIRNAME, "os.path.dirname posixpath.dirname"},
	    {FOLD_SHOWN, "os.fspath"},
	    {FOLD_NAMES, "os.listdir"},
	    {FOLD_FIELD, "dataclasses.field"},
	    {FOLD_ORD, "builtins.ord"},
	    {FOLD_ROUND, "builtins.abs builtins.round"},
	    {FOLD_PLAIN, "builtins.len builtins.int builtins.float builtins.bool builtins.hash "
			 "builtins.id builtins.callable builtins.print time.time time.time_ns "
			 "time.perf_counter time.monotonic"},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(known); i++)
		if (str_is_one_of(symbol, known[i].symbols))
			return known[i].fold;
	return FOLD_RESULT;
}

/* The same, remembered: asked of every call, in every sweep. */
static enum fold
known_fold(struct facts *f, uint32_t symbol_id)
{
	struct fold_entry *e = &f->folds[symbol_id % FOLD_ENTRIES];

	if (e->symbol != symbol_id || e->fold == FOLD_NONE)
		*e = (struct fold_entry){symbol_id, (uint8_t)find_fold(facts_name(f, symbol_id))};
	return (enum fold)e->fold;
}

static struct value
import_module(struct facts *f, struct str symbol, const struct value *name, bool alone)
{
	struct str s;

	if (!fold_text(f, name, &s))
		return value_unknown();
	if (str_is(symbol, "builtins.__import__") && alone)
		s = str_slice(
		    s, 0, str_find(s, STR("."), 0) == SIZE_MAX ? s.n : str_find(s, STR("."), 0));
	return value_of(ATOM_MODULE, names_copy(&f->names, s));
}

static struct value
listing_of(struct facts *f, uint32_t arguments, uint32_t symbol_id)
{
	struct str s;
	bool spread;
	uint32_t first = facts_find_argument(f, arguments, 0, STR(""), &spread);

	if (first == 0 || spread ||
	    facts_find_argument(f, arguments, 0, STR("root_dir"), &spread) != first ||
	    !fold_text(f, facts_value(f, first), &s))
		return value_of(ATOM_RESULT, symbol_id);
	return value_of(ATOM_LISTING, names_copy(&f->names, s));
}

/* os.listdir(): names without their folder. Only in the working directory itself is it certain that
 * none of them leads elsewhere. */
static struct value
names_of(struct facts *f, uint32_t arguments, uint32_t symbol_id)
{
	struct argument a;
	uint32_t at = 0;
	struct str s;

	if (facts_argument(f, arguments, &at, &a) &&
	    (a.star || a.double_star || !fold_text(f, facts_value(f, a.node), &s) ||
		!str_is(s, ".")))
		return value_of(ATOM_RESULT, symbol_id);
	return value_of(ATOM_LISTING, names_add(&f->names, STR("*")));
}

/* field(default=...), field(default_factory=lambda: ...): what the field is without an argument. A
 * list is not followed. */
static struct value
field_default(struct facts *f, uint32_t arguments, uint32_t symbol_id)
{
	bool spread;
	uint32_t value = facts_find_argument(f, arguments, 1000000u, STR("default"), &spread);
	uint32_t made =
	    facts_find_argument(f, arguments, 1000000u, STR("default_factory"), &spread);
	const struct atom *a = made == 0 ? NULL : value_only(facts_value(f, made), ATOM_FUNCTION);
	struct value v = value_of(ATOM_RESULT, symbol_id);

	if (value != 0 && !spread)
		v = *facts_value(f, value);
	else if (a != NULL && !spread && f->scopes[a->id].kind == SCOPE_LAMBDA)
		v = f->scopes[a->id].returned;
	else if (value == 0 && made == 0 && !spread) /* nothing but what a call gives it */
		return (struct value){.count = 0};
	return value_find(&v, ATOM_LITERAL) != NULL || value_find(&v, ATOM_LISTING) != NULL
		   ? value_of(ATOM_RESULT, symbol_id)
		   : v;
}

static struct value
bytes_of(struct facts *f, uint32_t list)
{
	struct buf b;

	buf_init(&b, FOLD_BYTES_MAX);
	if (fold_characters(f, list, true, &b))
		return fold_made(f, &b, true);
	buf_release(&b);
	return value_of(ATOM_TEXT, 0);
}

/* The call of a builtin or library function with at least one argument, `first`. */
static struct value
fold_first(struct facts *f, uint32_t arguments, uint32_t symbol_id, uint32_t first)
{
	const struct value *v = facts_value(f, first);
	struct str symbol = facts_name(f, symbol_id), s = {"", 0};
	enum fold fold = known_fold(f, symbol_id);
	uint32_t second;
	size_t at = 0;
	bool spread;
	int64_t n;

	switch ((int)fold) {
	case FOLD_IMPORT:
		return import_module(f, symbol, v, fold_count_arguments(f, arguments) == 1);
	case FOLD_GETATTR:
	case FOLD_CODECS:
		second = facts_find_argument(f, arguments, 1, STR(""), &spread);
		if (second != 0 && fold == FOLD_GETATTR)
			return get_attribute(f, first, second);
		if (second != 0 && fold_text(f, facts_value(f, second), &s) &&
		    str_is_one_of(s, "rot13 rot_13") && fold_text(f, v, &s))
			return fold_rotated(f, s);
		break;
	case FOLD_LISTING:
		return listing_of(f, arguments, symbol_id);
	case FOLD_SAME:
		facts_list(f, v);
		if (value_find(v, ATOM_LITERAL) != NULL || value_is(v, ATOM_LISTING))
			return *v;
		break;
	case FOLD_BYTES:
		return bytes_of(f, first);
	case FOLD_ONE_TEXT:
		if (fold_text(f, v, &s) || (fold_integer(f, v, &n) && n >= 0))
			return one_text(f, symbol, s, v, arguments);
		if (str_is(symbol, "builtins.str") && fold_count_arguments(f, arguments) == 1)
			return text_of(f, v);
		return str_is_one_of(symbol, "builtins.chr builtins.str")
			   ? value_of(ATOM_TEXT, 0)
			   : value_of(ATOM_RESULT, symbol_id);
	case FOLD_DIRNAME:
		return fold_dirname(f, v);
	case FOLD_SHOWN:
		return value_is(v, ATOM_PATH) || value_is(v, ATOM_STRING) || value_is(v, ATOM_SHAPE)
			   ? *v
			   : value_of(ATOM_RESULT, symbol_id);
	case FOLD_BASENAME:
		return fold_count_arguments(f, arguments) == 1 ? fold_basename(f, v)
							       : value_of(ATOM_RESULT, symbol_id);
	case FOLD_ORD:
		if (fold_text(f, v, &s) && s.n > 0)
			return fold_number(f, utf8_next(s, &at));
		break;
	case FOLD_ROUND:
		return fold_is_number(v) ? value_of(ATOM_PLAIN, 0) : value_unknown();
	default:
		break;
	}
	return value_of(ATOM_RESULT, symbol_id);
}

struct value
fold_builtin(struct facts *f, uint32_t call, uint32_t symbol_id)
{
	uint32_t arguments = tree_child(f->tree, call, F_ARGUMENTS), first;
	enum fold fold = known_fold(f, symbol_id);
	bool spread;

	switch ((int)fold) {
	case FOLD_RESULT:
		return value_of(ATOM_RESULT, symbol_id);
	case FOLD_PATH:
		return path_of(f, arguments, ATOM_PATH);
	case FOLD_JOIN:
		return path_of(f, arguments, ATOM_STRING);
	case FOLD_TEXT:
		return value_of(ATOM_TEXT, 0);
	case FOLD_PLAIN:
		return value_of(ATOM_PLAIN, 0);
	case FOLD_SUBSTITUTED:
		return fold_substituted(f, arguments, symbol_id);
	case FOLD_DATE:
		return fold_formatted_date(f, arguments);
	case FOLD_FIELD:
		return field_default(f, arguments, symbol_id);
	case FOLD_NAMES:
		return names_of(f, arguments, symbol_id);
	case FOLD_HEX:
		return fold_hole(f, HOLE_EMPTY);
	default:
		break;
	}
	first = facts_find_argument(f, arguments, 0, STR(""), &spread);
	if (first != 0)
		return fold_first(f, arguments, symbol_id, first);
	if (fold == FOLD_IMPORT)
		return value_unknown();
	return str_is(facts_name(f, symbol_id), "builtins.str") ? value_of(ATOM_TEXT, 0)
								: value_of(ATOM_RESULT, symbol_id);
}
