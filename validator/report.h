/* SPDX-License-Identifier: MIT */
/* report.h: causes become issues that a person or a model can act on. */
#ifndef VALIDATOR_REPORT_H
#define VALIDATOR_REPORT_H

#include "run.h"

#define REPORT_ISSUES_MAX 100
#define REPORT_NAMES_MAX 256
#define REPORT_TEXT_CODEPOINTS 80

/* False where the world failed. */
bool report_build(struct run *r, struct schema_report *out);

/* message.c: fills message, expected, actual and help. */
bool message_build(struct run *r, const struct cause *c, struct schema_issue *out);

/* suggest.c */
/* The names that the unit declares for this object, by whatever way, but for those that the object
 * has. */
size_t suggest_names(
    const struct run *r, uint32_t unit, uint32_t object, struct str names[REPORT_NAMES_MAX]);
/* The value of the enumeration that a typist meant, or an empty str. */
struct str suggest_value(const struct run *r, const struct cause *c);

#endif
