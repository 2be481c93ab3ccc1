/* SPDX-License-Identifier: MIT */
/* words.c: a digest that can be read aloud. */
#include "trust.h"

#define WORDS 8
#define WORD_LETTERS 5

static int
nibble(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Sixteen bits, from the highest: 4, 2, 4, 2 and 4 of them a letter. */
static void
put_word(unsigned bits, char *out)
{
	static const char consonants[] = "bdfghjklmnprstvz", vowels[] = "aiou";

	out[0] = consonants[bits >> 12 & 15];
	out[1] = vowels[bits >> 10 & 3];
	out[2] = consonants[bits >> 6 & 15];
	out[3] = vowels[bits >> 4 & 3];
	out[4] = consonants[bits & 15];
}

bool
digest_words(const char *hex, char out[DIGEST_WORDS_BYTES])
{
	memset(out, 0, DIGEST_WORDS_BYTES);
	if (!hex || strlen(hex) != DIGEST_HEX_BYTES - 1)
		return false;
	for (size_t i = 0; i < DIGEST_HEX_BYTES - 1; i++)
		if (nibble(hex[i]) < 0)
			return false;
	for (size_t i = 0; i < WORDS; i++) {
		unsigned bits = 0;
		for (size_t k = 0; k < 4; k++)
			bits = bits << 4 | (unsigned)nibble(hex[4 * i + k]);
		put_word(bits, out + i * (WORD_LETTERS + 1));
		out[i * (WORD_LETTERS + 1) + WORD_LETTERS] = i + 1 < WORDS ? '-' : '\0';
	}
	return true;
}

static bool
is_gap(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '-';
}

/* The next word of exactly five letters, in lower case. */
static bool
take_word(struct str *rest, char word[WORD_LETTERS])
{
	size_t n = 0;

	while (rest->n > 0 && is_gap(rest->p[0]))
		*rest = str_slice(*rest, 1, rest->n);
	for (; n < rest->n && !is_gap(rest->p[n]); n++) {
		if (n == WORD_LETTERS)
			return false;
		char c = rest->p[n];
		word[n] = c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
	}
	*rest = str_slice(*rest, n, rest->n);
	return n == WORD_LETTERS;
}

bool
digest_words_match(const char *hex, struct str words)
{
	char wanted[DIGEST_WORDS_BYTES], word[WORD_LETTERS];

	if (!digest_words(hex, wanted))
		return false;
	for (size_t i = 0; i < WORDS; i++)
		if (!take_word(&words, word) ||
		    memcmp(word, wanted + i * (WORD_LETTERS + 1), WORD_LETTERS) != 0)
			return false;
	while (words.n > 0 && is_gap(words.p[0]))
		words = str_slice(words, 1, words.n);
	return words.n == 0;
}
