/* SPDX-License-Identifier: MIT */
#include "invariant.h"

#include "ascii.h"
#include "invariant_token.h"

static const struct term *parse_expression(struct term_parser *p);

static const struct {
	const char *name;
	enum function function;
	uint8_t least, most; /* arguments */
	bool over;           /* over a list, perhaps with a name and a body */
} FUNCTIONS[] = {
    {"size", F_SIZE, 1, 1, false},
    {"has", F_HAS, 1, 1, false},
    {"abs", F_ABS, 1, 1, false},
    {"round", F_ROUND, 2, 2, false},
    {"div", F_DIV, 3, 3, false},
    {"starts_with", F_STARTS, 2, 2, false},
    {"ends_with", F_ENDS, 2, 2, false},
    {"contains", F_CONTAINS, 2, 2, false},
    {"sum", F_SUM, 1, 3, true},
    {"count", F_COUNT, 3, 3, true},
    {"all", F_ALL, 3, 3, true},
    {"exists", F_EXISTS, 3, 3, true},
    {"exists_one", F_EXISTS_ONE, 3, 3, true},
    {"map", F_MAP, 3, 3, true},
    {"filter", F_FILTER, 3, 3, true},
    {"unique", F_UNIQUE, 1, 3, true},
    {"min", F_MIN, 1, 3, true},
    {"max", F_MAX, 1, 3, true},
};

static struct term *
add(struct term_parser *p, enum term_kind kind, size_t from, const struct term *left,
    const struct term *right)
{
	struct term *t = arena_alloc(p->a, sizeof(*t));
	uint32_t l = left ? left->depth : 0, r = right ? right->depth : 0;
	if (!t || ++p->term_count > INVARIANT_TREES_MAX || (l > r ? l : r) >= INVARIANT_DEPTH_MAX) {
		token_fail(p, from, 1, t ? "the expression is too large" : "out of memory");
		return NULL;
	}
	t->kind = (uint8_t)kind;
	t->child[0] = left;
	t->child[1] = right;
	t->depth = (l > r ? l : r) + 1;
	t->source = str_trim(str_slice(p->text, from, p->at));
	t->shape = (struct shape){NULL, NO_UNIT};
	return t;
}

static const struct term *
parse_text(struct term_parser *p)
{
	size_t from = p->at;
	char quote = p->text.p[p->at++], *out = arena_alloc(p->a, p->text.n + 1);
	size_t n = 0;
	if (!out)
		return token_fail(p, from, 1, "out of memory");
	while (p->at < p->text.n && p->text.p[p->at] != quote) {
		char c = p->text.p[p->at++];
		if (c == '\\' && p->at < p->text.n) {
			c = p->text.p[p->at++];
			if (!strchr("\\'\"nt", c))
				return token_fail(p, p->at - 2, 2, "unknown escape '\\%c'", c);
			c = (char)(c == 'n' ? '\n' : c == 't' ? '\t' : c);
		}
		out[n++] = c;
	}
	if (p->at >= p->text.n)
		return token_fail(p, from, 1, "the string has no end");
	p->at++;
	struct term *t = add(p, TERM_TEXT, from, NULL, NULL);
	if (t)
		t->text = (struct str){out, n};
	return t;
}

static const struct term *
parse_number(struct term_parser *p)
{
	size_t from = p->at;
	p->at += ascii_digits(p->text, from);
	if (p->at < p->text.n && p->text.p[p->at] == '.' && ascii_digits(p->text, p->at + 1) > 0)
		p->at += 1 + ascii_digits(p->text, p->at + 1);
	struct term *t = add(p, TERM_NUMBER, from, NULL, NULL);
	if (t && !number_read(t->source, &t->number))
		return token_fail(p, from, t->source.n, "a number has at most 38 digits");
	return t;
}

