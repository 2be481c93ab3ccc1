/* SPDX-License-Identifier: MIT */
/* log_acts.h: people sign that the log goes on under another name (ledger_adopt), or under another
 * key (ledger_key_rotate). What a verification asks for, where a trust file is in force. */
#ifndef STORE_LOG_ACTS_H
#define STORE_LOG_ACTS_H

#include "ledger.h"
#include "store.h"

/* By an operator's act of kind adopt, about the new name, in the log of the old one. `known` as in
 * struct ledger_adoption. */
bool ledger_adopt_signed(
    struct store *s, struct arena *a, struct str envelope, struct str known, struct err *err);
/* By a custodian's act of kind rotate, about the key that ledger_key_next tells. */
bool ledger_key_rotate_signed(struct store *s, struct arena *a, struct str envelope,
    struct log_rotation *out, struct err *err);

#endif
