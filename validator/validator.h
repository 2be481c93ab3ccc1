/* SPDX-License-Identifier: MIT */
/*
 * validator.h: JSON Schema, and the judge of every document: outputs, tasks, policies, model
 * replies.
 *
 * A schema is compiled once and checked against any number of documents, from several threads. Four
 * verdicts; only SCHEMA_VALID passes. A keyword, format or dialect that is not implemented is an
 * error of the schema, never ignored.
 */
#ifndef VALIDATOR_H
#define VALIDATOR_H

#include "json.h"

enum schema_verdict {
	SCHEMA_INDETERMINATE = 0, /* a limit was met: nobody knows */
	SCHEMA_INVALID,
	SCHEMA_VALID,
};
const char *schema_verdict_name(enum schema_verdict v); /* "valid", "invalid", "indeterminate" */

struct schema;

/* The dialect of a schema without `$schema`. */
enum schema_dialect {
	SCHEMA_2020_12 = 0,
	SCHEMA_2019_09,
	SCHEMA_DRAFT_07,
};

/*
 * Documents that `$ref` may name, by their absolute URI without fragment; they outlive the compiled
 * schemas. Nothing is ever fetched. The metaschemas of the three dialects are known without it.
 */
struct schema_registry {
	const struct schema_source {
		struct str uri;
		const struct json_doc *doc;
	} * items;
	size_t count;
};

struct schema_options {
	bool strict;         /* an unknown keyword is an error (with "did you mean") */
	bool assert_formats; /* `format` is checked; in strict mode an unknown one is an error */
	enum schema_dialect dialect;
	struct str uri;                         /* what the schema itself is called, or empty */
	const struct schema_registry *registry; /* may be NULL */
};

/*
 * Compiles `doc` (JSON, or YAML's tape). All errors at once, at their places. The schema lives in
 * `a`, and so must `doc`.
 */
bool schema_compile(struct arena *a, const struct json_doc *doc,
    const struct schema_options *options, struct schema **out, struct err_list *errs);

/* One leaf cause. Strings live in the arena given to schema_check. */
struct schema_issue {
	struct str instance; /* JSON Pointer into the document, "" for the root */
	struct str keyword;  /* "required", "type" ... */
	struct str schema;   /* JSON Pointer into the schema, to the keyword */
	struct str message;  /* "missing 'rate'", "expected a number, found a string" */
	struct str expected, actual;
	struct str help; /* "did you mean 'status'?", or empty */
	unsigned line, column, width;
};

struct schema_report {
	enum schema_verdict verdict;
	struct schema_issue *issues; /* sorted by place; at most 100 */
	size_t count, more;
	struct str reason; /* of SCHEMA_INDETERMINATE */
};

/* False only where the world failed (memory). */
bool schema_check(const struct schema *s, struct arena *a, const struct json_doc *doc,
    struct schema_report *out, struct err *err);
/* The verdict alone, at the first failure. */
bool schema_accepts(const struct schema *s, struct arena *a, const struct json_doc *doc,
    enum schema_verdict *out, struct err *err);
/* For readers: a mistake that is made again and again is told a few times. *untold: how many more
 * like the issue `i` follow that are not. */
bool schema_issue_is_told(const struct schema_report *r, size_t i, size_t *untold);
/* Adds each issue as an error at its place in doc->file. */
void schema_report_errors(
    const struct schema_report *r, const struct json_doc *doc, struct err_list *errs);

/* A part of the schema that no value can meet, or that its own examples do not. Certain if it is
 * reported; not every such part is found. */
struct schema_doubt {
	const struct json_doc *doc;
	uint32_t node; /* of doc */
	struct str message;
};
/* False only where the world failed (memory). */
bool schema_doubts(const struct schema *s, struct arena *a, struct schema_doubt **out,
    size_t *count, struct err *err);

/* For files of settings, whose schemas are built into the program: strict, formats asserted.
 * `name` is for messages. */
bool schema_of_text(
    struct arena *a, struct str text, const char *name, struct schema **out, struct err_list *errs);
/* True where the document is valid; else every mistake is an error at its place. */
bool schema_fits(
    const struct schema *s, struct arena *a, const struct json_doc *doc, struct err_list *errs);

/*
 * Invariants: what must hold beyond the schema, as an expression that always ends. A subset of
 *CEL's syntax:
 *
 *	sum(out.items, i, i.amount) == out.total && size(out.items) == in.rows
 *
 * `out` is the document, `in` the declared inputs. Literals, lists, paths (`out.a.b[0]`), `? :`,
 *`|| && !`, `== != < <= > >=`, `in`, `+ - * / %`; size, has, abs, round(x, places), div(a, b,
 *places), min, max, starts_with, ends_with, contains; and over a list, each also with a name and a
 *body: sum, count, all, exists, exists_one, map, filter, unique, min, max. `x.f(y)` is `f(x, y)`.
 *Numbers are exact decimals of at most 38 digits; `/` must come out even (div rounds, half to
 *even). What is missing, of the wrong type, past the digits or past the fuel is indeterminate; `&&`
 *and `||` decide where one side does.
 */
#define INVARIANT_BYTES_MAX 4096

enum invariant_severity {
	INVARIANT_STOP = 0,
	INVARIANT_ESCALATE,
	INVARIANT_WARN,
};

struct invariant;

struct invariant_result {
	enum schema_verdict verdict;
	struct str message; /* "sum(out.items, i, i.amount) is 99.98, out.total is 100.00", or why
			       nobody knows; else empty */
};

