/* SPDX-License-Identifier: MIT */
/* receipt_report.h: a receipt as a report: lines under headings, drawn as text or as a page. */
#ifndef CLI_RECEIPT_REPORT_H
#define CLI_RECEIPT_REPORT_H

#include "cli.h"
#include "receipt.h"

struct report_line {
	struct str label, text;
	bool heading;
	int good; /* of a check: 1 holds, -1 does not; 0: no check */
};

struct report {
	struct arena *a;
	struct str title, state;
	struct report_line *lines;
	size_t count, capacity;
	bool failed;
};

/* `findings` of receipt_verify; none where it was not verified, and `why` says why. */
bool receipt_report(struct arena *a, const struct json_doc *statement,
    const struct receipt_finding *findings, size_t count, const char *why, struct report *out,
    struct err *err);
void report_text(const struct report *r, bool colour, struct buf *out); /* 80 columns */
void report_html(const struct report *r, struct buf *out);

#endif
