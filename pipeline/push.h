/* SPDX-License-Identifier: MIT */
/* push.h: sends the ledger's last checkpoint to the witnesses that the trust file gives an address.
 */
#ifndef PUSH_H
#define PUSH_H

#include "store.h"

struct push_report {
	size_t asked, failed;
};

/* Asks each witness that is due (all of them, with `now`), and keeps what it says. One that can't
 * be reached or refuses is no failure here: that stands in the store, and is tried again later. */
bool push_deliver(
    struct store *s, const struct trust *t, bool now, struct push_report *out, struct err *err);

#endif
