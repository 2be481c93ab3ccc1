/* SPDX-License-Identifier: MIT */
/*
 * store_fixture.h: a fresh store for a test, on the engine that SLUICE_TEST_ENGINE names ("sqlite"
 * where it is not set). Asserts on its own; skips the whole program (exit 77, with a message) where
 * the engine is not there. PostgreSQL is the server in the folder SLUICE_TEST_POSTGRESQL, and a
 * fresh store is a fresh database: a copy of one that the server was started with (postgresql).
 */
#ifndef STORE_FIXTURE_H
#define STORE_FIXTURE_H

#include "test.h"

#include "inside.h"
#include "receipt.h"

struct fixture {
	struct arena *a;
	struct store *s;
	char where[256];   /* for store_open, from another process too */
	char folder[64];   /* SQLite's */
	char database[64]; /* PostgreSQL's, whose schema FIXTURE_SCHEMA the store has */
};

#define FIXTURE_SCHEMA "store"

bool fixture_is_sqlite(void);
/* A place where there's no store yet; fixture_new opens it too. */
void fixture_place(struct fixture *f);
void fixture_new(struct fixture *f);
void fixture_free(struct fixture *f); /* closes, removes all */
/* A test's setup and teardown: *state is a store of its own, or such a place. */
int fixture_begin(void **state);
int fixture_begin_place(void **state);
int fixture_end(void **state);
void fixture_only_sqlite(void);                    /* skips a test on another engine */
const char *fixture_path(const struct fixture *f); /* of SQLite's file */
void fixture_remove_folder(const char *folder);    /* of files */
/* A change that has to work, and one number. */
void fixture_sql(struct fixture *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A change behind the guards' back, to let time pass or to break what they hold together. */
void fixture_forced(struct fixture *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "run", "drain" or "halt" as the store notes it, by acts that nobody has signed: a halt stays. */
void fixture_mode(struct fixture *f, const char *mode);
int64_t fixture_number(struct fixture *f, const char *sql);
/* A human principal of this id, trusted, with the key "key-ID" and these roles for all scopes
 * (NULL-terminated), all from an hour ago to an hour from now. */
void fixture_person(struct fixture *f, const char *id, const char *const *roles);
/* A run of `requester` in the state received, with a task of its own. */
void fixture_run(struct fixture *f, const char *id, const char *requester);
/* Stores the text and gives its digest. */
void fixture_content(struct fixture *f, const char *text, char sha256[DIGEST_HEX_BYTES]);

#endif
