/* SPDX-License-Identifier: MIT */
/* sluice receipt: what proves a run, shown, written out, and verified without a store. */
#include "receipt_report.h"

#include "retention.h"

#include "file.h"
#include "actions.h"
#include "record.h"

#include <stdio.h>

struct tool {
	struct call *c;
	struct arena *a;
	const char *what; /* a run's id, or a file */
	struct str receipt;
	struct str witnessed; /* what stands behind it in its file */
	struct receipt_finding findings[RECEIPT_FINDINGS_MAX];
	size_t count;
	bool good;
	struct redacted redacted; /* of a run in the store */
};

static bool
from_store(struct tool *t)
{
	const struct place *p = &t->c->place;
	struct err *err = &t->c->err;
	char sha256[DIGEST_HEX_BYTES];

	return call_open(t->c) && receipt_need(p->store, t->a, t->what, sha256, err) &&
	       content_get(p->store, t->a, sha256, &t->receipt, err) &&
	       receipt_witnessed(p->store, t->a, t->receipt, p->trust ? p->trust->witnesses : 0,
		   &t->witnessed, err) &&
	       redactions_of(p->store, t->what, &t->redacted, err);
}

static bool
from_file(struct tool *t)
{
	return file_read(t->a, t->what, ENVELOPE_BYTES_MAX, &t->receipt, &t->c->err) &&
	       call_trust(t->c);
}

static struct tool
tool_of(struct call *c)
{
	return (struct tool){.c = c, .a = c->a, .what = word(c, 0)};
}

/* Anything that is no run's id names a file, so that a misspelt one is missed as a file. */
static bool
is_file(const char *what)
{
	return strncmp(what, "run_", 4) != 0 || strchr(what, '/') || file_exists(what);
}

static bool
read_receipt(struct tool *t)
{
	return is_file(t->what) ? from_file(t) : from_store(t);
}

static bool
judge(struct tool *t, struct err *err)
{
	t->good = receipt_verify(t->a, t->receipt, t->c->place.trust, t->findings, &t->count, err);
	return t->good || err->code == ERR_NONE;
}

FORM(finding_form, struct receipt_finding, MEMBER(struct receipt_finding, what),
    MEMBER(struct receipt_finding, good), MEMBER(struct receipt_finding, detail));

/* -- verify ---------------------------------------------------------------------------------- */

static void
put_findings(const struct tool *t, struct json_writer *w)
{
	json_object(w);
	json_put_bool(w, "verified", t->good);
	json_put_text(w, "trust_sha256", t->c->place.trust->sha256);
	record_put_list(w, "findings", &finding_form, t->findings, t->count);
	json_end_object(w);
}

static void
draw_findings(const struct tool *t, struct buf *out)
{
	for (size_t i = 0; i < t->count; i++) {
		buf_printf(out, "  %-12s %s", t->findings[i].what,
		    t->findings[i].good ? "holds: " : "FAILS: ");
		text_wrap(out, t->findings[i].detail, 1000, 22, 22);
		buf_char(out, '\n');
	}
	buf_text(out, t->good ? "verified\n" : "NOT verified\n");
}

int
receipt_judge(struct call *c)
{
	struct tool tool = tool_of(c), *t = &tool;

	if (!read_receipt(t))
		return call_fail(c);
	if (!t->c->place.trust)
		return call_error(c, "there is no trust file: name one with --trust");
	if (!judge(t, &c->err))
		return call_fail(c);
	call_begin(c);
	if (c->o->json)
		put_findings(t, &c->j);
	else
		draw_findings(t, &c->out);
	return call_end(c, t->good ? EXIT_ANSWERED : EXIT_FINDINGS);
}

/* -- show and export ------------------------------------------------------------------------- */

/* The receipt is as it was; the store says what became of the contents since. */
static void
tell_redacted(const struct tool *t, struct buf *out)
{
	if (!t->redacted.approval[0])
		return;
	if (out)
		buf_printf(out, "\nREDACTED\n  on %s by approval %s; the receipt stays valid\n",
		    day_of(t->redacted.at_us).text, t->redacted.approval);
	else
		fprintf(stderr, "redacted on %s by approval %s; the receipt stays valid\n",
		    day_of(t->redacted.at_us).text, t->redacted.approval);
}

static bool
draw(struct tool *t, struct buf *out, struct err *err)
{
	struct json_doc statement;
	struct report report;

	if ((t->c->place.trust && !judge(t, err)) ||
	    !receipt_read(t->a, t->receipt, &statement, err))
		return false;
	if (t->c->o->json)
		return json_tree(&t->c->j, &statement, json_root(&statement)), true;
	if (!receipt_report(t->a, &statement, t->findings, t->count,
		"not verified: there is no trust file (--trust)", &report, err))
		return false;
	if (t->c->o->html)
		report_html(&report, out);
	else
		report_text(&report, t->c->colour, out);
	tell_redacted(t, t->c->o->html ? NULL : out);
	return true;
}

int
receipt_show(struct call *c)
{
	struct tool tool = tool_of(c), *t = &tool;

	if (!read_receipt(t))
		return call_fail(c);
	call_begin(c);
	if (!draw(t, &c->out, &c->err))
		return call_fail(c);
	return call_end(c, c->place.trust && !t->good ? EXIT_FINDINGS : EXIT_ANSWERED);
}

int
receipt_export(struct call *c)
{
	struct tool tool = tool_of(c), *t = &tool;

	if (!from_store(t))
		return call_fail(c);
	call_begin(c);
	buf_str(&c->out, t->receipt);
	if (t->witnessed.n > 0)
		buf_char(&c->out, '\n');
	buf_str(&c->out, t->witnessed);
	return call_print(c);
}
