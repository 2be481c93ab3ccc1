/* SPDX-License-Identifier: MIT */
/* Byte and tree rules: what tree-sitter and CPython would not read alike, or what the gate does not
 * know. */
#include "judge.h"

struct oddity_words {
	const char *rule, *message, *remedy;
	bool evasion;
};

static const struct oddity_words oddities[ODDITIES] = {
    [ODD_SIZE] = {"source.size", "the program is longer than 256 KiB", "make it shorter", false},
    [ODD_ENCODING] = {"source.encoding", "the text is not UTF-8", "save it as UTF-8", true},
    [ODD_BOM] = {"source.encoding", "the text begins with a byte order mark",
	"save it as UTF-8 without a byte order mark", false},
    [ODD_NUL] = {"source.control", "a NUL byte in the text", "remove the byte", true},
    [ODD_RETURN] = {"source.control", "a carriage return inside a line",
	"end lines with a line feed", true},
    [ODD_CONTROL] = {"source.control", "a control character in the text",
	"write it as an escape sequence", true},
    [ODD_INVISIBLE] = {"source.invisible", "an invisible or bidirectional character in the text",
	"write it as an escape sequence", true},
    [ODD_COOKIE] = {"source.cookie", "the text declares an encoding other than UTF-8",
	"remove the declaration", true},
    [ODD_TAB] = {"source.tab", "tabs and spaces mixed in indentation", "indent with spaces only",
	false},
    [ODD_CONTINUATION] = {"source.continuation", "a line with nothing but a backslash",
	"remove the line", true},
    [ODD_LINE] = {"source.line", "a line is longer than 128 KiB", "break it", false},
    [ODD_NAME] = {"source.name",
	"a name with characters that Python normalises or a reader may confuse",
	"write names in Latin or Greek letters", true},
};

static void
add_oddity(struct judge *j, enum oddity_kind kind, uint32_t at, uint32_t end)
{
	const struct oddity_words *w = &oddities[kind];
	struct ruling r = ruling_of(j, DECISION_DENY, w->rule, w->remedy, "%s", w->message);

	r.evasion = w->evasion;
	judge_span(j, at, end, &r);
}

void
judge_source(struct judge *j, const struct oddities *o)
{
	for (size_t i = 0; i < o->count; i++)
		add_oddity(j, o->items[i].kind, o->items[i].at, o->items[i].end);
}

void
judge_fault(struct judge *j)
{
	static const char *const messages[] = {
	    [TREE_ERROR] = "the gate cannot parse this as Python",
	    [TREE_MISSING] = "something is missing here",
	    [TREE_UNKNOWN] = "the gate does not know this construct",
	    [TREE_DEEP] = "the program is nested too deeply",
	    [TREE_LARGE] = "the program has too many parts",
	    [TREE_SLOW] = "the program takes too long to parse",
	    [TREE_MEMORY] = "the program takes too much memory to parse",
	};
	const struct tree *t = j->tree;
	bool syntax = t->fault == TREE_ERROR || t->fault == TREE_MISSING;
	struct ruling r;

	if (t->fault == TREE_OK)
		return;
	r = ruling_of(j, DECISION_DENY,
	    syntax                     ? "syntax.error"
	    : t->fault == TREE_UNKNOWN ? "syntax.unknown"
				       : "syntax.limit",
	    syntax ? "correct the syntax" : "write it more simply", "%s", messages[t->fault]);
	judge_span(j, t->fault_at, t->fault_end, &r);
}

/* Letters that NFKC leaves as they are: Latin and Greek, without the compatibility forms among
 * them. */
static bool
is_plain_letter(int32_t c)
{
	static const int32_t ranges[][2] = {{0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x131},
	    {0x134, 0x13e}, {0x141, 0x148}, {0x14a, 0x17e}, {0x180, 0x1c3}, {0x1cd, 0x1f0},
	    {0x1f4, 0x24f}, {0x370, 0x373}, {0x376, 0x377}, {0x37b, 0x37d}, {0x386, 0x386},
	    {0x388, 0x3cf}, {0x3d7, 0x3ef}, {0x3f3, 0x3f3}, {0x3f7, 0x3f8}, {0x3fa, 0x3ff}};

	if (c < 128)
		return c >= 0;
	for (size_t i = 0; i < ARRAY_LENGTH(ranges); i++)
		if (c >= ranges[i][0] && c <= ranges[i][1])
			return true;
	return false;
}

static void
check_identifier(struct judge *j, uint32_t node)
{
	struct str s = tree_text(j->tree, node);

	for (size_t at = 0; at < s.n;) {
		if ((unsigned char)s.p[at] < 128) {
			at++;
			continue;
		}
		if (!is_plain_letter(utf8_next(s, &at))) {
			add_oddity(
			    j, ODD_NAME, j->tree->nodes[node].start, j->tree->nodes[node].end);
			return;
		}
	}
}

