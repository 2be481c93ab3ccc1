/* SPDX-License-Identifier: MIT */
#include "json_reader.h"

#include <ctype.h>

#define SHOWN_CODEPOINTS 24
#define SHOWN_BYTES 320

/* Places the error that stands in r->err; `bytes` are meant. */
static bool
fail(struct reader *r, enum json_fault fault, const char *at, size_t bytes)
{
	unsigned line, column;
	size_t from = reader_offset(r, at);

	r->problem.fault = fault;
	r->problem.at = from;
	text_place(r->source, from, &line, &column);
	size_t width = utf8_length(str_slice(r->source, from, from + bytes));
	return err_place(r->err, r->file, line, column, (unsigned)(width > 0 ? width : 1));
}

/* Sets the message `before 'thing'after`. */
static void
say(struct reader *r, const char *before, struct str thing, const char *after)
{
	struct buf shown;

	buf_init(&shown, SHOWN_BYTES);
	buf_visible(&shown, thing, SHOWN_CODEPOINTS);
	struct str view = buf_view(&shown);
	err_set(r->err, ERR_INPUT, "%s'%.*s'%s", before, STR_ARG(view), after);
	buf_release(&shown);
}

bool
fail_tape(struct reader *r)
{
	if (r->tape.fault == TAPE_MEMORY) {
		err_memory(r->err);
		return fail(r, JSON_FAULT_MEMORY, r->p, 1);
	}
	if (r->tape.fault == TAPE_DEEP) {
		err_set(r->err, ERR_LIMIT, "more than %zu levels of arrays and objects",
		    r->limits->depth);
		err_help(r->err, "write flatter data");
	} else {
		err_set(r->err, ERR_LIMIT, "more than %zu values and names", r->limits->nodes);
		err_help(r->err, "write less data");
	}
	return fail(r, JSON_FAULT_LIMIT, r->p, 1);
}

bool
fail_bytes(struct reader *r)
{
	size_t max = r->limits->bytes < UINT32_MAX ? r->limits->bytes : UINT32_MAX;

	err_set(r->err, ERR_LIMIT, "the text has %zu bytes, more than %zu", r->source.n, max);
	err_help(r->err, "write less data");
	r->problem.fault = JSON_FAULT_LIMIT;
	r->problem.at = max;
	return err_place(r->err, r->file, 0, 0, 0);
}

bool
fail_utf8(struct reader *r, size_t at)
{
	err_set(r->err, ERR_INPUT, "the byte 0x%02x is not UTF-8", (unsigned char)r->source.p[at]);
	err_help(r->err, "write the text in UTF-8");
	return fail(r, JSON_FAULT_UTF8, r->source.p + at, 1);
}

bool
fail_bom(struct reader *r, size_t bytes)
{
	err_set(r->err, ERR_INPUT, "the text begins with a byte order mark");
	err_help(r->err, "write UTF-8 without one");
	return fail(r, JSON_FAULT_BOM, r->source.p, bytes);
}

bool
fail_empty(struct reader *r)
{
	err_set(r->err, ERR_INPUT, "the text is empty");
	err_help(r->err, "write one JSON value");
	return fail(r, JSON_FAULT_EMPTY, r->end, 0);
}

bool
fail_truncated(struct reader *r)
{
	const struct json_node *open = tape_container(&r->tape);
	unsigned line, column;

	if (open) {
		err_set(r->err, ERR_INPUT, "the text ends inside %s",
		    json_kind_name((enum json_kind)open->kind));
		text_place(r->source, open->at, &line, &column);
		err_help(r->err, "it begins at line %u, column %u", line, column);
	} else {
		err_set(r->err, ERR_INPUT, "the text ends inside a value");
		err_help(r->err, "write the value to its end");
	}
	return fail(r, JSON_FAULT_TRUNCATED, r->end, 0);
}

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '+' || c == '-' || c == '.';
}

/* The word, or else the character, at r->p. */
static struct str
thing_here(const struct reader *r)
{
	struct str rest = {r->p, (size_t)(r->end - r->p)};
	size_t n = 0;

	while (n < rest.n && is_word(rest.p[n]))
		n++;
	if (n == 0)
		utf8_next(rest, &n);
	return str_slice(rest, 0, n);
}

/* The last byte before r->p that is not white space, or NUL. */
static char
byte_before(const struct reader *r)
{
	struct str before = str_trim((struct str){r->source.p, reader_offset(r, r->p)});

	return before.n > 0 ? before.p[before.n - 1] : '\0';
}

/* For what people and programs write where JSON wants something else. */
static const char *
help_for(const struct reader *r, struct str thing, const char *otherwise)
{
	static const struct {
		const char *begins, *help;
	} habits[] = {
	    {"None", "write null, true or false"},
	    {"True", "write null, true or false"},
	    {"False", "write null, true or false"},
	    {"undefined", "write null"},
	    {"'", "strings and names take double quotes"},
	    {"`", "write the JSON alone, without a code fence"},
	    {"/", "JSON has no comments"},
	    {"#", "JSON has no comments"},
	};

	if ((thing.p[0] == ']' || thing.p[0] == '}') && byte_before(r) == ',')
		return "remove the comma before it";
	for (size_t i = 0; i < ARRAY_LENGTH(habits); i++)
		if (str_is(thing, habits[i].begins))
			return habits[i].help;
	return otherwise;
}

