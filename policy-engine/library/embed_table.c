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
	struct embedded_attribute *attributes; /* as many as names */
	struct str versions;
	uint32_t groups[TABLE_LINES_MAX], group_count;
	uint32_t takes[TABLE_TAKES_MAX], takes_count;
	struct list modules, names, givers;
	struct embedded_module module_members[TABLE_LINES_MAX + 1];
	struct embedded_member members[TABLE_MEMBERS_MAX];
	uint32_t member_count;
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

/* Cuts (TAKES off a word's end. */
static bool
read_takes(struct str *word, uint16_t *out)
{
	struct str takes = *word;
	int64_t list = 0;

	str_cut(&takes, '(', word);
	if (takes.n > 0 && (!str_number(takes, &list) || list >= TABLE_TAKES_MAX))
		return false;
	*out = (uint16_t)list;
	return true;
}

static bool
skip(struct str *word, char c)
{
	bool has = word->n > 0 && word->p[0] == c;

	*word = str_slice(*word, has, word->n);
	return has;
}

/* A word is NAME[!][^][(TAKES], NAME[!]@MODULE, or has :CAPABILITIES[=TARGET]; ! is private, ^ a class. */
static bool
read_member(struct str word, struct str all, struct embedded_member *out)
{
	struct str name = {word.p, 0}, letters = {"", 0};

	*out = (struct embedded_member){.name = (uint32_t)(word.p - all.p), .kind = MEMBER_VALUE};
	if (!read_takes(&word, &out->takes))
		return false;
	while (name.n < word.n && strchr("!^@:=", word.p[name.n]) == NULL)
		name.n++;
	word = str_slice(word, name.n, word.n);
	out->bytes = (uint8_t)name.n;
	out->is_private = skip(&word, '!');
	out->kind = skip(&word, '^') ? MEMBER_CLASS : MEMBER_VALUE;
	if (skip(&word, '@'))
		out->kind = MEMBER_MODULE;
	else if (skip(&word, ':'))
		str_cut(&word, '=', &letters);
	else if (word.n > 0)
		return false;
	out->capabilities = (uint16_t)table_capabilities(letters);
	out->target = (uint32_t)(word.n > 0 ? word.p - all.p : 0);
	out->target_bytes = (uint16_t)word.n;
	return name.n > 0 && name.n <= UINT8_MAX && word.n <= UINT16_MAX;
}

/* A word is NAME/KIND GROUP[:CAPABILITIES][(TAKES], without the blank. */
static bool
read_attribute(struct str word, struct str *name, struct embedded_attribute *out)
{
	static const char kinds[] = "sulcd"; /* from ATTRIBUTE_SAFE on */
	const char *kind;
	struct str digits;
	int64_t group;
	uint16_t list;

	if (!read_takes(&word, &list) || !str_cut(&word, '/', name) || word.n == 0 ||
	    name->n > UINT8_MAX)
		return false;
	kind = memchr(kinds, word.p[0], sizeof(kinds) - 1);
	word = str_slice(word, 1, word.n);
	if (!str_cut(&word, ':', &digits) || !kind || !str_number(digits, &group) ||
	    group >= TABLE_LINES_MAX)
		return false;
	*out = (struct embedded_attribute){.group = (uint16_t)group,
	    .capabilities = (uint16_t)table_capabilities(word),
	    .takes = list,
	    .kind = (uint8_t)(ATTRIBUTE_SAFE + (kind - kinds)),
	    .bytes = (uint8_t)name->n};
	return true;
}

static bool
add_attributes(struct index *x, struct str text, struct str all)
{
	struct str word, name;

	while (str_cut(&text, ' ', &word))
		if (x->names.count == x->names.max ||
		    !read_attribute(word, &name, &x->attributes[x->names.count]) ||
		    !add_name(&x->names, name, all))
			return false;
	return x->group_count + x->modules.count == 0;
}

/* The lines of a kind have numbers, which count from 0. */
static bool
add_numbered(uint32_t *items, uint32_t *count, uint32_t max, struct str text, uint32_t at)
{
	char number[16];

	if (*count == max)
		return false;
	snprintf(number, sizeof(number), "%05u\t", *count);
	items[(*count)++] = at;
	return str_starts(text, str_from(number));
}

