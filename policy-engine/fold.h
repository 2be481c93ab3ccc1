/* SPDX-License-Identifier: MIT */
/* fold.h: what the folding files share: making known texts and numbers under the budget of facts.h.
 */
#ifndef POLICY_FOLD_H
#define POLICY_FOLD_H

#include "facts.h"

/* The text in `b` (which is released) as a value; "some string" where it is too long or the budget
 * is spent. */
struct value fold_made(struct facts *f, struct buf *b, bool bytes);
struct value fold_number(struct facts *f, int64_t n);
bool fold_is_text(const struct value *v); /* certainly a string */

#endif
