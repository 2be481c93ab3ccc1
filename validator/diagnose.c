/* SPDX-License-Identifier: MIT */
#include "diagnose.h"

struct diagnosis {
	const char *code, *what, *hint;
};

#define ONE_DOCUMENT "print exactly one JSON text, with one json.dumps(...), and nothing else"

static const struct diagnosis EMPTY = {"empty", "the output is empty",
    "print the result with print(json.dumps(result, allow_nan=False))"};
static const struct diagnosis PY_REPR = {"py-repr",
    "the output is Python's notation of a value, not JSON",
    "print json.dumps(value) instead of the value itself: JSON has double quotes, null, true and "
    "false"};
static const struct diagnosis NAN_FOUND = {"nan",
    "the output has a number that JSON does not have (NaN or Infinity)",
    "replace such values by None before json.dumps(..., allow_nan=False)"};
static const struct diagnosis FENCE = {"fence", "the output is wrapped in a code fence",
    "print the JSON text alone, without ``` around it"};
static const struct diagnosis LEADING = {"leading-text", "there is text before the JSON",
    "write messages to sys.stderr; standard output is for the one JSON text"};
static const struct diagnosis TRAILING = {"trailing-text", "there is text behind the JSON",
    "write messages to sys.stderr; standard output is for the one JSON text"};
static const struct diagnosis MULTIPLE = {"multiple-documents", "there is more than one JSON text",
    "collect the results in one list or object and print it once"};
static const struct diagnosis TRACEBACK = {
    "traceback", "the output is an error's traceback", "fix the error, or let it end the program"};
static const struct diagnosis NOT_JSON = {"not-json", "the output is not JSON", ONE_DOCUMENT};
static const struct diagnosis NUL_FOUND = {
    "nul", "the output has a NUL byte", "remove '\\x00' from the text before it is printed"};

static const struct {
	enum json_fault fault;
	struct diagnosis diagnosis;
} BY_FAULT[] = {
    {JSON_FAULT_TRUNCATED, {"truncated", "the JSON ends before it is complete", ONE_DOCUMENT}},
    {JSON_FAULT_UTF8,
	{"bad-utf8", "the output is not UTF-8", "decode bytes first, and print text"}},
    {JSON_FAULT_BOM,
	{"bom", "the output begins with a byte order mark", "print plain UTF-8 without a BOM"}},
    {JSON_FAULT_CONTROL, {"control-character", "a string holds a raw control character",
			     "let json.dumps escape the text"}},
    {JSON_FAULT_ESCAPE,
	{"bad-escape", "a string holds an escape that JSON does not have", ONE_DOCUMENT}},
    {JSON_FAULT_SURROGATE, {"lone-surrogate", "a string holds half of a surrogate pair",
			       "encode the text with errors='replace' before it is printed"}},
    {JSON_FAULT_NUMBER,
	{"bad-number", "a number is not written as JSON writes numbers", ONE_DOCUMENT}},
    {JSON_FAULT_DUPLICATE,
	{"duplicate-key", "an object has the same key twice",
	    "make keys different before json.dumps: 1 and '1' become the same key"}},
    {JSON_FAULT_LIMIT,
	{"too-large", "the output is past a limit", "print less, or nest it less deeply"}},
};

static bool
word_at(struct str text, size_t at, const char *word)
{
	return str_starts(str_slice(text, at, text.n), str_from(word));
}

static bool
any_word_at(struct str text, size_t at, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (word_at(text, at, words[i]))
			return true;
	return false;
}

static bool
is_nan_at(struct str text, size_t at)
{
	static const char *const WORDS[] = {"NaN", "Infinity", "-Infinity", "nan", "inf", "-inf"};
	bool behind_minus = at > 0 && text.p[at - 1] == '-' && word_at(text, at, "Infinity");
	return behind_minus || any_word_at(text, at, WORDS, ARRAY_LENGTH(WORDS));
}

static bool
is_python_at(struct str text, size_t at)
{
	static const char *const WORDS[] = {"'", "None", "True", "False", "(", "b'", "b\"", "{'",
	    "['", "datetime.", "Decimal(", "array(", "set(", "<"};
	return any_word_at(text, at, WORDS, ARRAY_LENGTH(WORDS));
}

/* A line further down that begins as JSON does: what stands before it is talk. */
static bool
has_json_line(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((text.p[i] == '{' || text.p[i] == '[') &&
		    (i == 0 || text.p[i - 1] == '\n' || text.p[i - 1] == ' '))
			return true;
	return false;
}

static bool
begins_as_json(char c)
{
	return strchr("{[\"-0123456789tfn", c) != NULL;
}

static const struct diagnosis *
of_syntax(struct str text, size_t at)
{
	struct str trimmed = str_trim(text);
	size_t start = (size_t)(trimmed.p - text.p);
	if (is_nan_at(text, at))
		return &NAN_FOUND;
	if (at > start && is_python_at(text, at))
		return &PY_REPR;
	bool talk = at <= start + 1 && !begins_as_json(trimmed.p[0]);
	if (at == start && is_python_at(text, at))
		return word_at(text, at, "<") ? &NOT_JSON : &PY_REPR;
	bool words =
	    at > start && (trimmed.p[0] == 't' || trimmed.p[0] == 'f' || trimmed.p[0] == 'n');
	if ((talk || words) && has_json_line(trimmed))
		return &LEADING;
	return &NOT_JSON;
}

static const struct diagnosis *
of_trailing(struct arena *a, struct str text, size_t at)
{
	struct json_doc doc;
	struct json_problem problem = {0};
	struct err ignored = {0};
	struct str rest = str_slice(text, at, text.n);
	if (json_parse(a, rest, NULL, &JSON_LIMITS, &doc, &problem, &ignored) ||
	    problem.fault == JSON_FAULT_TRAILING)
		return &MULTIPLE;
	return &TRAILING;
}

static const struct diagnosis *
find(struct arena *a, struct str text, const struct json_problem *problem)
{
	struct str trimmed = str_trim(text);
	bool nul = problem->at < text.n && text.p[problem->at] == '\0';
	if (problem->fault == JSON_FAULT_EMPTY || trimmed.n == 0)
		return &EMPTY;
	if (str_starts(trimmed, STR("```")))
		return &FENCE;
	if (str_starts(trimmed, STR("Traceback (most recent call last)")))
		return &TRACEBACK;
	if (problem->fault == JSON_FAULT_CONTROL && nul)
		return &NUL_FOUND;
	if (problem->fault == JSON_FAULT_TRAILING)
		return of_trailing(a, text, problem->at);
	if ((problem->fault == JSON_FAULT_NUMBER || problem->fault == JSON_FAULT_SYNTAX) &&
	    is_nan_at(text, problem->at))
		return &NAN_FOUND;
	for (size_t i = 0; i < ARRAY_LENGTH(BY_FAULT); i++)
		if (BY_FAULT[i].fault == problem->fault)
			return &BY_FAULT[i].diagnosis;
	return of_syntax(text, problem->at);
}

bool
diagnose(struct arena *a, struct str text, const struct json_problem *problem,
    const struct err *found, struct output_report *out)
{
	const struct diagnosis *d = find(a, text, problem);
	char *message = d == &EMPTY ? arena_printf(a, "%s", d->what)
				    : arena_printf(a, "%s (line %u, column %u: %s)", d->what,
					  found->line, found->column, found->message);
	out->verdict = OUTPUT_INVALID;
	out->code = str_from(d->code);
	out->message = str_from(message);
	out->hint = str_from(d->hint);
	return message != NULL;
}
