/* SPDX-License-Identifier: MIT */
/* migrate.h: brings the schema up to date. Private to this folder. */
#ifndef STORE_MIGRATE_H
#define STORE_MIGRATE_H

#include "backup.h"
#include "db.h"
#include "dialect.h"

#define STORE_FIRST                                                                                \
	9 /* the version that a fresh store's first step makes; older ones were never released */

/* -- what there is (versions.c; a test puts its own in place) ---------------------------------- */

int store_version(void); /* the newest that this program knows */
/* The text of the step from version `from` to the next, 0 being nothing at all. */
const char *store_step(int64_t from);

/* ---------------------------------------------------------------------------------------------- */

/*
 * All that is missing, in one transaction that only one process at a time has: a kill leaves the
 * old schema or the new one. A version that this program does not know is ERR_REFUSED, and so are
 * guards that are not all there.
 */
bool store_migrate(struct db *db, struct err *err);
/* A store where there is none yet, with a backup's rows, brought up to date; in one transaction. */
bool store_remake(struct db *db, struct backup *rows, struct err *err);
/* ERR_REFUSED where another program has upgraded the store since it was opened. */
bool store_version_stands(struct db *db, struct err *err);

/* The parts of that text: the step from version `from` to the next, and all guards with what they
 * call, as an engine's text. */
void migrate_helpers(const struct dialect *dialect, struct buf *out);
void migrate_step(const struct dialect *dialect, int64_t from, struct buf *out);
void migrate_guards(const struct dialect *dialect, struct buf *out);

#endif
