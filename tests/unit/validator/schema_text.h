/* SPDX-License-Identifier: MIT */
/* schema_text.h: a schema and a document as texts, and what the validator says of them as one text.
 */
#ifndef SCHEMA_TEXT_H
#define SCHEMA_TEXT_H

#include "validator.h"

/*
 * "valid", "indeterminate: reason", "schema: line:column: message (help)" or, for what is invalid,
 * a line for each issue: "pointer line:column: message (help)". Kept until the next call. A text
 * that begins with '#' is read as YAML.
 */
const char *said(const char *schema, const char *document);
const char *said_with(
    const struct schema_options *options, const char *schema, const char *document);

#endif
