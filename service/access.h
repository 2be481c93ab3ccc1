/* SPDX-License-Identifier: MIT */
/*
 * access.h: who may call the service. A file of mode 0600 lists the digests of tokens; the tokens
 * themselves stand nowhere.
 *
 *     tokens:
 *       - id: nightly-report        # a person of the trust file, or the name of an agent
 *         sha256: 9f86d0...         # of the token's bytes
 *         rights: [submit, check]
 *         until: 2027-01-31
 */
#ifndef SERVICE_ACCESS_H
#define SERVICE_ACCESS_H

#include "arena.h"
#include "err.h"
#include "hash.h"

#include <stdint.h>

enum right { /* zero is refusal */
	RIGHT_REFUSED = 0,
	RIGHT_NONE = 1,      /* no token is needed */
	RIGHT_CHECK = 2,     /* judge programs */
	RIGHT_SUBMIT = 4,    /* ask for runs */
	RIGHT_READ = 8,      /* see one's own runs */
	RIGHT_READ_ALL = 16, /* see everybody's */
	RIGHT_APPROVE = 32,  /* see what waits for people, and hand in their votes */
	RIGHT_METRICS = 64,
};

struct access_token {
	const char *id;
	struct digest sha256;
	unsigned rights;
	int64_t until_us; /* INT64_MAX: no end */
};

struct access {
	struct access_token *tokens;
	size_t count;
};

bool access_load(struct arena *a, const char *path, struct access *out, struct err_list *errs);
/* Whose token it is, at this time; NULL where it is nobody's. Takes as long for any token. */
const struct access_token *access_find(
    const struct access *access, struct str token, int64_t now_us);
/* `sluice serve token`: a fresh token, and the lines about it for the file. */
bool access_new(const char *id, const char *rights, const char *until, struct buf *token,
    struct buf *lines, struct err *err);

#endif
