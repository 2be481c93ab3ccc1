/* SPDX-License-Identifier: MIT */
/*
 * vault.h: the keys under which contents lie in the store. Private to this folder and its tests.
 *
 * Theory: a deleted row lives on in pages, in write-ahead logs, in dead tuples and in every backup.
 * So each content is encrypted under its own key, and the key is kept in the vault, which is not
 * part of a copy of the store. Erasure destroys the key; after that no copy of the content can be
 * decrypted.
 *
 * The vault is a database of one table: SLUICE_VAULT (`sqlite:PATH` or `postgresql://...`), else
 * `PATH.vault` beside a SQLite store, else the tables of a PostgreSQL store's own database, by the
 * store's connection: there a key that is made in a transaction comes and goes with it. A vault is
 * opened when it is first needed. It has an id, and the store names the one that its keys are
 * in: a store whose vault is away or another one neither reads nor stores sealed contents.
 *
 * Keys are made many at a time, more with each time that a process needs some, so that a content
 * does not cost a second wait for the disk. In SQLite, the first that a process makes are also for
 * those that come next, which take a few each and do not wait for the disk: these keys are on it
 * already, and who took which is only written, not synced. After a power cut a key that is in use may
 * look unused, so what was left before a start of the kernel is never taken behind it, nor what a copy
 * of the file has; it is saved like a key in use. One that was made and not used stays in the vault, and
 * opens nothing.
 */
#ifndef STORE_VAULT_H
#define STORE_VAULT_H

#include "database.h"
#include "db.h"
#include "trust.h"

/* `where` as for store_open; nothing is opened yet. */
bool vault_new(const char *where, struct vault **out, struct err *err);
void vault_free(struct vault *v); /* NULL is fine */

struct vault_key {
	char id[STORE_ID_BYTES];
	uint8_t bytes[SEAL_KEY_BYTES];
};
/* Makes the vault, where it is not there yet, and names it in the store: in its transaction. */
bool vault_begin(struct db *store, struct err *err);
/* Keys are made ahead of what they will seal, outside of a transaction; what fails is done when one
 * is wanted. */
void vault_stock(struct db *store);
/* A key that nothing else is sealed under. In a transaction of the store that writes. */
bool vault_key_new(struct db *store, struct vault_key *out, struct err *err);
/* False with ERR_INPUT where it is not there: destroyed. */
bool vault_key_get(struct db *store, struct str id, struct vault_key *out, struct err *err);
/* For good; one that is gone already is fine. Outside of the store's transactions. */
bool vault_key_destroy(struct db *store, const char *id, struct err *err);
/*
 * All keys as text, for a copy that only people can open (recovery_seal): the vault's id, then a
 * line of each key's id and its bytes in base64; nothing where there is no vault. The caller wipes
 * it. They are read into a vault that has none yet, or these: into one apart from
 * the store before the store's tables are made, into the store's own tables behind that (`made`),
 * by the transaction that makes them; the other call does nothing.
 */
bool vault_keys_write(struct db *store, struct buf *out, struct err *err);
bool vault_keys_read(struct db *store, struct str text, bool made, struct err *err);
/* Behind several: what the engine still holds of them is overwritten, as far as it can be. */
bool vault_wipe(struct db *store, struct err *err);

#endif
