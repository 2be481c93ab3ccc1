/* SPDX-License-Identifier: MIT */
/* leak.h: the parts of the leak scan. Each is asked at every byte of the text whether something
 * begins there. */
#ifndef VALIDATOR_LEAK_H
#define VALIDATOR_LEAK_H

#include "validator.h"

/* A way in which a sensitive value may be written. */
struct leak_pattern {
	struct str text; /* folded to lower case where `folded` */
	const char *what;
	bool folded;
	uint32_t next; /* of the same slot, plus 1 */
};

#define LEAK_SLOTS 4096

struct leak_scanner {
	unsigned classes;
	struct leak_pattern *patterns;
	size_t count, capacity;
	bool begins[256];           /* by byte: something that is looked for may begin with it */
	uint64_t pairs[1024];       /* a bit for the first two bytes, folded, of every pattern */
	uint32_t slots[LEAK_SLOTS]; /* by the hash of the first four bytes, folded; the pattern,
				       plus 1 */
};

struct leak_hit {
	const char *rule, *what;
	size_t length; /* 0: nothing begins here */
};

/* leak_values.c */
bool leak_values_add(struct arena *a, struct leak_scanner *s, struct str value);
struct leak_hit leak_values_at(const struct leak_scanner *s, struct str text, size_t at);
/* leak_credentials.c */
void leak_credentials_begin(bool begins[256]);
struct leak_hit leak_credentials_at(struct str text, size_t at);
/* leak_identifiers.c */
struct leak_hit leak_identifiers_at(struct str text, size_t at);
struct leak_hit leak_contacts_at(struct str text, size_t at);

/* Whether the byte may be part of a word, so that what begins or ends beside it is only a piece. */
static inline bool
leak_word_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '_';
}

static inline bool
leak_begins(struct str text, size_t at)
{
	return at == 0 || !leak_word_char(text.p[at - 1]);
}

#endif
