/* SPDX-License-Identifier: MIT */
/*
 * database.h: the database under the store: SQLite or PostgreSQL, the tables, the guards, and the
 * vault with the contents' keys. What stands above it speaks to it by db.h; all others by ledger.h,
 * store.h and receipt.h.
 */
#ifndef DATABASE_H
#define DATABASE_H

#include "err.h"

#include <stdint.h>

struct store;

int64_t store_now_us(struct store *s); /* the database's clock; 0 where it can't be asked */

/*
 * PostgreSQL: the roles PREFIX_submit, _approve, _work, _sequence and _audit with their rights in
 * this schema, as SQL for the server's administrator. ERR_USAGE where either is no plain name.
 */
bool store_roles(const char *schema, const char *prefix, struct buf *out, struct err *err);

#define STORE_ID_BYTES 40
/* prefix_ and 26 digits of Crockford's base 32 that sort by age. */
void store_id(const char *prefix, char out[STORE_ID_BYTES]);

#endif
