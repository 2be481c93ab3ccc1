/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "embedded.h"

#include <pthread.h>

static const char LETTERS[] = "PNRWXCDEIZ";

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

static unsigned
capabilities_of(struct str letters)
{
	unsigned bits = 0;

	for (size_t i = 0; i < letters.n; i++) {
		const char *at = memchr(LETTERS, letters.p[i], CAPABILITIES);

		if (at != NULL)
			bits |= 1u << (at - LETTERS);
	}
	return bits;
}

static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || (c & 0x80) != 0;
}

/* How the key at the front of a record compares with `key`, all of whose letters are `in_key`. */
static int
compare(struct str record, struct str key, bool (*in_key)(char))
{
	size_t n = 0;
	bool longer;

	while (n < key.n && n < record.n && record.p[n] == key.p[n])
		n++;
	longer = n < record.n && in_key(record.p[n]);
	if (n == key.n || !longer)
		return n == key.n ? longer : -1;
	return (unsigned char)record.p[n] < (unsigned char)key.p[n] ? -1 : 1;
}

static bool
is_key(struct str s, bool (*in_key)(char))
{
	size_t n = 0;

	while (n < s.n && in_key(s.p[n]))
		n++;
	return n == s.n;
}

/* Bisection over records that `separator` ends: the one whose key is `key`, or an empty str. */
static struct str
find(struct str all, char separator, struct str key, bool (*in_key)(char))
{
	size_t low = 0, high = is_key(key, in_key) ? all.n : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2, start = middle, end = middle;
		int order;

		while (start > low && all.p[start - 1] != separator)
			start--;
		while (end < high && all.p[end] != separator)
			end++;
		order = compare(str_slice(all, start, end), key, in_key);
		if (order == 0)
			return str_slice(all, start, end);
		if (order < 0)
			low = end + 1;
		else
			high = start;
	}
	return (struct str){"", 0};
}

static bool
in_line_key(char c)
{
	return is_word(c) || c == '.';
}

#define LINES_MAX 8192

/* Where the lines of each kind begin; they stand together because the table is sorted. */
static struct {
	struct str attributes, versions;
	uint32_t lines[LINES_MAX];
	size_t groups, modules, count; /* indices into lines: groups, then modules, then the rest */
} table;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
learn(void)
{
	struct str all = table_text(), rest = all, line;

	while (table.count < LINES_MAX && str_cut(&rest, '\n', &line)) {
		if (line.n < 2)
			continue;
		if (line.p[0] == 'a')
			table.attributes = str_slice(line, 2, line.n);
		if (line.p[0] == 'v')
			table.versions = str_slice(line, 2, line.n);
		table.groups += line.p[0] < 'g';
		table.modules += line.p[0] < 'm';
		table.lines[table.count++] = (uint32_t)(line.p - all.p);
	}
}

/* The text behind `kind TAB` of the line with this key, or an empty str. */
static struct str
find_line(char kind, struct str key)
{
	struct str all = table_text();
	size_t low, high;

	pthread_once(&once, learn);
	low = kind == 'g' ? table.groups : table.modules;
	high = !is_key(key, in_line_key) ? low : kind == 'g' ? table.modules : table.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2, start = table.lines[middle];
		struct str line = str_slice(
		    all, start + 2, middle + 1 < table.count ? table.lines[middle + 1] - 1 : all.n);
		int order = compare(line, key, in_line_key);

		if (order == 0 && all.p[start] == kind)
			return line;
		if (order < 0 && all.p[start] == kind)
			low = middle + 1;
		else
			high = middle;
	}
	return (struct str){"", 0};
}

struct table_module
table_module(struct str name)
{
	struct str line = find_line('m', name), word;

	if (line.n == 0)
		return (struct table_module){0};
	str_cut(&line, '\t', &word);
	str_cut(&line, '\t', &word);
	return (struct table_module){
	    .known = true, .capabilities = capabilities_of(word), .members = line};
}

