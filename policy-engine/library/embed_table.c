/* SPDX-License-Identifier: MIT */
/*
 * embed_table OUT TABLE EFFECTS: run by the build. It writes where the lines of the table and the
 * words of its attributes begin, with modules and attributes by a hash of their names, to a C file
 * (embedded.h), so that no process has to read half a megabyte to find one; and the symbols of
 * effects.txt by a hash, with their words as bits. The build ends where the table isn't as
 * docs/policy.md says, or effects.txt has a word that effects.h doesn't list.
 */
#include "arena.h"
#include "effects.h"
#include "embedded.h"
#include "file.h"

#include <stdio.h>
#include <stdlib.h>

#define TABLE_BYTES_MAX ((size_t)16 << 20)
#define TABLE_C_BYTES_MAX ((size_t)4 << 20)

/* Names in their order, and by their hash: see table_slot(). */
struct list {
	uint32_t *starts, count, max;
	uint16_t *slots;
	uint32_t slot_count;
	struct str last;
};

struct index {
	struct str attributes, versions;
	uint32_t groups[TABLE_LINES_MAX], group_count;
	struct list modules, names;
};

static bool
add_name(struct list *l, struct str name, struct str all)
{
	uint32_t slot = table_slot(name.p, name.n, l->slot_count);

	if (l->count == l->max || name.n == 0 ||
	    (l->count > 0 && strncmp(l->last.p, name.p, l->last.n + 1) >= 0))
		return false;
	while (l->slots[slot] != 0)
		slot = (slot + 1) % l->slot_count;
	l->starts[l->count++] = (uint32_t)(name.p - all.p);
	l->slots[slot] = (uint16_t)l->count;
	l->last = name;
	return true;
}

static bool
add_attributes(struct index *x, struct str text, struct str all)
{
	struct str word, name;

	x->attributes = text;
	while (str_cut(&text, ' ', &word)) {
		str_cut(&word, '/', &name);
		if (!add_name(&x->names, name, all))
			return false;
	}
	return x->group_count + x->modules.count == 0;
}

static bool
add_group(struct index *x, struct str text, uint32_t at)
{
	char number[16];

	if (x->group_count == TABLE_LINES_MAX)
		return false;
	snprintf(number, sizeof(number), "%05u\t", x->group_count);
	x->groups[x->group_count++] = at;
	return str_starts(text, str_from(number)) && x->modules.count == 0;
}

static bool
add_module(struct index *x, struct str text, struct str all)
{
	struct str name;

	str_cut(&text, '\t', &name);
	return add_name(&x->modules, name, all) && text.n > 0 && x->versions.n == 0;
}

static bool
add_line(struct index *x, struct str all, struct str line)
{
	struct str text = str_slice(line, 2, line.n);

	if (line.n < 3 || line.p[1] != '\t')
		return false;
	switch (line.p[0]) {
	case 'a':
		return add_attributes(x, text, all);
	case 'g':
		return add_group(x, text, (uint32_t)(text.p - all.p));
	case 'm':
		return add_module(x, text, all);
	case 'v':
		x->versions = text;
		return true;
	default:
		return false;
	}
}

static bool
read_lines(struct index *x, struct str all)
{
	struct str rest = all, line;

	while (str_cut(&rest, '\n', &line))
		if (line.n > 0 && !add_line(x, all, line)) {
			fprintf(stderr, "the table has an odd line at byte %zu\n",
			    (size_t)(line.p - all.p));
			return false;
		}
	return x->names.count > 0 && x->versions.n > 0 && x->group_count > 0 &&
	       x->modules.count > 0;
}

static void
write_list(struct buf *out, const char *name, const uint32_t *items, uint32_t count)
{
	buf_printf(out, "const uint32_t %s[] = {", name);
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%u,", items[i]);
	buf_printf(out, "};\n");
}

static void
write_slots(struct buf *out, const char *name, const struct list *l)
{
	buf_printf(out, "const uint16_t %s[] = {", name);
	for (uint32_t i = 0; i < l->slot_count; i++)
		buf_printf(out, "%u,", l->slots[i]);
	buf_printf(out, "};\n");
}