static void
refuse(struct judge *j, uint32_t node, const char *rule, const char *what, bool evasion)
{
	struct ruling r =
	    ruling_of(j, DECISION_DENY, rule, "write it in the syntax of Python 3.11", "%s", what);

	r.evasion = evasion;
	judge_node(j, node, &r);
}

static void
check_text(struct judge *j, const struct text_fact *x)
{
	const struct tree *t = j->tree;

	if (x->strange_prefix)
		refuse(j, x->node, "syntax.python",
		    "a string prefix that Python 3.11 does not have", false);
	if (x->bytes_escape) /* tree-sitter-python takes one character too many and swallows the
				quote */
		refuse(j, x->node, "syntax.hidden",
		    "\\N, \\u or \\U in a bytes literal hides the text after it", true);
	for (uint32_t c = tree_first(t, x->node); c != 0; c = tree_next(t, c)) {
		uint32_t inner =
		    t->nodes[c].kind == K_INTERPOLATION ? tree_child(t, c, F_EXPRESSION) : 0;

		if (inner != 0 && !x->format)
			refuse(j, x->node, "syntax.hidden",
			    "a literal that is read as an f-string hides its contents", true);
	}
}

/* The bracket in which a node stands, or 0. */
static uint32_t
bracket_around(const struct tree *t, uint32_t node)
{
	for (uint32_t i = node; i != 0; i = t->nodes[i].parent)
		switch (t->nodes[i].kind) {
		case K_ARGUMENT_LIST:
		case K_DICTIONARY:
		case K_DICTIONARY_COMPREHENSION:
		case K_FORMAT_EXPRESSION:
		case K_GENERATOR_EXPRESSION:
		case K_INTERPOLATION:
		case K_LIST:
		case K_LIST_COMPREHENSION:
		case K_LIST_PATTERN:
		case K_PARAMETERS:
		case K_PARENTHESIZED_EXPRESSION:
		case K_SET:
		case K_SET_COMPREHENSION:
		case K_SUBSCRIPT:
		case K_TUPLE:
		case K_TUPLE_PATTERN:
		case K_TYPE_PARAMETER:
			return i;
		case K_BLOCK:
		case K_MODULE:
			return 0;
		default:
			break;
		}
	return 0;
}

/*
 * tree-sitter skips a line end where no statement may end, so that it reads `a,` and `b = c` on the
 * next line as `a, b = c`, and `match [a]:` with `case [b]:` below as an annotated assignment.
 * CPython ends the statement there.
 */
static void
check_gap(struct judge *j, uint32_t left, uint32_t right)
{
	const struct tree *t = j->tree;
	struct str gap = str_slice(t->source, t->nodes[left].end, t->nodes[right].start);

	for (size_t i = 0; i < gap.n; i++) {
		bool joined = i > 0 && (gap.p[i - 1] == '\\' ||
					   (i > 1 && gap.p[i - 1] == '\r' && gap.p[i - 2] == '\\'));

		if (gap.p[i] != '#' && (gap.p[i] != '\n' || joined))
			continue;
		if (bracket_around(t, t->nodes[left].parent) == 0)
			refuse(j, left, "syntax.hidden",
			    "this statement may end here or continue in the next line", true);
		return;
	}
}

static void
check_gaps(struct judge *j, uint32_t list)
{
	uint32_t next;

	for (uint32_t c = tree_first(j->tree, list); c != 0; c = next) {
		next = tree_next(j->tree, c);
		if (next != 0)
			check_gap(j, c, next);
	}
}

static void
check_annotation(struct judge *j, uint32_t assignment)
{
	uint32_t left = tree_child(j->tree, assignment, F_LEFT),
		 type = tree_child(j->tree, assignment, F_TYPE);

	if (type != 0)
		check_gap(j, left, type);
}

/* `with f, lambda: g() as x` binds x in the with statement; tree-sitter hangs it into the lambda.
 */
static void
check_as(struct judge *j, uint32_t as)
{
	const struct tree *t = j->tree;

	for (uint32_t i = t->nodes[as].parent; i != 0 && t->nodes[i].kind != K_BLOCK;
	     i = t->nodes[i].parent)
		if (t->nodes[i].kind == K_LAMBDA) {
			refuse(j, as, "syntax.hidden", "'as' after a lambda", true);
			return;
		}
}

/* Of the text between the braces: whether Python 3.11 could not read it in a string with this quote. */
static bool
is_newer_expression(struct str text, struct str quote)
{
	struct str inner = {"", 0}; /* the quote of the string that `i` is in */

	if (str_find(text, quote, 0) != SIZE_MAX || str_find(text, STR("\\"), 0) != SIZE_MAX ||
	    (quote.n == 1 && str_find(text, STR("\n"), 0) != SIZE_MAX))
		return true;
	for (size_t i = 0; i < text.n; i++) {
		struct str rest = str_slice(text, i, text.n);

		if (inner.n > 0) {
			i += str_starts(rest, inner) ? inner.n - 1 : 0;
			inner.n = str_starts(rest, inner) ? 0 : inner.n;
		} else if (*rest.p == '#') {
			return true;
		} else if (*rest.p == '\'' || *rest.p == '"') {
			bool triple = rest.n > 2 && rest.p[1] == *rest.p && rest.p[2] == *rest.p;
			inner = str_slice(rest, 0, triple ? 3 : 1);
			i += inner.n - 1;
		}
	}
	return false;
}

