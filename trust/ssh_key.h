/* SPDX-License-Identifier: MIT */
/*
 * ssh_key.h: keys and signatures in OpenSSH's form, and FIDO2 security keys. Private to trust.
 *
 * A security key signs no text. It signs 69 bytes: the SHA-256 of its application's name, a byte of
 * flags, its counter (big endian), and the SHA-256 of the text. Its signature here is the 64 bytes of
 * Ed25519, then the flags, then the counter: what the verifier has to put between the two digests.
 *
 * Sources: OpenSSH's PROTOCOL.u2f (the key's blob, what is signed, the signature's fields), FIDO2
 * CTAP 2.1 and WebAuthn level 2, section 6.1 (bit 0 of the flags: a person was present; bit 2: it
 * verified the person by PIN or fingerprint), RFC 4251 (numbers and strings), RFC 8709 (ssh-ed25519).
 *
 * The counter is kept as evidence and judges nothing: many devices keep one for all their keys, some
 * leave it at zero, and who verifies one signature offline knows no other.
 */
#ifndef TRUST_SSH_KEY_H
#define TRUST_SSH_KEY_H

#include "trust.h"

#define SSH_LENGTH_BYTES 4
#define SSH_KEY_BYTES_MAX                                                                          \
	192 /* of a blob: algorithm, point and application, each with its length */
#define SSH_PUBLIC_FILE ".pub"

struct str ssh_algorithm(const struct public_key *k);
/* The key's blob; gives its length. */
size_t ssh_key_blob(const struct public_key *k, char out[SSH_KEY_BYTES_MAX]);
/* From the front of `rest`, which loses them; false where it is too short. */
bool ssh_take_number(struct str *rest, size_t *out);
bool ssh_take_string(struct str *rest, struct str *out);

/* The file that `ssh-keygen -t ed25519-sk -C OWNER` wrote beside the key's handle: it has no secret,
 * and its comment is the owner's id. Refused where others may write it. */
bool security_key_look(struct arena *a, const char *path, struct key_file *out, struct err *err);

#endif
