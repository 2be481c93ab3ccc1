/* SPDX-License-Identifier: MIT */
/* schema_report.h: what `schema validate` found, for the programs that read reports. */
#ifndef CLI_SCHEMA_REPORT_H
#define CLI_SCHEMA_REPORT_H

#include "policy.h"
#include "validator.h"

/* One document as a file with findings: each rule is `schema.` and the keyword. Lives in `a`. */
bool schema_result(struct arena *a, const char *path, const struct json_doc *doc,
    const struct schema_report *r, struct check_result *out, struct err *err);
/* CHECK_SARIF, CHECK_JUNIT or CHECK_GITHUB. */
void schema_results_print(
    enum check_format format, const struct check_result *results, size_t count, struct buf *out);

#endif
