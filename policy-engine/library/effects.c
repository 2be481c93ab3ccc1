/* SPDX-License-Identifier: MIT */
#include "effects.h"

#include <string.h>

extern const char embedded_effects[];
extern const size_t embedded_effects_bytes;

/* How the name at the front of a line compares with the symbol. */
static int
compare(struct str line, struct str symbol)
{
	size_t n = 0;

	while (n < line.n && line.p[n] != ' ')
		n++;
	return str_compare(str_slice(line, 0, n), symbol);
}

static uint64_t
effect_of(struct str word)
{
	static const struct {
		enum effect effect;
		const char *word;
	} words[] = {
#define X(name, word) {EFFECT_##name, word},
	    EFFECTS(X)
#undef X
	};

	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (str_is(word, words[i].word))
			return EFFECT_BIT(words[i].effect);
	return 0;
}

static uint64_t
read_effects(struct str line)
{
	uint64_t out = 0;
	struct str word;

	(void)str_cut(&line, ' ', &word);
	while (str_cut(&line, ' ', &word))
		out |= effect_of(word);
	return out;
}

/* Bisection: the lines are sorted by bytes. An empty one where the symbol has none. */
static struct str
find_line(struct str symbol)
{
	struct str all = {embedded_effects, embedded_effects_bytes};
	size_t low = 0, high = symbol.n == 0 ? 0 : all.n;

	while (low < high) {
		size_t start = low + (high - low) / 2, end;
		int order;

		while (start > low && all.p[start - 1] != '\n')
			start--;
		for (end = start; end < all.n && all.p[end] != '\n';)
			end++;
		order = compare(str_slice(all, start, end), symbol);
		if (order == 0)
			return str_slice(all, start, end);
		if (order < 0)
			low = end + 1;
		else
			high = start;
	}
	return (struct str){"", 0};
}

uint64_t
effects_of(struct str symbol)
{
	return read_effects(find_line(symbol));
}

uint64_t
effects_of_named(const char *mark, struct str name)
{
	char key[64];

	if (name.n == 0 || name.n + 1 > sizeof(key))
		return 0;
	key[0] = *mark;
	memcpy(key + 1, name.p, name.n);
	return effects_of((struct str){key, name.n + 1});
}

struct str
effects_brings(struct str package)
{
	return find_line(package);
}