static bool
add_module(struct index *x, struct str text, struct str all)
{
	struct str name, letters, word, last = {"", 0};
	struct embedded_module *m = &x->module_members[x->modules.count];

	str_cut(&text, '\t', &name);
	if (!add_name(&x->modules, name, all) || text.n == 0 || x->versions.n > 0)
		return false;
	str_cut(&text, '\t', &letters);
	m->capabilities = (uint16_t)table_capabilities(letters);
	while (text.n > 0 && str_cut(&text, ' ', &word)) {
		if (x->member_count == TABLE_MEMBERS_MAX ||
		    !read_member(word, all, &x->members[x->member_count]))
			return false;
		name = str_slice(word, 0, x->members[x->member_count++].bytes);
		if (str_compare(last, name) >= 0)
			return false;
		last = name;
	}
	m[1].first = x->member_count;
	return true;
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
		return add_numbered(x->groups, &x->group_count, TABLE_LINES_MAX, text,
			   (uint32_t)(text.p - all.p)) &&
		       x->modules.count == 0;
	case 'k':
		return add_numbered(
		    x->takes, &x->takes_count, TABLE_TAKES_MAX, text, (uint32_t)(text.p - all.p));
	case 'm':
		return add_module(x, text, all);
	case 'r': {
		struct str name;

		return str_cut(&text, '\t', &name) && add_name(&x->givers, name, all);
	}
	case 't': /* told by annotations: for people */
		return true;
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
			fprintf(stderr, "the table has an invalid line at byte %zu\n",
			    (size_t)(line.p - all.p));
			return false;
		}
	for (uint32_t i = 0; i < x->names.count; i++)
		if (x->attributes[i].takes >= x->takes_count)
			return false;
	for (uint32_t i = 0; i < x->member_count; i++)
		if (x->members[i].takes >= x->takes_count)
			return false;
	return x->names.count > 0 && x->takes_count > 0 && x->versions.n > 0 &&
	       x->group_count > 0 && x->modules.count > 0;
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

static void
write_attributes(struct buf *out, const struct index *x)
{
	buf_printf(out, "const struct embedded_attribute embedded_table_attributes[] = {");
	for (uint32_t i = 0; i < x->names.count; i++)
		buf_printf(out, "{%u,%u,%u,%u,%u},", x->attributes[i].group,
		    x->attributes[i].capabilities, x->attributes[i].takes, x->attributes[i].kind,
		    x->attributes[i].bytes);
	buf_printf(out, "};\n");
}

static void
write_members(struct buf *out, const struct index *x)
{
	buf_printf(out, "const struct embedded_module embedded_table_module_members[] = {");
	for (uint32_t i = 0; i <= x->modules.count; i++)
		buf_printf(
		    out, "{%u,%u},", x->module_members[i].first, x->module_members[i].capabilities);
	buf_printf(out, "};\nconst struct embedded_member embedded_table_members[] = {");
	for (uint32_t i = 0; i < x->member_count; i++) {
		const struct embedded_member *m = &x->members[i];

		buf_printf(out, "{%u,%u,%u,%u,%u,%u,%u,%d},", m->name, m->target, m->target_bytes,
		    m->capabilities, m->takes, m->bytes, m->kind, m->is_private);
	}
	buf_printf(out, "};\n");
}

static bool
write_index(const struct index *x, struct str all, struct buf *out)
{
	buf_printf(out, "#include \"embedded.h\"\n\n");
	write_list(out, "embedded_table_groups", x->groups, x->group_count);
	write_list(out, "embedded_table_takes", x->takes, x->takes_count);
	write_list(out, "embedded_table_modules", x->modules.starts, x->modules.count);
	write_slots(out, "embedded_table_module_slots", &x->modules);
	write_list(out, "embedded_table_givers", x->givers.starts, x->givers.count);
	write_slots(out, "embedded_table_giver_slots", &x->givers);
	write_list(out, "embedded_table_names", x->names.starts, x->names.count);
	write_slots(out, "embedded_table_name_slots", &x->names);
	write_attributes(out, x);
	write_members(out, x);
	buf_printf(out,
	    "const struct embedded_table_parts embedded_table_parts = {%u, %u, %u, %u, ",
	    x->group_count, x->modules.count, x->names.count, x->takes_count);
	buf_printf(out, "%zu, %zu};\n", (size_t)(x->versions.p - all.p), x->versions.n);
	return !out->failed;
}

static const char *const effect_words[EFFECTS_END + 1] = {
#define X(name, word) [EFFECT_AT_##name] = word,
    EFFECTS(X)
#undef X
};

/* The number of an effect's word, or of the one that is most like it where `limit` lets it differ;
 * EFFECTS_END: there is none. */
