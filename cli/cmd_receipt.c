/* SPDX-License-Identifier: MIT */
/* sluice receipt: what proves a run, shown, written out, and verified without a store. */
#include "receipt_report.h"

#include "clock.h"
#include "retention.h"

#include "file.h"
#include "place.h"

#include <stdio.h>
#include <unistd.h>

#define RECEIPT_ARENA_BYTES ((size_t)1 << 30)
#define REPORT_BYTES_MAX ((size_t)64 << 20)

struct receipt_options {
	struct place_options place;
	bool json, html;
};

struct tool {
	struct arena *a;
	const struct receipt_options *o;
	const char *what; /* a run's id, or a file */
	struct str receipt;
	struct str witnessed; /* what stands behind it in its file */
	struct trust *trust;
	struct receipt_finding findings[RECEIPT_FINDINGS_MAX];
	size_t count;
	bool good;
	struct redacted redacted; /* of a run in the store */
};

static bool
from_store(struct tool *t, struct err_list *errs)
{
	char sha256[DIGEST_HEX_BYTES];
	struct place p;
	struct err err;

	if (!place_open(t->a, &t->o->place, &p, errs))
		return false;
	t->trust = p.trust;
	bool good = receipt_need(p.store, t->a, t->what, sha256, &err) &&
		    content_get(p.store, t->a, sha256, &t->receipt, &err) &&
		    receipt_witnessed(p.store, t->a, t->receipt, t->trust ? t->trust->witnesses : 0,
			&t->witnessed, &err) &&
		    redactions_of(p.store, t->what, &t->redacted, &err);
	place_close(&p);
	return good || err_list_add(errs, &err);
}

static bool
from_file(struct tool *t, struct err_list *errs)
{
	const char *path = t->o->place.trust ? t->o->place.trust : trust_path(t->a);
	struct err err;

	if (!file_read(t->a, t->what, ENVELOPE_BYTES_MAX, &t->receipt, &err))
		return err_list_add(errs, &err);
	return !path || trust_load(t->a, path, &t->trust, errs);
}

static bool
is_file(const char *what)
{
	return strcmp(what, "-") == 0 || strchr(what, '/') || file_exists(what);
}

static bool
judge(struct tool *t, struct err *err)
{
	t->good = receipt_verify(t->a, t->receipt, t->trust, t->findings, &t->count, err);
	return t->good || err->code == ERR_NONE;
}

/* -- verify ---------------------------------------------------------------------------------- */

static void
put_findings(const struct tool *t, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	json_put_bool(&w, "verified", t->good);
	json_put_text(&w, "trust_sha256", t->trust->sha256);
	json_name(&w, "findings");
	json_array(&w);
	for (size_t i = 0; i < t->count; i++) {
		json_object(&w);
		json_put_text(&w, "what", t->findings[i].what);
		json_put_bool(&w, "good", t->findings[i].good);
		json_put_str(&w, "detail", t->findings[i].detail);
		json_end_object(&w);
	}
	json_end_array(&w);
	json_end_object(&w);
	buf_char(out, '\n');
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

static int
verify(struct tool *t, const struct verb *verb)
{
	struct err_list errs = {.count = 0};
	struct buf out;
	struct err err;

	if (!(is_file(t->what) ? from_file(t, &errs) : from_store(t, &errs)))
		return print_errors(&errs);
	if (!t->trust)
		return usage_error(verb, "there is no trust file: name one with --trust");
	if (!judge(t, &err))
		return print_error(&err);
	buf_init(&out, REPORT_BYTES_MAX);
	if (t->o->json)
		put_findings(t, &out);
	else
		draw_findings(t, &out);
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	return t->good ? EXIT_ANSWERED : EXIT_FINDINGS;
}

/* -- show and export ------------------------------------------------------------------------- */

/* The receipt is as it was; the store says what became of the contents since. */
static void
tell_redacted(const struct tool *t, struct buf *out)
{
	char stamp[CLOCK_STAMP_BYTES];

	if (!t->redacted.approval[0])
		return;
	clock_stamp_of(t->redacted.at_us, stamp);
	if (out)
		buf_printf(out, "\nREDACTED\n  on %.10s by approval %s; this proof stands\n", stamp,
		    t->redacted.approval);
	else
		fprintf(stderr, "redacted on %.10s by approval %s; this proof stands\n", stamp,
		    t->redacted.approval);
}

static bool
draw(struct tool *t, struct buf *out, struct err *err)
{
	struct json_doc statement;
	struct report report;

	if ((t->trust && !judge(t, err)) || !receipt_read(t->a, t->receipt, &statement, err))
		return false;
	if (t->o->json) {
		struct json_writer w;
		json_writer_init(&w, out, true);
		json_tree(&w, &statement, json_root(&statement));
		buf_char(out, '\n');
		return true;
	}
	if (!receipt_report(t->a, &statement, t->findings, t->count,
		"not verified: there is no trust file (--trust)", &report, err))
		return false;
	if (t->o->html)
		report_html(&report, out);
	else
		report_text(&report, colour_wanted(STDOUT_FILENO), out);
	tell_redacted(t, t->o->html ? NULL : out);
	return true;
}

static int
show(struct tool *t)
{
	struct err_list errs = {.count = 0};
	struct buf out;
	struct err err;

	if (!(is_file(t->what) ? from_file(t, &errs) : from_store(t, &errs)))
		return print_errors(&errs);
	buf_init(&out, REPORT_BYTES_MAX);
	if (!draw(t, &out, &err)) {
		buf_release(&out);
		return print_error(&err);
	}
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	return t->trust && !t->good ? EXIT_FINDINGS : EXIT_ANSWERED;
}

static int export(struct tool *t)
{
	struct err_list errs = {.count = 0};
	struct buf out;

	if (!from_store(t, &errs))
		return print_errors(&errs);
	buf_init(&out, ENVELOPE_BYTES_MAX);
	buf_str(&out, t->receipt);
	if (t->witnessed.n > 0) {
		buf_char(&out, '\n');
		buf_str(&out, t->witnessed);
	}
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static int
cmd_receipt(const struct verb *verb, int argc, char **argv)
{
	static struct option_values words;
	struct receipt_options o = {.json = false};
	const struct option options[] = {
	    {"--html", NULL, "show: as one page", OPTION_FLAG, &o.html},
	    {"--json", NULL, "print JSON", OPTION_FLAG, &o.json}, PLACE_OPTIONS(o.place)};
	struct tool t = {.o = &o};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &words);

	if (code >= 0)
		return code;
	if (words.count != 2)
		return usage_error(verb, "say `receipt show`, `export` or `verify`, and of what");
	const char *what = words.values[0];
	t.what = words.values[1];
	t.a = arena_new(RECEIPT_ARENA_BYTES);
	if (!t.a)
		return EXIT_INTERNAL;
	if (strcmp(what, "show") == 0)
		code = show(&t);
	else if (strcmp(what, "export") == 0)
		code = export(&t);
	else if (strcmp(what, "verify") == 0)
		code = verify(&t, verb);
	else
		code = usage_error(verb, "'%s' is not known: show, export or verify", what);
	arena_free(t.a);
	return code;
}

const struct verb VERB_RECEIPT = {
    .name = "receipt",
    .summary = "proves a run to a stranger: shows, exports and verifies its receipt",
    .usage = "receipt show RUN|FILE [--html] | export RUN | verify FILE|RUN [--trust FILE]",
    .example = "sluice receipt verify run.receipt.json --trust trust.yaml",
    .run = cmd_receipt,
};
