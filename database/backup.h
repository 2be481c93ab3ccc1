/* SPDX-License-Identifier: MIT */
/*
 * backup.h: a store's rows as one file, the same for both engines. Private to this folder and its
 * users.
 *
 * Theory: a backup holds rows and nothing that an engine makes of them: no page, no index, no guard.
 * All rows are of one moment (db_read), and what is restored is a store that this program has made
 * itself, with the guards that it knows. A digest behind the last row covers everything before it.
 * Numbers are 8 bytes, the largest first.
 *
 *	sluice store\n	version
 *	T  columns  table  column ..	names: a length, then the bytes
 *	R  value ..			a byte of enum db_kind, then a number, or a length and the bytes
 *	E  SHA-256
 */
#ifndef STORE_BACKUP_H
#define STORE_BACKUP_H

#include "db.h"

/* All tables but the vault's, into a new file that only its owner may read. */
bool backup_write(struct db *db, const char *path, struct err *err);

struct backup {
	const char *path;
	int64_t version;  /* of the schema that it was made with */
	struct str keys;  /* of its contents, as vault_keys_write has them */
	bool brings_keys; /* the vault gets them; else it has them */
	bool without;     /* it is known that they are lost */
	int64_t lost;     /* contents and words whose keys there are not */
};
/* ERR_INPUT where it is damaged, cut off, or no backup. */
bool backup_check(struct backup *b, struct err *err);
/* Into the tables of that version, which no guards stand on yet, in a transaction. What has lost its
 * key is marked as gone, so that it can be stored again. */
bool backup_load(struct db *db, struct backup *b, struct err *err);

#endif