static bool
write_index(const struct index *x, struct str all, struct buf *out)
{
	buf_printf(out, "#include \"embedded.h\"\n\n");
	write_list(out, "embedded_table_groups", x->groups, x->group_count);
	write_list(out, "embedded_table_modules", x->modules.starts, x->modules.count);
	write_slots(out, "embedded_table_module_slots", &x->modules);
	write_list(out, "embedded_table_names", x->names.starts, x->names.count);
	write_slots(out, "embedded_table_name_slots", &x->names);
	buf_printf(out, "const struct embedded_table_parts embedded_table_parts = {%u, %u, ",
	    x->group_count, x->modules.count);
	buf_printf(out, "%zu, %zu, %zu, %zu};\n", (size_t)(x->attributes.p - all.p),
	    x->attributes.n, (size_t)(x->versions.p - all.p), x->versions.n);
	return !out->failed;
}

static uint64_t
effect_of(struct str word)
{
	static const char *const words[] = {
#define X(name, word) [EFFECT_##name] = word,
	    EFFECTS(X)
#undef X
	};

	for (unsigned i = 1; i < ARRAY_LENGTH(words); i++)
		if (str_is(word, words[i]))
			return EFFECT_BIT(i);
	return 0;
}

/* Of a line's words; false where one is neither an effect nor a package. */
static bool
read_effects(struct str words, uint64_t *out)
{
	struct str word;

	for (*out = 0; str_cut(&words, ' ', &word);) {
		uint64_t effect = effect_of(word);

		if (effect == 0 && !str_starts(word, STR("+")))
			return false;
		*out |= effect;
	}
	return true;
}

static bool
add_effects(struct embedded_effects *slots, struct str all, struct str line)
{
	struct str name, words = line;
	uint32_t slot;

	str_cut(&words, ' ', &name);
	slot = table_slot(name.p, name.n, EFFECT_SLOTS);
	while (slots[slot].bytes != 0)
		slot = (slot + 1) % EFFECT_SLOTS;
	slots[slot].start = (uint32_t)(name.p - all.p);
	slots[slot].bytes = (uint32_t)name.n;
	return name.n > 0 && read_effects(words, &slots[slot].effects);
}

static bool
write_effects(struct str all, struct buf *out)
{
	static struct embedded_effects slots[EFFECT_SLOTS];
	struct str rest = all, line;
	size_t count = 0;

	while (str_cut(&rest, '\n', &line))
		if (line.n > 0 && (++count > EFFECT_SLOTS / 2 || !add_effects(slots, all, line))) {
			fprintf(stderr, "effects.txt has an odd line: %.*s\n", STR_ARG(line));
			return false;
		}
	buf_printf(out, "const struct embedded_effects embedded_effect_slots[] = {");
	for (uint32_t i = 0; i < EFFECT_SLOTS; i++)
		buf_printf(out, "{%u,%u,%lluu},", slots[i].start, slots[i].bytes,
		    (unsigned long long)slots[i].effects);
	buf_printf(out, "};\n");
	return !out->failed;
}

int
main(int argc, char **argv)
{
	static uint32_t modules[TABLE_LINES_MAX], names[TABLE_NAMES_MAX];
	static uint16_t module_slots[TABLE_MODULE_SLOTS], name_slots[TABLE_NAME_SLOTS];
	static struct index index = {
	    .modules = {modules, 0, TABLE_LINES_MAX, module_slots, TABLE_MODULE_SLOTS, {"", 0}},
	    .names = {names, 0, TABLE_NAMES_MAX, name_slots, TABLE_NAME_SLOTS, {"", 0}}};
	struct arena *a = arena_new(2 * TABLE_BYTES_MAX);
	struct str all, effects;
	struct err err = {0};
	struct buf out;
	bool whole;

	buf_init(&out, TABLE_C_BYTES_MAX);
	whole = argc == 4 && a != NULL && file_read(a, argv[2], TABLE_BYTES_MAX, &all, &err) &&
		file_read(a, argv[3], TABLE_BYTES_MAX, &effects, &err) && read_lines(&index, all) &&
		write_index(&index, all, &out) && write_effects(effects, &out) &&
		file_write(argv[1], buf_view(&out), &err);
	if (!whole)
		fprintf(stderr, "embed_table: %s\n", err.message);
	buf_release(&out);
	arena_free(a);
	return whole ? EXIT_SUCCESS : EXIT_FAILURE;
}
