/* SPDX-License-Identifier: MIT */
/* schema_sources.h: the schemas and documents of `sluice schema`, and how they are to be read. */
#ifndef CLI_SCHEMA_SOURCES_H
#define CLI_SCHEMA_SOURCES_H

#include "actions.h"
#include "policy.h"
#include "validator.h"

#define SCHEMA_BYTES_MAX ((size_t)256 << 20)

struct schema_sources {
	struct call *call;
	struct schema_options options; /* by the call's: strict, formats asserted unless told */
	struct schema_registry registry;
};

/* False (told in the call's errs) where an option makes no sense or a file of --remote can't be read. */
bool schema_sources_open(struct schema_sources *s, struct call *c);
bool schema_document(struct schema_sources *s, const char *path, struct json_doc *out);
bool schema_open(struct schema_sources *s, const char *path, struct schema **out);

/* schema_report.c: one document as a file with findings: each rule is `schema.` and the keyword. Lives in `a`. */
bool schema_result(struct arena *a, const char *path, const struct json_doc *doc,
    const struct schema_report *r, struct check_result *out, struct err *err);
/* CHECK_SARIF, CHECK_JUNIT or CHECK_GITHUB. */
void schema_results_print(
    enum check_format format, const struct check_result *results, size_t count, struct buf *out);

#endif