static const struct term *
parse_list(struct term_parser *p, size_t from)
{
	const struct term **items = NULL;
	size_t count = 0, capacity = 0;
	uint32_t depth = 0;
	while (!token_take(p, "]")) {
		if (count > 0 && !token_expect(p, ","))
			return NULL;
		const struct term *item = parse_expression(p);
		const struct term **slot =
		    item ? arena_push(p->a, &items, &count, &capacity, sizeof(const struct term *))
			 : NULL;
		if (!slot)
			return item ? token_fail(p, from, 1, "out of memory") : NULL;
		*slot = item;
		depth = item->depth > depth ? item->depth : depth;
	}
	struct term *t = add(p, TERM_LIST, from, NULL, NULL);
	if (!t)
		return NULL;
	t->items = items;
	t->count = (uint32_t)count;
	t->depth = depth + 1;
	return t->depth <= INVARIANT_DEPTH_MAX
		   ? t
		   : token_fail(p, from, 1, "the expression is too large");
}

/* The body of a function over a list, with the name bound to the list's elements. */
static const struct term *
parse_body(struct term_parser *p, const struct term *list)
{
	size_t at = p->at;
	struct str name = token_name(p);
	if (name.n == 0)
		return token_fail(p, p->at, 1, "expected a name for the elements");
	if (str_is(name, "out") || str_is(name, "in") || p->name_count == INVARIANT_NAMES_MAX)
		return token_fail(p, at, name.n, "'%.*s' can't be a name here", STR_ARG(name));
	if (!token_expect(p, ","))
		return NULL;
	p->names[p->name_count++] = (struct binding){name, shape_items(list->shape)};
	const struct term *body = parse_expression(p);
	p->name_count--;
	return body;
}

static bool
closes(struct term_parser *p)
{
	token_blanks(p);
	return p->at < p->text.n && p->text.p[p->at] == ')';
}

/* Behind the list, or, where that is the receiver, behind the parenthesis. */
static const struct term *
finish_over(struct term_parser *p, size_t function, const struct term *list, size_t from)
{
	const struct term *body = NULL;
	if (FUNCTIONS[function].least > 1 || !closes(p)) {
		body = parse_body(p, list);
		if (!body)
			return NULL;
	}
	if (!token_expect(p, ")"))
		return NULL;
	struct term *t = add(p, TERM_OVER, from, list, body);
	if (!t)
		return NULL;
	t->function = (uint8_t)FUNCTIONS[function].function;
	t->slot = p->name_count;
	if (t->function == F_FILTER)
		t->shape = list->shape;
	return t;
}

/* `first` is the receiver of x.f(...), or NULL. */
static const struct term *
parse_call(struct term_parser *p, struct str name, const struct term *first, size_t from)
{
	struct str names[ARRAY_LENGTH(FUNCTIONS)];
	size_t f = 0;
	for (; f < ARRAY_LENGTH(FUNCTIONS) && !str_is(name, FUNCTIONS[f].name); f++)
		names[f] = str_from(FUNCTIONS[f].name);
	if (f == ARRAY_LENGTH(FUNCTIONS)) {
		struct str close = text_closest(name, names, ARRAY_LENGTH(names));
		token_fail(p, from, name.n, "unknown function '%.*s'", STR_ARG(name));
		if (close.n > 0)
			err_help(p->err, "did you mean '%.*s'?", STR_ARG(close));
		return NULL;
	}
	const struct term *args[3] = {first};
	size_t count = first ? 1 : 0;
	if (FUNCTIONS[f].over) {
		const struct term *list = first ? first : parse_expression(p);
		if (!list || (!first && !closes(p) && !token_expect(p, ",")))
			return NULL;
		return finish_over(p, f, list, from);
	}
	while (!token_take(p, ")")) {
		if (count > (first ? 1u : 0u) && !token_expect(p, ","))
			return NULL;
		const struct term *argument = parse_expression(p);
		if (!argument)
			return NULL;
		if (count == 3)
			return token_fail(p, from, name.n, "too many arguments");
		args[count++] = argument;
	}
	if (count < FUNCTIONS[f].least || count > FUNCTIONS[f].most)
		return token_fail(p, from, name.n, "'%.*s' takes %d argument%s", STR_ARG(name),
		    FUNCTIONS[f].least, FUNCTIONS[f].least == 1 ? "" : "s");
	struct term *t = add(p, TERM_CALL, from, args[0], args[1]);
	if (!t)
		return NULL;
	t->child[2] = args[2];
	if (args[2] && args[2]->depth >= t->depth)
		t->depth = args[2]->depth + 1;
	t->function = (uint8_t)FUNCTIONS[f].function;
	return t->depth <= INVARIANT_DEPTH_MAX
		   ? t
		   : token_fail(p, from, 1, "the expression is too large");
}

