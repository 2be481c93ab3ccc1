/* SPDX-License-Identifier: MIT */
/* reason.h: is what a person wrote a reason, and a ticket? */
#ifndef TRUST_REASON_H
#define TRUST_REASON_H

#include "trust.h"

/* At least `min` characters that can be seen, blanks aside, and not one and the same. */
bool reason_says_something(struct str reason, int64_t min, struct err *err);
/* A pattern of the validator's (ECMA-262), or empty. */
bool ticket_pattern_holds(struct arena *a, struct str pattern, struct err *err);
/* The pattern is found in the ticket; an empty pattern asks for none. */
bool ticket_fits(struct arena *a, struct str pattern, struct str ticket, struct err *err);

#endif
