/* SPDX-License-Identifier: MIT */
/*
 * The words about a failed program for a model that may not see what the program printed and
 * raised: the kind of the failure and its place, in words that the data can't have chosen. The
 * names of exceptions are those that Python brings; of an output, the rule of the schema that does
 * not hold, and neither the value nor its place, for the names on the way may be values too.
 */
#include "pipeline.h"

#include <inttypes.h>

#define DETAILS_BYTES_MAX 16384

static const char *const EXCEPTIONS[] = {"ArithmeticError", "AssertionError", "AttributeError",
    "EOFError", "FileNotFoundError", "FloatingPointError", "ImportError", "IndentationError",
    "IndexError", "IsADirectoryError", "JSONDecodeError", "KeyError", "LookupError", "MemoryError",
    "ModuleNotFoundError", "NameError", "NotImplementedError", "OSError", "OverflowError",
    "PermissionError", "RecursionError", "RuntimeError", "StopIteration", "SyntaxError",
    "SystemExit", "TypeError", "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError",
    "UnicodeError", "ValueError", "ZeroDivisionError"};

bool
run_withholds(const struct run *run)
{
	if (!run->executed)
		return false; /* the policy's own words about the model's own program */
	if (run->withheld || task_has_sensitive(run->task))
		return true;
	return !policy_settings_of(run->task->policy)->program_output;
}

const char *
exception_name(struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(EXCEPTIONS); i++)
		if (str_is(name, EXCEPTIONS[i]))
			return EXCEPTIONS[i];
	return "an exception";
}

static void
tell_exception(const struct box_error *e, struct buf *out)
{
	if (e->name.n == 0)
		return;
	buf_printf(out, "it raised %s", exception_name(e->name));
	if (e->line > 0)
		buf_printf(out, " at line %" PRId64, e->line);
	buf_char(out, '\n');
}

static void
tell_output(const struct output_report *r, struct buf *out)
{
	if (r->code.n > 0)
		buf_printf(out, "the output can't be read: %.*s\n", STR_ARG(r->code));
	for (size_t i = 0; i < r->schema.count; i++)
		buf_printf(out, "- line %u, column %u: the schema's rule at '%.*s' does not hold\n",
		    r->schema.issues[i].line, r->schema.issues[i].column,
		    STR_ARG(r->schema.issues[i].schema));
}

void
run_withhold(struct run *run, struct feedback *f)
{
	char hex[DIGEST_HEX_BYTES];
	struct buf details;
	struct buf print;

	f->program_output = STR("");
	if (f->cause == FEEDBACK_POLICY)
		return; /* the box stopped it: a rule's words, and a line of the model's program */
	buf_init(&details, DETAILS_BYTES_MAX);
	if (f->cause == FEEDBACK_SCHEMA && !run->validated)
		buf_str(&details, f->details); /* of leaks: where they stand and what they are */
	else if (f->cause == FEEDBACK_SCHEMA)
		tell_output(&run->output, &details);
	else if (f->cause == FEEDBACK_INVARIANT)
		buf_printf(&details, "these do not hold:\n%.*s", STR_ARG(f->fingerprint));
	else
		tell_exception(&run->execution.error, &details);
	buf_text(&details, "What it printed and raised is not shown, for it may hold data.\n");
	digest_hex_of(f->fingerprint, hex);
	buf_init(&print, DIGEST_HEX_BYTES);
	buf_printf(&print, "%.12s", hex);
	f->summary = f->cause == FEEDBACK_SCHEMA || f->cause == FEEDBACK_INVARIANT
			 ? STR("the output is not what it must be")
			 : STR("the program failed");
	f->details = run_keep(run, &details);
	f->fingerprint = run_keep(run, &print);
}
