/* SPDX-License-Identifier: MIT */
/* trust_init.h: a first trust file. */
#ifndef CLI_TRUST_INIT_H
#define CLI_TRUST_INIT_H

#include "place.h"

struct trust_init {
	struct place_options place;
	const char *path; /* NULL: where trust_path() will find it */
	bool solo;        /* the owner of the key file, alone */
	struct option_values approvers; /* their key files */
	const char *person, *role; /* add-person: a key file, and what its owner may */
};

/* Writes it with the installation's own keys, never over another; returns the exit code. */
int trust_begin(struct arena *a, const struct trust_init *o);
/* One more person in a file, its revision counted up. */
int trust_add_person(struct arena *a, const struct trust_init *o);
/* Puts the file `path` in force in a store: signed by a key, or by the store's owner without one. */
int trust_take_force(struct arena *a, const struct verb *verb, const struct trust_init *o);

#endif
