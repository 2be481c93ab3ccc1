/* SPDX-License-Identifier: MIT */
/* format.h: the values of the keyword `format`, each with a recogniser written by hand, linear in
 * the text's length. */
#ifndef VALIDATOR_FORMAT_H
#define VALIDATOR_FORMAT_H

#include "text.h"

struct format {
	const char *name, *noun; /* "date", "a date like 2026-11-21" */
	bool (*matches)(struct str text);
};

const struct format *format_find(struct str name); /* NULL: not known */
/* Draft 7's contentEncoding and contentMediaType (either may be empty); NULL: only an annotation.
 */
const struct format *format_of_content(struct str encoding, struct str media_type);
struct str format_closest(struct str name); /* empty: none is near */

#endif
