/* SPDX-License-Identifier: MIT */
/*
 * template.h: pages out of templates and JSON, in a part of Mustache's language (mustache(5)):
 *
 *     {{name}} {{a.b}} {{.}}   a value, escaped for a text or a quoted attribute
 *     {{%name}}                the same of a program: each character that is not plain ASCII in a box
 *     {{#name}}..{{/name}}     for each element of a list, or once for what is not empty
 *     {{^name}}..{{/name}}     where it is missing, empty or false
 *     {{#name=x}}..{{/name=x}} where it is the text x; {{^name=x}}: where it is not
 *     {{>part}}                another template
 *
 * A character that can't be seen is written as its code point: [U+202E].
 *
 * There is no way to write a value unescaped, so what a page shows is never markup.
 */
#ifndef SERVICE_TEMPLATE_H
#define SERVICE_TEMPLATE_H

#include "json.h"

struct template_part {
	const char *name;
	struct str text;
};
/* ERR_INTERNAL, with the place, where a template is wrong. */
bool template_write(const struct template_part *parts, size_t count, const char *name,
    const struct json_doc *data, struct buf *out, struct err *err);

#endif
