/* SPDX-License-Identifier: MIT */
/* report.h: the formats of reports that other programs read. */
#ifndef POLICY_REPORT_H
#define POLICY_REPORT_H

#include "hash.h"
#include "policy.h"

#define REPORT_ARENA_BYTES_MAX ((size_t)256 << 20)

/* SARIF 2.1.0; columns are UTF-16 code units, as its columnKind says. out->failed where memory ran
 * out. One of `p` and `kind` is NULL. */
void report_sarif(const struct policy *p, const struct report_kind *kind,
    const struct check_result *results, size_t count, struct buf *out);
/* JUnit XML: a file is a test case, a finding a failure. */
void report_junit(const struct policy *p, const struct report_kind *kind,
    const struct check_result *results, size_t count, struct buf *out);
void xml_text(struct buf *out, struct str s); /* escaped, for an attribute or between tags */
/* Workflow commands of GitHub Actions. */
void report_github(const struct check_result *results, size_t count, struct buf *out);

/* "error" of a denial, "warning" of an escalation, "note" of what only is told: also of what is
 * waived or in shadow. */
const char *report_level(const struct finding *f);
/* The identity of each finding, wherever its line moves: its rule, and the line's text without the blanks
 * at its ends. `marks` has room for all findings. False where memory ran out. */
bool report_marks(const struct check_result *r, struct digest *marks);
/* The how manieth of those with equal marks the finding k is, from 1. */
size_t report_nth(const struct digest *marks, size_t k);
size_t report_line_start(struct str source, size_t at);

#endif
