/* SPDX-License-Identifier: MIT */
/* Turns libyaml's problems into messages for people who write policies. */
#include "yaml_loader.h"

#define QUOTE_HELP "put the text into quotes"
#define TAG_MESSAGE "a tag, or a text that begins with '!'"
#define TAG_HELP "remove the tag, or put the text into quotes"

static const struct yaml_problem *
first_in(const struct yaml_problem *table, size_t count, const char *problem)
{
	for (size_t i = 0; i < count; i++)
		if (problem && strcmp(table[i].problem, problem) == 0)
			return &table[i];
	return NULL;
}

static const struct yaml_problem *
by_problem(const char *problem)
{
	static const struct yaml_problem table[] = {
	    {"mapping values are not allowed in this context", "unexpected ':'",
		"put a text that holds ': ' into quotes, or indent the member like its neighbours",
		YAML_HERE},
	    {"could not find expected ':'", "expected ':' behind this name", "write 'name: value'",
		YAML_CONTEXT},
	    {"did not find expected key", "expected a name or the end of the object",
		"indent members of one object alike; put a text that begins with a quote into "
		"others",
		YAML_HERE},
	    {"did not find expected '-' indicator", "expected '-' or the end of the list",
		"indent the elements of one list alike", YAML_HERE},
	    {"did not find expected ',' or ']'", "expected ',' or ']'",
		"close the list that begins", YAML_HERE_FROM},
	    {"did not find expected ',' or '}'", "expected ',' or '}'",
		"close the object that begins", YAML_HERE_FROM},
	    {"did not find expected node content", "expected a value", QUOTE_HELP, YAML_HERE},
	    {"found character that cannot start any token", "no text begins with this character",
		QUOTE_HELP, YAML_HERE},
	    {"found unexpected end of stream", "this string is not closed",
		"close it with the quote that opens it", YAML_CONTEXT},
	    {"found unexpected document indicator", "this string is not closed",
		"close it with the quote that opens it", YAML_CONTEXT},
	    {"found unknown escape character", "unknown escape",
		"write a backslash twice, or use single quotes", YAML_HERE},
	    {"did not find expected hexdecimal number", "an escape lacks hexadecimal digits",
		"write a backslash twice, or use single quotes", YAML_HERE},
	    {"found invalid Unicode character escape code", "this escape is not a character",
		"write the escape of a character", YAML_HERE},
	    {"block sequence entries are not allowed in this context", "unexpected '-'",
		"begin a list on a line of its own", YAML_HERE},
	    {"mapping keys are not allowed in this context", "unexpected '?'", QUOTE_HELP,
		YAML_HERE},
	    {"found undefined tag handle", TAG_MESSAGE, TAG_HELP, YAML_HERE},
	    {"found unknown directive name", "unknown directive", "only '%YAML 1.2' may stand here",
		YAML_CONTEXT},
	    {"found incompatible YAML document", "unknown version of YAML", "write '%YAML 1.2'",
		YAML_HERE},
	    {"found duplicate %YAML directive", "a second '%YAML'", "remove it", YAML_HERE},
	    {"did not find expected <document start>", "unexpected text behind the document",
		"one file holds one document; indent its parts alike", YAML_HERE},
	    {"did not find expected comment or line break", "unexpected text here",
		"begin a new line, or put ' #' before a comment", YAML_HERE},
	    {"found an indentation indicator equal to 0", "an indentation of 0",
		"write the sign without a number", YAML_HERE},
	    {"did not find expected alphabetic or numeric character",
		"no text begins with this character", QUOTE_HELP, YAML_CONTEXT},
	};

	return first_in(table, ARRAY_LENGTH(table), problem);
}

/* Whatever may be wrong with an anchor or a tag, there may be none. */
static const struct yaml_problem *
by_context(const char *context)
{
	static const struct yaml_problem tag = {NULL, TAG_MESSAGE, TAG_HELP, YAML_CONTEXT};

	return context && strstr(context, "tag") ? &tag : NULL;
}

const struct yaml_problem *
yaml_problem_of(const char *context, const char *problem)
{
	static const struct yaml_problem other = {
	    NULL, "this is not YAML", "put texts into quotes and indent with blanks", YAML_HERE};
	const struct yaml_problem *known = by_context(context);

	if (!known)
		known = by_problem(problem);
	return known ? known : &other;
}
