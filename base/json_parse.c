/* SPDX-License-Identifier: MIT */
/*
 * The reader goes over the text once, from value to value: `read_value` reads a scalar or opens a
 * container, `read_after` closes what ends there and stops before the next value. The open
 * containers are the tape's frames, so nothing recurses.
 */
#include "json_reader.h"

const struct json_limits JSON_LIMITS = {
    .bytes = (size_t)8 << 20,
    .depth = 64,
    .nodes = 1000000,
    .number_bytes = 400,
};

#define VALUE_HELP "a value is an object, an array, a string, a number, true, false or null"

/* The next byte that is not white space, or -1. */
static inline int
next_byte(struct reader *r)
{
	const char *p = r->p;

	while (p < r->end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
		p++;
	r->p = p;
	return p < r->end ? (unsigned char)*p : -1;
}

/* Adds a string from r->p to its closing quote, without its text. */
static inline struct json_node *
add_string(struct reader *r, const char *quote, unsigned flags)
{
	return tape_add(
	    &r->tape, JSON_STRING, flags, reader_offset(r, r->p), reader_offset(r, quote + 1));
}

/* A string that has an escape, or a fault, at `p`. */
static __attribute__((noinline)) bool
read_escaped(struct reader *r, const char *p, unsigned flags)
{
	const char *first = r->p + 1, *quote;
	enum json_fault fault = string_scan(p, r->end, &quote);

	if (fault != JSON_OK)
		return fail_string(r, fault, quote);
	char *text = arena_alloc(r->tape.arena, (size_t)(quote - first));
	if (!text)
		r->tape.fault = TAPE_MEMORY;
	struct json_node *n = text ? add_string(r, quote, flags | JSON_ESCAPED) : NULL;
	if (!n)
		return fail_tape(r);
	n->text = (struct str){text, string_unescape(first, quote, text)};
	r->p = quote + 1;
	return true;
}

/* The string whose opening quote is at r->p. */
static inline bool
read_string(struct reader *r, unsigned flags)
{
	const char *first = r->p + 1, *quote = string_stop(first, r->end);

	if (quote == r->end || *quote != '"')
		return read_escaped(r, quote, flags);
	struct json_node *n = add_string(r, quote, flags);
	if (!n)
		return fail_tape(r);
	n->text = (struct str){first, (size_t)(quote - first)};
	r->p = quote + 1;
	return true;
}

/* A name and its colon. */
static bool
read_name(struct reader *r)
{
	if (next_byte(r) != '"')
		return fail_expected(
		    r, "expected a name, found ", "a name stands in double quotes");
	if (!read_string(r, JSON_NAME))
		return false;
	if (next_byte(r) != ':')
		return fail_expected(r, "expected ':', found ", "a colon stands behind a name");
	r->p++;
	return true;
}

static bool
read_number(struct reader *r)
{
	const char *stop;
	enum number_fault fault = number_scan(r->p, r->end, r->limits->number_bytes, &stop);

	if (fault != NUMBER_OK)
		return fail_number(r, fault, stop);
	struct json_node *n =
	    tape_add(&r->tape, JSON_NUMBER, 0, reader_offset(r, r->p), reader_offset(r, stop));
	if (!n)
		return fail_tape(r);
	n->text = (struct str){r->p, (size_t)(stop - r->p)};
	r->p = stop;
	return true;
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static bool
read_word(struct reader *r, struct str word, enum json_kind kind)
{
	struct str rest = {r->p, (size_t)(r->end - r->p)};

	if (rest.n < word.n && str_starts(word, rest)) {
		r->p = r->end;
		return fail_truncated(r);
	}
	if (!str_starts(rest, word) || (rest.n > word.n && is_letter(rest.p[word.n])))
		return fail_expected(r, "expected a value, found ", VALUE_HELP);
	size_t at = reader_offset(r, r->p);
	if (!tape_add(&r->tape, kind, 0, at, at + word.n))
		return fail_tape(r);
	r->p += word.n;
	return true;
}

/* Refuses text that can't begin a value, with a hint at what was meant. */
static bool
read_nothing(struct reader *r)
{
	static const struct str numbers[] = {
	    {"NaN", 3}, {"Infinity", 8}, {"nan", 3}, {"inf", 3}, {"+", 1}, {".", 1}};
	struct str rest = {r->p, (size_t)(r->end - r->p)};

	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
		if (str_starts(rest, numbers[i]))
			return fail_number(r, NUMBER_OK, r->p);
	return fail_expected(r, "expected a value, found ", VALUE_HELP);
}

static void
close_container(struct reader *r)
{
	r->p++;
	tape_close(&r->tape, reader_offset(r, r->p));
}

/* Opens what begins at r->p; *opened where it is not empty. */
static bool
read_open(struct reader *r, enum json_kind kind, bool *opened)
{
	if (!tape_open(&r->tape, kind, reader_offset(r, r->p)))
		return fail_tape(r);
	r->p++;
	if (next_byte(r) == (kind == JSON_OBJECT ? '}' : ']')) {
		close_container(r);
		return true;
	}
	*opened = true;
	return kind == JSON_ARRAY || read_name(r);
}

/* *opened: a container was opened, and its first value comes next. */
static bool
read_value(struct reader *r, bool *opened)
{
	*opened = false;
	switch (next_byte(r)) {
	case '"':
		return read_string(r, 0);
	case '{':
		return read_open(r, JSON_OBJECT, opened);
	case '[':
		return read_open(r, JSON_ARRAY, opened);
	case 't':
		return read_word(r, STR("true"), JSON_TRUE);
	case 'f':
		return read_word(r, STR("false"), JSON_FALSE);
	case 'n':
		return read_word(r, STR("null"), JSON_NULL);
	case '-':
	case '0':
	case '1':
	case '2':
	case '3':
	case '4':
	case '5':
	case '6':
	case '7':
	case '8':
	case '9':
		return read_number(r);
	default:
		return read_nothing(r);
	}
}

static bool
found_duplicate(void *context, const struct json_node *first, const struct json_node *second)
{
	return fail_duplicate(context, first, second);
}

static bool
close_object(struct reader *r)
{
	if (!tape_duplicates(&r->tape, found_duplicate, r))
		return fail_tape(r);
	if (r->problem.fault != JSON_OK)
		return false;
	close_container(r);
	return true;
}

/* Closes what ends behind a value, up to a comma and the name behind it, or the end. */
static bool
read_after(struct reader *r)
{
	while (r->tape.depth > 0) {
		const struct json_node *open = tape_container(&r->tape);
		bool object = open && open->kind == JSON_OBJECT;
		int c = next_byte(r);
		if (c == ',') {
			r->p++;
			return !object || read_name(r);
		}
		if (c != (object ? '}' : ']'))
			return fail_expected(r,
			    object ? "expected ',' or '}', found " : "expected ',' or ']', found ",
			    object ? "a comma stands between members"
				   : "a comma stands between elements");
		if (!object)
			close_container(r);
		else if (!close_object(r))
			return false;
	}
	return true;
}

static bool
read_text(struct reader *r)
{
	bool opened;

	if (next_byte(r) < 0)
		return fail_empty(r);
	do {
		if (!read_value(r, &opened))
			return false;
		if (!opened && !read_after(r))
			return false;
	} while (r->tape.depth > 0);
	return next_byte(r) < 0 || fail_trailing(r);
}

static bool
read_encoding(struct reader *r)
{
	static const struct str marks[] = {{"\xef\xbb\xbf", 3}, {"\xff\xfe", 2}, {"\xfe\xff", 2}};

	for (size_t i = 0; i < ARRAY_LENGTH(marks); i++)
		if (str_starts(r->source, marks[i]))
			return fail_bom(r, marks[i].n);
	size_t bad = utf8_invalid_at(r->source);
	return bad == r->source.n || fail_utf8(r, bad);
}

bool
json_parse(struct arena *a, struct str source, const char *file, const struct json_limits *limits,
    struct json_doc *out, struct json_problem *problem, struct err *err)
{
	if (!source.p)
		source = STR("");
	struct reader r = {
	    .p = source.p,
	    .end = source.p + source.n,
	    .source = source,
	    .limits = limits,
	    .file = file,
	    .err = err,
	};

	*out = (struct json_doc){.source = source, .file = file};
	tape_init(&r.tape, a, source.n, limits);
	bool good = source.n > limits->bytes || source.n > UINT32_MAX
			? fail_bytes(&r)
			: read_encoding(&r) && read_text(&r);
	if (problem)
		*problem = r.problem;
	if (!good)
		return false;
	out->nodes = r.tape.nodes;
	out->count = (uint32_t)r.tape.count;
	return true;
}
