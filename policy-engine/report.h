/* SPDX-License-Identifier: MIT */
/* report.h: the formats of reports that other programs read. */
#ifndef POLICY_REPORT_H
#define POLICY_REPORT_H

#include "policy.h"

/* SARIF 2.1.0; columns are UTF-16 code units, as its columnKind says. out->failed where memory ran
 * out. */
void report_sarif(
    const struct policy *p, const struct check_result *results, size_t count, struct buf *out);
/* JUnit XML: a file is a test case, a finding a failure. */
void report_junit(
    const struct policy *p, const struct check_result *results, size_t count, struct buf *out);
void xml_text(struct buf *out, struct str s); /* escaped, for an attribute or between tags */
/* Workflow commands of GitHub Actions. */
void report_github(const struct check_result *results, size_t count, struct buf *out);

#endif
