/* SPDX-License-Identifier: MIT */
/* report.h: the formats of reports that other programs read. */
#ifndef POLICY_REPORT_H
#define POLICY_REPORT_H

#include "policy.h"

struct report {                      /* what a report is of */
	const struct policy *policy; /* NULL where `kind` is not */
	const struct report_kind *kind;
	const struct check_result *results;
	size_t count;
	bool colour;
};

/* SARIF 2.1.0; columns are UTF-16 code units, as its columnKind says. out->failed where memory ran
 * out. */
void report_sarif(const struct report *r, struct buf *out);
/* JUnit XML: a file is a test case, a finding a failure. */
void report_junit(const struct report *r, struct buf *out);
void xml_text(struct buf *out, struct str s); /* escaped, for an attribute or between tags */
/* Workflow commands of GitHub Actions. */
void report_github(const struct report *r, struct buf *out);

/* The findings of a verdict by number, then its obligations, which are notes; NULL behind the last. */
static inline const struct finding *
report_finding(const struct policy_verdict *v, size_t k)
{
	return k < v->count                         ? &v->findings[k]
	       : k - v->count < v->obligation_count ? &v->obligations[k - v->count]
						    : NULL;
}

/* "error" of a denial, "warning" of an escalation, "note" of what only is told: also of what is
 * waived or in shadow. */
const char *report_level(const struct finding *f);

#endif