static const struct term *
parse_named(struct term_parser *p)
{
	size_t from = p->at;
	struct str name = token_name(p);
	if (name.n == 0)
		return token_fail(p, from, 1,
		    from < p->text.n ? "expected a value" : "the expression ends too early");
	if (token_take(p, "("))
		return parse_call(p, name, NULL, from);
	static const struct {
		const char *name;
		enum term_kind kind;
	} WORDS[] = {{"true", TERM_TRUE}, {"false", TERM_FALSE}, {"null", TERM_NULL},
	    {"out", TERM_OUT}, {"in", TERM_IN}};
	for (size_t i = 0; i < ARRAY_LENGTH(WORDS); i++) {
		if (!str_is(name, WORDS[i].name))
			continue;
		struct term *t = add(p, WORDS[i].kind, from, NULL, NULL);
		if (t && t->kind == TERM_OUT)
			t->shape = p->out;
		if (t && t->kind == TERM_IN) {
			t->shape = p->in;
			p->uses_in = true;
		}
		return t;
	}
	for (uint32_t i = p->name_count; i-- > 0;) {
		if (!str_eq(p->names[i].name, name))
			continue;
		struct term *t = add(p, TERM_NAME, from, NULL, NULL);
		if (t) {
			t->slot = i;
			t->shape = p->names[i].shape;
		}
		return t;
	}
	token_fail(p, from, name.n, "unknown name '%.*s'", STR_ARG(name));
	err_help(p->err, "paths begin with 'out' (the document) or 'in' (the inputs)");
	return NULL;
}

static const struct term *
parse_primary(struct term_parser *p)
{
	token_blanks(p);
	size_t from = p->at;
	char c = from < p->text.n ? p->text.p[from] : '\0';
	if (c == '"' || c == '\'')
		return parse_text(p);
	if (ascii_digit(c))
		return parse_number(p);
	if (token_take(p, "["))
		return parse_list(p, from);
	if (!token_take(p, "("))
		return parse_named(p);
	const struct term *t = parse_expression(p);
	return t && token_expect(p, ")") ? t : NULL;
}

static const struct term *
parse_member(struct term_parser *p, const struct term *left, size_t from)
{
	size_t at = p->at;
	struct str name = token_name(p), close;
	struct shape shape;
	if (name.n == 0)
		return token_fail(p, p->at, 1, "expected a member's name");
	if (token_take(p, "("))
		return parse_call(p, name, left, from);
	if (!shape_member(left->shape, name, &shape, &close)) {
		token_fail(p, at, name.n, "the schema has no '%.*s' here", STR_ARG(name));
		if (close.n > 0)
			err_help(p->err, "did you mean '%.*s'?", STR_ARG(close));
		return NULL;
	}
	struct term *t = add(p, TERM_MEMBER, from, left, NULL);
	if (t) {
		t->text = name;
		t->shape = shape;
	}
	return t;
}

static const struct term *
parse_path(struct term_parser *p)
{
	token_blanks(p);
	size_t from = p->at;
	const struct term *left = parse_primary(p);
	while (left) {
		if (token_take(p, ".")) {
			left = parse_member(p, left, from);
		} else if (token_take(p, "[")) {
			const struct term *index = parse_expression(p);
			if (!index || !token_expect(p, "]"))
				return NULL;
			struct term *t = add(p, TERM_INDEX, from, left, index);
			if (t)
				t->shape = shape_items(left->shape);
			left = t;
		} else {
			break;
		}
	}
	return left;
}