bool
table_next_module(struct str prefix, size_t *at, struct str *name)
{
	struct str all = table_text();

	pthread_once(&once, learn);
	for (; table.modules + *at < table.count; ++*at) {
		size_t start = table.lines[table.modules + *at], end = start + 2;
		if (all.p[start] != 'm')
			return false;
		while (end < all.n && in_line_key(all.p[end]))
			end++;
		*name = str_slice(all, start + 2, end);
		if (!str_starts(*name, prefix))
			continue;
		++*at;
		return true;
	}
	return false;
}

static struct table_member
read_member(struct str record)
{
	struct table_member m = {.kind = MEMBER_VALUE};
	size_t i = 0, from;

	while (i < record.n && is_word(record.p[i]))
		i++;
	if (i < record.n && record.p[i] == '!') {
		m.is_private = true;
		i++;
	}
	if (i < record.n && record.p[i] == '^') {
		m.kind = MEMBER_CLASS;
		i++;
	}
	if (i < record.n && record.p[i] == '@') {
		m.kind = MEMBER_MODULE;
		m.target = str_slice(record, i + 1, record.n);
		return m;
	}
	if (i < record.n && record.p[i] == ':') {
		from = ++i;
		while (i < record.n && record.p[i] != '=')
			i++;
		m.capabilities = capabilities_of(str_slice(record, from, i));
		if (i < record.n)
			m.target = str_slice(record, i + 1, record.n);
	}
	return m;
}

struct table_member
table_member(struct str module, struct str name)
{
	struct table_module m = table_module(module);
	struct str record = find(m.members, ' ', name, is_word);
	struct table_member out;

	if (record.n == 0)
		return (struct table_member){.capabilities = m.capabilities};
	out = read_member(record);
	out.capabilities |= m.capabilities;
	return out;
}

void
table_members(struct str module,
    void (*each)(void *context, struct str name, const struct table_member *member), void *context)
{
	struct str rest = table_module(module).members, record;

	while (rest.n > 0 && str_cut(&rest, ' ', &record)) {
		struct table_member m = read_member(record);
		size_t n = 0;

		while (n < record.n && is_word(record.p[n]))
			n++;
		if (!m.is_private && n > 0)
			each(context, str_slice(record, 0, n), &m);
	}
}

static struct table_attribute
read_attribute(struct str record)
{
	struct table_attribute out = {.kind = ATTRIBUTE_UNREVIEWED};
	size_t slash = str_find(record, STR("/"), 0), colon;
	char flag;
	char padded[6] = "00000";
	struct str digits;

	if (slash == SIZE_MAX || slash + 2 > record.n)
		return out;
	flag = record.p[slash + 1];
	colon = str_find(record, STR(":"), slash);
	digits = str_slice(record, slash + 2, colon == SIZE_MAX ? record.n : colon);
	if (digits.n <= 5)
		memcpy(padded + 5 - digits.n, digits.p, digits.n);
	switch (flag) {
	case 's':
		out.kind = ATTRIBUTE_SAFE;
		break;
	case 'l':
		out.kind = ATTRIBUTE_LEADS;
		break;
	case 'c':
		out.kind = ATTRIBUTE_AUTHORITY;
		break;
	case 'd':
		out.kind = ATTRIBUTE_DUNDER;
		break;
	default:
		break;
	}
	if (colon != SIZE_MAX)
		out.capabilities = capabilities_of(str_slice(record, colon + 1, record.n));
	out.packages = find_line('g', (struct str){padded, 5});
	out.packages = str_slice(out.packages, 6, out.packages.n);
	return out;
}

struct table_attribute
table_attribute(struct str name)
{
	struct str record;

	pthread_once(&once, learn);
	record = find(table.attributes, ' ', name, is_word);

	return record.n == 0 ? (struct table_attribute){0} : read_attribute(record);
}

bool
table_next_attribute(struct str prefix, size_t *at, struct str *name)
{
	struct str all;

	pthread_once(&once, learn);
	all = table.attributes;
	while ((*at = str_find(all, prefix, *at)) != SIZE_MAX) {
		size_t from = (*at)++;

		if (from > 0 && all.p[from - 1] != ' ')
			continue;
		*name = str_slice(all, from, str_find(all, STR("/"), from));
		return true;
	}
	return false;
}

struct str
table_versions(void)
{
	pthread_once(&once, learn);
	return str_trim(table.versions);
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
