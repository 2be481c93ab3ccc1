/* SPDX-License-Identifier: MIT */
/* place.h: the context of a verb: the store, the trust file, the person. */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "cli.h"
#include "work.h"

struct place {
	bool any_time; /* set by the caller: open it wherever the clock stands */
	struct store *store;
	struct trust *trust; /* NULL where there is no trust file */
	const char *trust_path;
	const char *key; /* its path, or NULL */
};

/* Opens the store at `where` (NULL: SLUICE_STORE, else the user's own) and reads the trust file,
 * which has to be the one in force; NULL for `trust` and `key`: as everywhere. */
bool place_open(struct arena *a, const char *where, const char *trust, const char *key,
    struct place *out, struct err_list *errs);
void place_close(struct place *p);
/* Opens a key file by the passphrase that it asks for. */
bool key_ask(struct arena *a, const char *prompt, const char *path, struct secret_key **out,
    struct err *err);

#endif
