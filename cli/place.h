/* SPDX-License-Identifier: MIT */
/* place.h: where a verb works and for whom: the store, the trust file, the person. */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "cli.h"
#include "work.h"

struct place_options {
	const char *store; /* --store, or NULL: SLUICE_STORE, else the user's own */
	const char *trust; /* --trust, or NULL: trust_path() */
	const char *key;   /* --key, or NULL: SLUICE_KEY, else none */
};

struct place {
	struct store *store;
	struct trust *trust; /* NULL where there is no trust file */
	const char *trust_path;
	const char *key; /* its path, or NULL */
};

/* Opens the store and brings its people up to date with the trust file. */
bool place_open(
    struct arena *a, const struct place_options *o, struct place *out, struct err_list *errs);
void place_close(struct place *p);
/*
 * Whoever asks: the owner of the key, which is unlocked to prove it, else the account of this
 * machine.
 */
bool place_requester(
    struct arena *a, const struct place *p, char id[STORE_ID_BYTES], struct err *err);

#endif
