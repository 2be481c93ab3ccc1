/* SPDX-License-Identifier: MIT */
/* asked.h: who stands behind a run, inside one transaction. Private to this folder. */
#ifndef STORE_ASKED_H
#define STORE_ASKED_H

#include "acts.h"

/* Reads the submission's request and stores its bytes; `out` is empty where nobody signed it.
 * ERR_REFUSED where it does not count, is another's or about another task, or where the trust file
 * lets nobody ask like this. */
bool request_open(struct store *s, struct arena *a, const struct run_submission *asked,
    struct act_entry *out, struct err *err);
/* runs_asked (store.h), but for the editors. */
bool asked_in(struct db *db, const struct trust *t, struct arena *a, const char *run,
    struct str policy, struct run_asked *out, struct err *err);
/* Everybody whose signature stands on an edit of the run's code, and the last one's code; the rest of `out` stays. */
bool editors_in(struct db *db, const struct trust *t, struct arena *a, const char *run,
    struct run_asked *out, struct err *err);
/* The code that an act of the kind edit puts in place, by its digest. */
bool edit_terms_read(struct arena *a, const struct act *act, struct str *code, struct err *err);

#endif
