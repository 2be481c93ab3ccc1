/* SPDX-License-Identifier: MIT */
#include "effects.h"

#include "embedded.h"

/* The build found the symbols' slots and read their words (embed_table.c). */
static const struct embedded_effects *
find(struct str symbol)
{
	uint32_t slot = table_slot(symbol.p, symbol.n, EFFECT_SLOTS);
	const struct embedded_effects *e;

	for (; (e = &embedded_effect_slots[slot])->bytes != 0; slot = (slot + 1) % EFFECT_SLOTS)
		if (e->bytes == symbol.n &&
		    memcmp(embedded_effects + e->start, symbol.p, symbol.n) == 0)
			return e;
	return NULL;
}

uint64_t
effects_of(struct str symbol)
{
	const struct embedded_effects *e = find(symbol);

	return e == NULL ? 0 : e->effects;
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
	const struct embedded_effects *e = find(package);
	struct str line, rest = {embedded_effects, embedded_effects_bytes};

	if (e == NULL)
		return (struct str){"", 0};
	rest = str_slice(rest, e->start, rest.n);
	str_cut(&rest, '\n', &line);
	return line;
}

struct str
effects_whole(struct str package)
{
	struct str words = effects_brings(package), word;

	while (effects_have(effects_of(package), EFFECT_PART) && str_cut(&words, ' ', &word))
		if (str_starts(word, STR("+")))
			return str_slice(word, 1, word.n);
	return package;
}
