/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "embedded.h"

const char *
capability_name(unsigned index)
{
	static const char *const names[CAPABILITIES] = {"process", "network", "file-read",
	    "file-write", "code", "native", "deserialise", "environment", "introspect", "exhaust"};

	return index < CAPABILITIES ? names[index] : "";
}

struct str
table_text(void)
{
	return (struct str){(const char *)embedded_table, embedded_table_size};
}

/* Bisection over words that blanks end. */
static bool
has_word(struct str all, struct str key)
{
	size_t low = 0, high = all.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2, start = middle, end = middle;
		int order;

		while (start > low && all.p[start - 1] != ' ')
			start--;
		while (end < high && all.p[end] != ' ')
			end++;
		order = str_compare(str_slice(all, start, end), key);
		if (order == 0)
			return true;
		if (order < 0)
			low = end + 1;
		else
			high = start;
	}
	return false;
}

static struct str
part(size_t from, size_t bytes)
{
	return str_slice(table_text(), from, from + bytes);
}

/* The line that begins at `start`, to its end. */
static struct str
line_at(uint32_t start)
{
	struct str line, rest = table_text();

	rest = str_slice(rest, start, rest.n);
	str_cut(&rest, '\n', &line);
	return line;
}

struct by_name {
	const uint32_t *starts;
	const uint16_t *slots;
	uint32_t slot_count;
	char end; /* stands behind each name, and in none */
};

/* Its number in the list, or SIZE_MAX. */
static size_t
find_name(const struct by_name *in, struct str name)
{
	struct str all = table_text();
	uint32_t slot = table_slot(name.p, name.n, in->slot_count);

	if (name.n == 0 || memchr(name.p, in->end, name.n) != NULL)
		return SIZE_MAX;
	for (; in->slots[slot] != 0; slot = (slot + 1) % in->slot_count) {
		size_t i = in->slots[slot] - 1u, start = in->starts[i];

		if (name.n < all.n - start && all.p[start + name.n] == in->end &&
		    memcmp(all.p + start, name.p, name.n) == 0)
			return i;
	}
	return SIZE_MAX;
}

struct table_module
table_module(struct str name)
{
	static const struct by_name modules = {
	    embedded_table_modules, embedded_table_module_slots, TABLE_MODULE_SLOTS, '\t'};
	size_t i = find_name(&modules, name);
	const struct embedded_module *m = &embedded_table_module_members[i];

	return i == SIZE_MAX ? (struct table_module){0}
			     : (struct table_module){.known = true,
				   .capabilities = m->capabilities,
				   .first = m->first,
				   .members = m[1].first - m->first};
}

struct table_member
table_member_at(size_t i, struct str *name)
{
	const struct embedded_member *m = &embedded_table_members[i];

	*name = part(m->name, m->bytes);
	return (struct table_member){.kind = m->kind,
	    .is_private = m->is_private,
	    .capabilities = m->capabilities,
	    .target = part(m->target, m->target_bytes),
	    .takes = m->takes};
}

struct table_member
table_member(struct str module, struct str name)
{
	struct table_module m = table_module(module);
	size_t low = m.first, high = low + m.members;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct str found;
		struct table_member out = table_member_at(middle, &found);
		int order = str_compare(found, name);

		out.capabilities |= m.capabilities;
		if (order == 0)
			return out;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return (struct table_member){.capabilities = m.capabilities};
}

void
dotted_split(struct str dotted, struct str *module, struct str *name)
{
	size_t at = dotted.n;

	while (at > 0 && dotted.p[at - 1] != '.')
		at--;
	*module = str_slice(dotted, 0, at > 0 ? at - 1 : 0);
	*name = str_slice(dotted, at, dotted.n);
}

struct str
dotted_top(struct str dotted)
{
	struct str top = dotted;

	str_cut(&dotted, '.', &top);
	return top;
}

struct table_member
table_symbol(struct str dotted)
{
	struct str module, name;

	dotted_split(dotted, &module, &name);
	return table_member(module, name);
}

struct str
table_packages(const struct table_attribute *attribute)
{
	struct str line;

	if (attribute->kind == ATTRIBUTE_UNKNOWN || attribute->group >= embedded_table_parts.groups)
		return (struct str){"", 0};
	line = line_at(embedded_table_groups[attribute->group]);
	return str_slice(line, 6, line.n);
}

struct table_attribute
table_attribute_at(size_t i, struct str *name)
{
	const struct embedded_attribute *a = &embedded_table_attributes[i];

	*name = (struct str){(const char *)embedded_table + embedded_table_names[i], a->bytes};
	return (struct table_attribute){
	    .kind = a->kind, .capabilities = a->capabilities, .group = a->group, .takes = a->takes};
}

struct table_attribute
table_attribute(struct str name)
{
	static const struct by_name names = {
	    embedded_table_names, embedded_table_name_slots, TABLE_NAME_SLOTS, '/'};
	size_t i = find_name(&names, name);

	return i == SIZE_MAX ? (struct table_attribute){0} : table_attribute_at(i, &name);
}

/* -- what may be given by name ------------------------------------------------------------------ */

static struct takes
takes_at(uint32_t list)
{
	struct takes t = {.known = list > 0, .of_table = true};

	t.names = line_at(embedded_table_takes[list]);
	str_cut(&t.names, '\t', &t.places); /* the list's number */
	str_cut(&t.names, '\t', &t.places);
	str_cut(&t.names, '\t', &t.families);
	t.open = t.known && !str_is(t.families, "-");
	t.partly = str_starts(t.places, STR("!"));
	t.places = str_slice(t.places, 1, t.places.n);
	return t;
}

struct takes
table_takes(struct str symbol)
{
	struct str module, name;

	dotted_split(symbol, &module, &name);
	return takes_at(table_module(module).known ? table_member(module, name).takes
						   : table_attribute(name).takes);
}

bool
table_is_unreviewed(struct str parameter)
{
	return has_word(takes_at(0).names, parameter);
}

bool
takes_name(const struct takes *t, struct str keyword)
{
	struct str rest = t->of_table ? t->families : t->names, word;
	int64_t list;

	if (t->of_table && has_word(t->names, keyword))
		return true;
	if (t->of_table && str_is(rest, "*"))
		return !table_is_unreviewed(keyword);
	while (rest.n > 0 && str_cut(&rest, t->of_table ? ' ' : ',', &word))
		if (t->of_table ? str_number(word, &list) &&
				      has_word(takes_at((uint32_t)list).names, keyword)
				: str_eq(word, keyword))
			return true;
	return false;
}

struct str
table_given(struct str symbol)
{
	static const struct by_name givers = {
	    embedded_table_givers, embedded_table_giver_slots, TABLE_GIVER_SLOTS, '\t'};
	size_t i = find_name(&givers, symbol);
	struct str rest = i == SIZE_MAX ? STR("") : line_at(embedded_table_givers[i]), word;

	str_cut(&rest, '\t', &word);
	return rest;
}

struct str
table_versions(void)
{
	return str_trim(part(embedded_table_parts.versions, embedded_table_parts.versions_bytes));
}

bool
table_version(struct str name, struct str *version)
{
	struct str rest = table_versions(), word;

	while (str_cut(&rest, ' ', &word))
		if (str_starts(word, name) && word.n > name.n && word.p[name.n] == '=') {
			*version = str_slice(word, name.n + 1, word.n);
			return true;
		}
	return false;
}