static unsigned
find_effect(struct str word, size_t limit)
{
	unsigned best = EFFECTS_END;

	for (unsigned i = 0; i < EFFECTS_END; i++) {
		size_t differs = text_distance(word, str_from(effect_words[i]), limit);

		if (differs <= limit && (best == EFFECTS_END || differs < limit)) {
			best = i;
			limit = differs;
		}
	}
	return best;
}

static bool
refuse(const char *path, unsigned line, const char *what, struct str word, const char *help)
{
	fprintf(stderr, "%s:%u: %s '%.*s'%s%s\n", path, line, what, STR_ARG(word),
	    help == NULL ? "" : "; did you mean ", help == NULL ? "" : help);
	return false;
}

/* Each word of a line is an effect or a package. */
static bool
read_effects(const char *path, unsigned line, struct str words, uint64_t *out)
{
	struct str word;

	for (*out = 0; str_cut(&words, ' ', &word);) {
		unsigned effect = find_effect(word, 0);

		if (effect == EFFECTS_END && !str_starts(word, STR("+")))
			return refuse(path, line, "there is no effect", word,
			    effect_words[find_effect(word, 3)]);
		*out |= effect == EFFECTS_END ? 0 : 1ull << effect;
	}
	return true;
}

static bool
add_effects(struct embedded_effects *slots, struct str all, struct str name, uint64_t effects)
{
	uint32_t slot = table_slot(name.p, name.n, EFFECT_SLOTS);

	while (slots[slot].bytes != 0)
		slot = (slot + 1) % EFFECT_SLOTS;
	slots[slot] = (struct embedded_effects){
	    .start = (uint32_t)(name.p - all.p), .bytes = (uint32_t)name.n, .effects = effects};
	return name.n > 0;
}

/* Lines are sorted by their names, each of which stands there once. */
static bool
read_effect_lines(const char *path, struct str all, struct embedded_effects *slots)
{
	struct str rest = all, line, name, last = {"", 0};
	uint64_t effects;

	for (unsigned number = 1; str_cut(&rest, '\n', &line); number++) {
		if (line.n == 0 && rest.n == 0)
			break;
		str_cut(&line, ' ', &name);
		if (number > EFFECT_SLOTS / 2)
			return refuse(path, number, "too many lines, from", name, NULL);
		if (str_compare(last, name) >= 0)
			return refuse(path, number, "doubled, or not in order:", name, NULL);
		if (!read_effects(path, number, line, &effects) ||
		    !add_effects(slots, all, name, effects))
			return false;
		last = name;
	}
	return true;
}

static bool
write_effects(const char *path, struct str all, struct buf *out)
{
	static struct embedded_effects slots[EFFECT_SLOTS];

	if (!read_effect_lines(path, all, slots))
		return false;
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
	static uint32_t modules[TABLE_LINES_MAX], names[TABLE_NAMES_MAX], givers[TABLE_LINES_MAX];
	static uint16_t module_slots[TABLE_MODULE_SLOTS], name_slots[TABLE_NAME_SLOTS],
	    giver_slots[TABLE_GIVER_SLOTS];
	static struct embedded_attribute attributes[TABLE_NAMES_MAX];
	static struct index index = {.attributes = attributes,
	    .modules = {modules, 0, TABLE_LINES_MAX, module_slots, TABLE_MODULE_SLOTS, {"", 0}},
	    .names = {names, 0, TABLE_NAMES_MAX, name_slots, TABLE_NAME_SLOTS, {"", 0}},
	    .givers = {givers, 0, TABLE_LINES_MAX, giver_slots, TABLE_GIVER_SLOTS, {"", 0}}};
	struct arena *a = arena_new(2 * TABLE_BYTES_MAX);
	struct str all, effects;
	struct err err = {0};
	struct buf out;
	bool whole;

	buf_init(&out, TABLE_C_BYTES_MAX);
	whole = argc == 4 && a != NULL && file_read(a, argv[2], TABLE_BYTES_MAX, &all, &err) &&
		file_read(a, argv[3], TABLE_BYTES_MAX, &effects, &err) && read_lines(&index, all) &&
		write_index(&index, all, &out) && write_effects(argv[3], effects, &out) &&
		file_write(argv[1], buf_view(&out), &err);
	if (!whole)
		fprintf(stderr, "embed_table: %s\n", err.message);
	buf_release(&out);
	arena_free(a);
	return whole ? EXIT_SUCCESS : EXIT_FAILURE;
}
