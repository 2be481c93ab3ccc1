/* SPDX-License-Identifier: MIT */
/*
 * access.h: who may call the service. A file of mode 0600 lists the digests of tokens, the hashes of
 * passwords, and the identity provider; no token and no password stands anywhere.
 *
 *     tokens:
 *       - id: nightly-report        # a person of the trust file, or the name of an agent
 *         sha256: 9f86d0...         # of the token's bytes
 *         rights: [submit, check]
 *         until: 2027-01-31
 *     people:                       # who signs in to the console with a password
 *       - id: ann
 *         password: "$argon2id$..." # libsodium's text of Argon2id
 *         key: true                 # or besides: with the key that the trust file gives him
 *         rights: [approve]
 *     oidc:                         # access_oidc.c
 */
#ifndef SERVICE_ACCESS_H
#define SERVICE_ACCESS_H

#include "arena.h"
#include "err.h"
#include "hash.h"
#include "json.h"

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
	RIGHT_ANY = 128, /* somebody who is known, whatever his rights */
};

enum access_by { /* zero is refusal */
	ACCESS_NOBODY = 0,
	ACCESS_TOKEN,
	ACCESS_PASSWORD,
	ACCESS_PROVIDER,
};

#define CALLER_ID_BYTES 80
struct caller { /* who asks: a copy, since the file may change while he is answered */
	char id[CALLER_ID_BYTES];
	unsigned rights;
	int64_t until_us; /* INT64_MAX: no end */
	enum access_by by;
	struct digest credential; /* of the entry that let him in; of the provider's settings */
};

struct access_entry {
	const char *id;
	enum access_by by;
	struct digest credential; /* of the token; of the text of the password's hash */
	const char *password;     /* the hash's text, or NULL */
	bool key;                 /* a person who signs in with a key */
	unsigned rights;
	int64_t until_us;
};

struct access_group {
	struct str name;
	unsigned rights;
};
struct access_subject {
	struct str subject;
	const char *id;
};
struct access_provider {
	struct str issuer, client_id, secret, ca_file, redirect;
	struct str groups; /* the claim that lists a person's groups */
	struct str scope;
	struct access_group *rights;
	struct access_subject *people; /* the people behind the provider's subjects */
	size_t rights_count, people_count;
	struct digest credential; /* of all of this */
};

struct access {
	struct access_entry *entries;
	size_t count;
	struct access_provider *provider; /* NULL: none */
};

extern const char ACCESS_RIGHTS_HELP[];
/* A person of the trust file, or a plain name. */
bool access_id_is_plain(struct str id);

bool access_load(struct arena *a, const char *path, struct access *out, struct err_list *errs);
/* For what reads the file; both return false where something is wrong, and say it. */
bool access_members_known(const struct json_doc *d, const struct json_node *n,
    const char *const *names, size_t count, struct err_list *errs);
/* An address that may be spoken to: https, or http of this machine; with a query where one may be. */
bool access_is_address(struct str url, bool query);
/* "rights" of a token, a person or a group: a list that is not empty. */
bool access_take_rights(const struct json_doc *d, const struct json_node *list,
    const struct json_node *at, unsigned *rights, struct err_list *errs);
/* The member `oidc` of the file at `path`. */
bool access_take_provider(struct arena *a, const char *path, const struct json_doc *d,
    const struct json_node *n, struct access *out, struct err_list *errs);

/* Finds the owner of a token at this time; false if it is nobody's. Takes as long for any token. */
bool access_find(const struct access *access, struct str token, int64_t now_us, struct caller *out);
/* Finds the person with this password: takes as long (Argon2id, 64 MiB) for a name that is not there. */
bool access_find_person(const struct access *access, struct str id, struct str password,
    int64_t now_us, struct caller *out);
/* The person who may sign in with a key; the caller has seen that it is his. */
bool access_find_key(
    const struct access *access, struct str id, int64_t now_us, struct caller *out);
/* Whether what let somebody in is in force still; brings his rights up to date. */
bool access_confirm(const struct access *access, int64_t now_us, struct caller *c);

/* `sluice serve token`: a fresh token, and the lines about it for the file. */
bool access_new(const char *id, const char *rights, const char *until, struct buf *token,
    struct buf *lines, struct err *err);
/* `sluice serve password`: the lines about a person who signs in with it. */
bool access_new_person(const char *id, const char *rights, const char *until, struct str password,
    struct buf *lines, struct err *err);

#endif
