/* SPDX-License-Identifier: MIT */
/*
 * quick_passphrase: put before the program (LD_PRELOAD), it makes a key of a passphrase by one
 * hash. Argon2id takes 256 MiB and most of a second by design, and a test in which people act a
 * hundred times waits for nothing else. It answers to the cost that key files have, and to no
 * lesser one. The program itself has no cheaper way; what Argon2id does is tried where keys are
 * (unit/trust, cli/trust), without this.
 */
#include <sodium.h>

int
crypto_pwhash(unsigned char *const out, unsigned long long out_bytes, const char *const passphrase,
    unsigned long long passphrase_bytes, const unsigned char *const salt,
    unsigned long long opslimit, size_t memlimit, int algorithm)
{
	if (opslimit != crypto_pwhash_OPSLIMIT_MODERATE ||
	    memlimit != crypto_pwhash_MEMLIMIT_MODERATE ||
	    algorithm != crypto_pwhash_ALG_ARGON2ID13)
		return -1;
	return crypto_generichash(out, (size_t)out_bytes, (const unsigned char *)passphrase,
	    passphrase_bytes, salt, crypto_pwhash_SALTBYTES);
}