static const struct term *
parse_unary(struct term_parser *p)
{
	token_blanks(p);
	size_t from = p->at;
	bool not = token_take(p, "!"), negate = !not &&token_take(p, "-");
	if (!not &&!negate)
		return parse_path(p);
	if (++p->depth > INVARIANT_DEPTH_MAX)
		return token_fail(p, from, 1, "the expression is too large");
	const struct term *t = parse_unary(p);
	p->depth--;
	return t ? add(p, not ? TERM_NOT : TERM_NEGATE, from, t, NULL) : NULL;
}

/* Operators by how tightly they bind, loosest first; longer spellings before their beginnings. */
static const struct {
	const char *token;
	enum term_kind kind;
	int level;
} OPERATORS[] = {
    {"||", TERM_OR, 0},
    {"&&", TERM_AND, 1},
    {"==", TERM_EQUAL, 2},
    {"!=", TERM_DIFFERENT, 2},
    {"<=", TERM_LESS_EQUAL, 2},
    {">=", TERM_MORE_EQUAL, 2},
    {"<", TERM_LESS, 2},
    {">", TERM_MORE, 2},
    {"in", TERM_ELEMENT, 2},
    {"+", TERM_ADD, 3},
    {"-", TERM_SUBTRACT, 3},
    {"*", TERM_MULTIPLY, 4},
    {"/", TERM_DIVIDE, 4},
    {"%", TERM_REMAINDER, 4},
};

static bool
take_operator(struct term_parser *p, int level, enum term_kind *kind)
{
	for (size_t i = 0; i < ARRAY_LENGTH(OPERATORS); i++) {
		if (OPERATORS[i].level != level || !token_take(p, OPERATORS[i].token))
			continue;
		*kind = OPERATORS[i].kind;
		return true;
	}
	return false;
}

static const struct term *
parse_binary(struct term_parser *p, int level)
{
	if (level > 4)
		return parse_unary(p);
	token_blanks(p);
	size_t from = p->at;
	enum term_kind kind = TERM_NULL;
	const struct term *left = parse_binary(p, level + 1);
	while (left && take_operator(p, level, &kind)) {
		const struct term *right = parse_binary(p, level + 1);
		left = right ? add(p, kind, from, left, right) : NULL;
	}
	return left;
}

static const struct term *
parse_expression(struct term_parser *p)
{
	if (++p->depth > INVARIANT_DEPTH_MAX)
		return token_fail(p, p->at, 1, "the expression is too large");
	token_blanks(p);
	size_t from = p->at;
	const struct term *test = parse_binary(p, 0);
	if (test && token_take(p, "?")) {
		const struct term *then = parse_expression(p);
		const struct term *otherwise =
		    then && token_expect(p, ":") ? parse_expression(p) : NULL;
		struct term *t = otherwise ? add(p, TERM_IF, from, test, then) : NULL;
		if (t) {
			t->child[2] = otherwise;
			t->depth = otherwise->depth >= t->depth ? otherwise->depth + 1 : t->depth;
		}
		test = t;
	}
	p->depth--;
	return test;
}

const struct term *
invariant_parse(struct arena *a, struct shape out, struct shape in, struct str text, bool *uses_in,
    struct err *err)
{
	struct term_parser p = {.a = a, .text = text, .out = out, .in = in, .err = err};
	*err = (struct err){0};
	if (text.n > INVARIANT_BYTES_MAX || utf8_invalid_at(text) < text.n) {
		token_fail(&p, 0, 1,
		    text.n > INVARIANT_BYTES_MAX ? "the expression is too long"
						 : "the expression is not UTF-8");
		return NULL;
	}
	const struct term *root = parse_expression(&p);
	token_blanks(&p);
	if (root && p.at < text.n)
		root = token_fail(&p, p.at, 1, "expected an operator or the end");
	*uses_in = p.uses_in;
	return root;
}
