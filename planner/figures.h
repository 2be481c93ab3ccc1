/* SPDX-License-Identifier: MIT */
/*
 * figures.h: whether the numbers in a text stand in a document.
 *
 * Numbers are compared exactly, as decimals: 1,234.50 is 1234.5 and 1.2345e3. Signs are left out,
 * because words carry them
 * ("fell by 5"). The digits inside the document's strings and names count too (dates, labels). A
 * digit that follows a letter is part of a name. Digits of other scripts, superscripts and
 * fractions never stand in the document, so they are unfounded; numbers in words are not seen at
 * all.
 */
#ifndef PLANNER_FIGURES_H
#define PLANNER_FIGURES_H

#include "json.h"

#define FIGURES_MARK " [?]" /* put behind each number that is unfounded */

struct figures; /* the numbers of a document */

/* False when out of memory. */
bool figures_collect(struct arena *a, const struct json_doc *doc, struct figures **out);
/* Copies `text` with marks; *unfounded counts them. False when out of memory. */
bool figures_mark(struct arena *a, const struct figures *known, struct str text, struct str *out,
    size_t *unfounded);

#endif
