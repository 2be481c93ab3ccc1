/* SPDX-License-Identifier: MIT */
/* key.h: an API key from its file, for the program sluice-model alone. */
#ifndef PLANNER_KEY_H
#define PLANNER_KEY_H

#include "arena.h"
#include "err.h"

/* A reply is searched for the key; a shorter one could stand in it by chance. */
#define KEY_BYTES_MIN 8
#define KEY_BYTES_MAX 4096
#define KEY_PEM_BYTES_MAX ((size_t)64 << 10)

/* Where a key is: in a file, or behind a descriptor that somebody opened for us (a pipe, a memory
 * file), whatever it is. */
struct key_place {
	const char *path;
	int fd; /* -1: the path's; else it is closed after reading */
	bool credential;
};

/*
 * Reads the key: a regular file and no link, owned by this user or root, and closed to group and
 * others. A credential of systemd (`credential`) may be readable by its group, as systemd makes it.
 * The key is one line of printable ASCII without blanks, at least KEY_BYTES_MIN of them. No message
 * quotes it.
 */
bool key_read(const struct key_place *at, char out[KEY_BYTES_MAX], struct err *err);

/*
 * A key of AWS, in the form of its own `credentials` file: aws_access_key_id = ...,
 * aws_secret_access_key, and for a session aws_session_token. What stands in another section than
 * [default] is passed over.
 */
#define AWS_FILE_BYTES_MAX ((size_t)16 << 10)
struct aws_key {
	char id[KEY_BYTES_MAX], secret[KEY_BYTES_MAX], token[KEY_BYTES_MAX];
};
bool key_read_aws(const struct key_place *at, struct aws_key *out, struct err *err);
/* The key of a certificate, which is PEM, from a file that is as private. */
bool key_read_pem(struct arena *a, const char *path, struct str *out, struct err *err);

#endif