static bool
fail_control(struct reader *r)
{
	unsigned c = (unsigned char)*r->p;

	err_set(r->err, ERR_INPUT, "control character U+%04X between values", c);
	err_help(r->err, "remove it; inside a string it is written \\u%04x", c);
	return fail(r, c == 0 ? JSON_FAULT_CONTROL : JSON_FAULT_SYNTAX, r->p, 1);
}

bool
fail_expected(struct reader *r, const char *expected, const char *help)
{
	if (r->p == r->end)
		return fail_truncated(r);
	if ((unsigned char)*r->p < 0x20)
		return fail_control(r);
	struct str thing = thing_here(r);
	say(r, expected, thing, "");
	err_help(r->err, "%s", help_for(r, thing, help));
	return fail(r, JSON_FAULT_SYNTAX, r->p, thing.n);
}

bool
fail_trailing(struct reader *r)
{
	if ((unsigned char)*r->p < 0x20)
		return fail_control(r);
	struct str thing = thing_here(r);
	say(r, "unexpected ", thing, " behind the value");
	err_help(r->err, "write one JSON value and nothing else");
	return fail(r, JSON_FAULT_TRAILING, r->p, thing.n);
}

bool
fail_number(struct reader *r, enum number_fault fault, const char *stop)
{
	static const char *const wrong[] = {
	    [NUMBER_OK] = " is not a JSON number",
	    [NUMBER_NO_DIGIT] = " lacks a digit",
	    [NUMBER_ZERO] = " begins with a zero",
	    [NUMBER_TAIL] = " is not a JSON number",
	    [NUMBER_LONG] = " has too many digits",
	    [NUMBER_EXPONENT] = " has too large an exponent",
	};
	static const char *const help[] = {
	    [NUMBER_OK] = "write null, or a string",
	    [NUMBER_NO_DIGIT] = "write digits on both sides of the point and behind the 'e'",
	    [NUMBER_ZERO] = "write the number without it, or a string",
	    [NUMBER_TAIL] = "write decimal digits, or a string",
	    [NUMBER_LONG] = "write a shorter number, or a string",
	    [NUMBER_EXPONENT] = "write a smaller number, or a string",
	};
	struct str thing = thing_here(r);

	if (fault == NUMBER_NO_DIGIT && stop == r->end)
		return fail_truncated(r);
	if (fault == NUMBER_NO_DIGIT && isalpha((unsigned char)*stop) && stop[-1] == '-')
		fault = NUMBER_OK;
	say(r, "", thing, wrong[fault]);
	err_help(r->err, "%s", help[fault]);
	if (fault != NUMBER_LONG && fault != NUMBER_EXPONENT)
		return fail(r, JSON_FAULT_NUMBER, r->p, thing.n);
	r->err->code = ERR_LIMIT;
	return fail(r, JSON_FAULT_LIMIT, r->p, thing.n);
}

static void
say_control(struct reader *r, unsigned char c)
{
	err_set(r->err, ERR_INPUT, "control character U+%04X in a string", (unsigned)c);
	if (c == '\n' || c == '\t' || c == '\r')
		err_help(r->err, "write \\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
	else
		err_help(r->err, "write \\u%04x", (unsigned)c);
}

bool
fail_string(struct reader *r, enum json_fault fault, const char *stop)
{
	struct str rest = {stop, (size_t)(r->end - stop)};

	if (fault == JSON_FAULT_TRUNCATED) {
		err_set(r->err, ERR_INPUT, "the text ends inside a string");
		unsigned line, column;
		text_place(r->source, reader_offset(r, r->p), &line, &column);
		err_help(r->err, "it begins at line %u, column %u", line, column);
		return fail(r, fault, r->end, 0);
	}
	if (fault == JSON_FAULT_CONTROL) {
		say_control(r, (unsigned char)*stop);
		return fail(r, fault, stop, 1);
	}
	if (fault == JSON_FAULT_SURROGATE) {
		say(r, "", str_slice(rest, 0, 6), " is half of a surrogate pair");
		err_help(r->err, "write both halves, or the character itself");
		return fail(r, fault, stop, 6);
	}
	size_t n = 1;
	utf8_next(rest, &n);
	say(r, "unknown escape ", str_slice(rest, 0, n), "");
	err_help(r->err, stop[1] == 'u' ? "'\\u' takes four hexadecimal digits"
					: "a backslash itself is written '\\\\'");
	return fail(r, fault, stop, n);
}

bool
fail_duplicate(struct reader *r, const struct json_node *first, const struct json_node *second)
{
	unsigned line, column;

	say(r, "duplicate name ", second->text, "");
	text_place(r->source, first->at, &line, &column);
	err_help(r->err, "the first is at line %u, column %u", line, column);
	r->problem.other_at = first->at;
	return fail(r, JSON_FAULT_DUPLICATE, r->source.p + second->at, second->end - second->at);
}
