/* SPDX-License-Identifier: MIT */
/* leak.h: the parts of the leak scan. Shapes (credentials, identifiers, controls) are asked at every
 * byte of a text whether one begins there; sensitive values are looked for in rewritten forms of it. */
#ifndef VALIDATOR_LEAK_H
#define VALIDATOR_LEAK_H

#include "ascii.h"
#include "validator.h"

/* A way in which a sensitive value may be written. */
struct leak_pattern {
	struct str text, value;
	const char *what;
	bool bounded;  /* only as a whole word: it is short */
	uint32_t next; /* of the same slot, plus 1 */
};

/* Patterns by the hash of their first bytes, of as many as the longest of LEAK_PREFIXES that fits. */
struct leak_index {
	struct leak_pattern *patterns;
	size_t count, capacity;
	uint32_t *slots;      /* the first pattern, plus 1 */
	size_t slot_count;    /* a power of two */
	uint64_t pairs[1024]; /* a bit for the first two bytes of every pattern */
	unsigned prefixes;    /* a bit for each of LEAK_PREFIXES that some pattern is indexed by */
};

struct leak_number {
	struct str amount, value; /* amount: "712505e-1" */
};

struct leak_scanner {
	struct str key;
	bool begins[256]; /* by byte: a shape may begin with it */
	bool has_values;
	struct leak_index words, letters; /* of folded text; of its letters and digits alone */
	struct leak_number *numbers;      /* sorted */
	size_t number_count, number_capacity;
};

struct leak_hit {
	enum leak_class class;
	const char *rule, *what;
	size_t length; /* 0: nothing begins here */
};

/* Called for each value that was found: which one, and its offset in the form that was searched. */
typedef bool leak_value_found(void *context, struct str value, const char *what, size_t at);

/* leak_index.c */
bool leak_index_add(struct arena *a, struct leak_index *x, const struct leak_pattern *p);
bool leak_index_build(struct arena *a, struct leak_index *x);
bool leak_index_scan(const struct leak_index *x, struct str text, bool decoded,
    leak_value_found *found, void *context);
/* leak_forms.c: all append. Folded: Unicode's full case folding and NFKC. */
bool leak_fold(struct str text, struct buf *out);
bool leak_letters(struct str folded, struct buf *out);
bool leak_reversed(struct str folded, struct buf *out);
/* Percent, HTML and backslash escapes undone; false where there are none. */
bool leak_unescape(struct str text, struct buf *out);
/* Decodes the text's digits in base 64, 32 or 16 from digit `shift` on; skips all other bytes. */
void leak_decode(struct str text, unsigned bits, size_t shift, struct buf *out);
/* leak_numbers.c */
bool leak_numbers_add(struct arena *a, struct leak_scanner *s, struct str value);
void leak_numbers_build(struct leak_scanner *s);
bool leak_numbers_scan(
    const struct leak_scanner *s, struct str text, leak_value_found *found, void *context);
/* leak_values.c */
bool leak_values_add(struct arena *a, struct leak_scanner *s, struct str value);
bool leak_values_scan(const struct leak_scanner *s, struct str text, const struct json_doc *doc,
    leak_value_found *found, void *context);
/* leak_credentials.c */
void leak_credentials_begin(bool begins[256]);
struct leak_hit leak_credentials_at(struct str text, size_t at);
/* leak_identifiers.c */
struct leak_hit leak_identifiers_at(struct str text, size_t at);
/* leak_controls.c */
struct leak_hit leak_control_at(struct str text, size_t at);

/* Not in the midst of a word: what begins there is no piece of something longer. */
static inline bool
leak_begins(struct str text, size_t at)
{
	return at == 0 || !ascii_word(text.p[at - 1]);
}

#endif