/*
 * The schemas (NULL: not known) tell which members there are, so that a typo is an error here;
 * err's column is the place in the expression. The invariant lives in `a` and borrows the text.
 */
bool invariant_compile(struct arena *a, const struct schema *out_schema,
    const struct schema *in_schema, struct str text, struct invariant **invariant, struct err *err);
/* `in` may be NULL where the expression does not mention it. */
bool invariant_check(const struct invariant *i, struct arena *a, const struct json_doc *out,
    const struct json_doc *in, struct invariant_result *result, struct err *err);

/*
 * The output contract: what the whole of stdout is. Nothing is scraped or repaired.
 */
enum output_framing {
	OUTPUT_JSON = 0, /* one JSON text */
	OUTPUT_NDJSON,   /* a JSON text a line, at least one; the schema is that of each */
	OUTPUT_CSV,  /* RFC 4180 with a header: an array of objects. A cell is a number or a boolean
			where the schema's items.properties.<name>.type admits it and it is written
			as in JSON, null where that admits null and it is empty, else a string */
	OUTPUT_TEXT, /* one string, strict UTF-8 without NUL */
};
const char *output_framing_name(enum output_framing f); /* "json", "ndjson", "csv", "text" */
bool output_framing_find(struct str name, enum output_framing *out); /* false: OUTPUT_JSON */
/* The schema of arrays whose elements fit `records`, with which it shares its parts: what `out` is
 * to the invariants of ndjson. Lives in `a`. */
bool schema_of_list(
    const struct schema *records, struct arena *a, struct schema **out, struct err *err);

enum output_verdict {
	OUTPUT_INVALID = 0,
	OUTPUT_INDETERMINATE,
	OUTPUT_VALID,
};

const char *output_verdict_name(enum output_verdict v); /* "valid", "invalid", "indeterminate" */

struct output_report {
	enum output_verdict verdict;
	struct str code; /* of an output that can't be read: "py-repr", "nan", "fence", "ragged-row"
			    ...; else empty */
	struct str message; /* one line for a person */
	struct str hint;    /* what the program should do instead; for the repair turn */
	/* OUTPUT_VALID: one JSON text. json: the accepted bytes, verbatim, without surrounding
	 * blanks; ndjson: the array of the records, each verbatim; csv, text: the JSON made. */
	struct str answer;
	struct json_doc doc;
	struct schema_report schema;
};

/* The issues' lines and columns are those of stdout, their pointers those of the document:
 * /17/amount is of the 18th record or row. `s` may be NULL. */
bool output_check(const struct schema *s, struct arena *a, enum output_framing framing,
    struct str stdout_bytes, struct output_report *out, struct err *err);
/* The report's issues as short lines for a model. */
void output_feedback(const struct output_report *r, struct buf *out);

/*
 * Leaks: what must not leave. Sensitive values of the inputs are looked for by Unicode's case
 * folding and normal form, with escapes undone, in base64, base32 and hexadecimal, split by other
 * characters, reversed, and numbers by what they amount to; credentials by their shapes and by the
 * names before them; cards and accounts by their makers, lengths and checksums. A find is masked: it
 * shows its length and a digest that nobody makes without the key, and never a piece of it.
 */
enum leak_class {
	LEAK_VALUE = 0,  /* a sensitive value of the inputs */
	LEAK_CREDENTIAL, /* keys, tokens, private keys, passwords in URLs or behind their names */
	LEAK_CARD,       /* payment cards */
	LEAK_ACCOUNT,    /* IBANs */
	LEAK_PERSON,     /* US and Swiss social security numbers */
	LEAK_EMAIL,
	LEAK_CONTROL, /* terminal escapes, what turns the order of a text, hidden characters */
	LEAK_CLASSES,
};
extern const char *const LEAK_CLASS_NAMES[LEAK_CLASSES + 1]; /* "sensitive" ...; NULL at the end */
#define LEAK_VALUE_BYTES_MIN 4 /* shorter values are found everywhere, and are left out */
#define LEAK_FINDINGS_MAX 100

struct leak_scanner;

struct leak {
	enum leak_class class;
	const char *rule;      /* "github-token" */
	const char *what;      /* "a GitHub token", "a sensitive value of the inputs, in base64" */
	struct str masked;     /* "… (36 characters, digest 1a2b3c4d5e6f7890)" */
	struct str where;      /* as the caller calls what was searched */
	unsigned line, column; /* 0: it stands in a rewritten form of the text */
};

struct leak_report {
	struct leak *items; /* each thing once in each place */
	size_t count, capacity, more;
	size_t found[LEAK_CLASSES]; /* counts what `more` does too */
};

/* The scanner lives in `a` and borrows nothing. */
bool leak_scanner_new(struct arena *a, const struct str *values, size_t count, struct str key,
    struct leak_scanner **out, struct err *err);
/* Adds what it finds to `out`: in the bytes, and where `doc` is not NULL in its strings. `where` is
 * borrowed. */
bool leak_scan(const struct leak_scanner *s, struct arena *a, struct str where, struct str text,
    const struct json_doc *doc, struct leak_report *out, struct err *err);
/* How a find is shown. */
bool leak_mask(struct arena *a, struct str key, struct str bytes, struct str *out);

/*
 * Reads a JSON text that something else than the validator will use (a model's reply, a setting):
 * the strict scanner and cJSON must both accept it and agree on its nodes, types and names; NUL in
 * strings is refused.
 */
bool document_read(
    struct arena *a, struct str text, const char *file, struct json_doc *out, struct err *err);

/* Of any script: digits, fractions, numerals, as Unicode has them. */
bool codepoint_is_number(uint32_t c);

#endif