static bool
is_newer_format(struct str text, struct str quote)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '\\')
			i++;
		else if (str_starts(str_slice(text, i, text.n), quote) ||
			 (quote.n == 1 && text.p[i] == '\n'))
			return true;
	return false;
}

/*
 * Since Python 3.12 a replacement field may hold the string's own quote, backslashes, comments and line
 * ends. What reads f-strings here (the grammar) was held to the language before that, so
 * it stays the language, whatever the interpreter could read.
 */
static void
check_field(struct judge *j, uint32_t field)
{
	const struct tree *t = j->tree;
	uint32_t format = tree_child_of_kind(t, field, K_FORMAT_SPECIFIER), string = field;
	uint32_t end = format != 0 ? t->nodes[format].start : t->nodes[field].end;
	uint32_t outer = t->nodes[t->nodes[field].parent].parent;
	bool deep = t->nodes[field].kind == K_FORMAT_EXPRESSION &&
		    t->nodes[outer].kind == K_FORMAT_EXPRESSION;

	while (string != 0 && t->nodes[string].kind != K_STRING)
		string = t->nodes[string].parent;
	struct str quote = tree_text(t, tree_first(t, string));
	while (quote.n > 0 && *quote.p != '\'' && *quote.p != '"')
		quote = str_slice(quote, 1, quote.n);
	if (string == 0 || quote.n == 0 || deep ||
	    is_newer_expression(str_slice(t->source, t->nodes[field].start, end), quote) ||
	    is_newer_format(str_slice(t->source, end, t->nodes[field].end), quote))
		refuse(j, field, "syntax.python",
		    "this replacement field of an f-string is newer than Python 3.11", false);
}

static void
check_kind(struct judge *j, uint32_t i)
{
	const struct tree *t = j->tree;
	enum kind above = (enum kind)t->nodes[t->nodes[i].parent].kind;

	switch (t->nodes[i].kind) {
	case K_IDENTIFIER:
		check_identifier(j, i);
		break;
	case K_PRINT_STATEMENT:
	case K_EXEC_STATEMENT:
	case K_CHEVRON:
	case K_T_UNEQUAL:
		refuse(j, i, "syntax.python", "Python 2 syntax", false);
		break;
	case K_TYPE_ALIAS_STATEMENT:
		refuse(j, i, "syntax.python", "'type' statements are newer than Python 3.11", true);
		break;
	case K_TYPE_PARAMETER:
		if (above == K_FUNCTION_DEFINITION || above == K_CLASS_DEFINITION)
			refuse(j, i, "syntax.python", "type parameters are newer than Python 3.11",
			    true);
		break;
	case K_TUPLE_PATTERN:
		if (above == K_PARAMETERS || above == K_LAMBDA_PARAMETERS ||
		    above == K_DEFAULT_PARAMETER)
			refuse(j, i, "syntax.python", "Python 2 syntax", false);
		break;
	case K_T_STAR:
		if (above == K_EXCEPT_CLAUSE)
			refuse(j, i, "syntax.except-star", "'except*' can crash the interpreter",
			    true);
		break;
	case K_AS_PATTERN:
		check_as(j, i);
		break;
	case K_ASSIGNMENT:
		check_annotation(j, i);
		break;
	case K_PATTERN_LIST:
	case K_EXPRESSION_LIST:
		check_gaps(j, i);
		break;
	case K_INTERPOLATION:
	case K_FORMAT_EXPRESSION:
		check_field(j, i);
		break;
	case K_NAMED_EXPRESSION:
		above = (enum kind)t->nodes[bracket_around(t, t->nodes[i].parent)].kind;
		if (above == K_INTERPOLATION || above == K_FORMAT_EXPRESSION)
			refuse(j, i, "syntax.hidden",
			    "':=' in an f-string is a format, not an assignment", false);
		break;
	default:
		break;
	}
}

void
judge_syntax(struct judge *j)
{
	for (uint32_t i = 1; i < j->tree->count && !j->failed; i++)
		check_kind(j, i);
	if (j->facts->steps >= FACTS_STEPS_MAX) {
		judge_find(j, j->facts->costly, DECISION_DENY, "syntax.limit",
		    "write it more simply",
		    "the program takes too long to analyse"); /* 0: the whole */
	}
	FACTS_EACH(x, j->facts, texts)
		check_text(j, x);
}
