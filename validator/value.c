/* SPDX-License-Identifier: MIT */
#include "value.h"

#include "decimal.h"

#include <stdlib.h>

enum {
	PENDING_INLINE = 12,
	PAIRED_MAX = 8,
	HASHED_DEPTH = 64,
	SCAN_MEMBERS_MAX = 16, /* objects with more members are compared by sorted names */
};

static const struct json_node *
at(struct value v)
{
	return &v.doc->nodes[v.node];
}

struct str
value_text(const struct json_doc *doc, uint32_t node)
{
	const struct json_node *n = &doc->nodes[node];
	return n->kind == JSON_STRING || n->text.n > 0 ? n->text : json_source(doc, n);
}

static uint64_t
mix(uint64_t h)
{
	h ^= h >> 32;
	h *= 0xd6e8feb86659fd93u;
	h ^= h >> 29;
	h *= 0xa0761d6478bd642fu;
	return h ^ h >> 32;
}

uint64_t
text_hash(struct str s)
{
	uint64_t h = s.n * 0x9e3779b97f4a7c15u, word = 0;
	if (s.n < sizeof(word))
		return mix(h ^ text_edges(s).first);
	for (size_t i = 0; i + sizeof(word) < s.n; i += sizeof(word)) {
		memcpy(&word, s.p + i, sizeof(word));
		h = (h ^ word) * 0xd6e8feb86659fd93u;
		h ^= h >> 32;
	}
	memcpy(&word, s.p + s.n - sizeof(word), sizeof(word));
	return mix(h ^ word);
}

static uint64_t
scalar_hash(const struct json_node *n)
{
	struct decimal d;
	if (n->kind == JSON_STRING)
		return text_hash(n->text);
	if (n->kind == JSON_NUMBER && decimal_read(n->text, &d))
		return mix(decimal_hash(&d) + 7);
	return mix(n->kind);
}

/*
 * A value's nodes are contiguous. Each is hashed with the path of names and positions above it, and
 * the sum is the hash, so that the order of members does not matter. What lies deeper than the
 * stack is left out.
 */
struct level {
	uint32_t container, element;
	uint64_t salt;
};

uint64_t
value_hash(const struct json_doc *doc, uint32_t node)
{
	const struct json_node *root = &doc->nodes[node];
	if (root->kind < JSON_ARRAY)
		return scalar_hash(root);
	struct level stack[HASHED_DEPTH] = {{.container = node}};
	size_t depth = 1;
	uint64_t sum = mix(root->kind + (uint64_t)root->count * 31);
	for (uint32_t i = node + 1; i < doc->count; i++) {
		const struct json_node *n = &doc->nodes[i];
		while (depth > 0 && stack[depth - 1].container > n->parent)
			depth--;
		if (depth == 0 || n->parent < node)
			break;
		struct level *top = &stack[depth - 1];
		if ((n->flags & JSON_NAME) || n->parent != top->container)
			continue;
		bool member = doc->nodes[top->container].kind == JSON_OBJECT;
		uint64_t key = member ? text_hash(n[-1].text) : top->element++;
		uint64_t salt = mix(top->salt * 31 + key);
		if (n->kind < JSON_ARRAY) {
			sum += mix(salt ^ scalar_hash(n));
			continue;
		}
		sum += mix(salt ^ (n->kind + (uint64_t)n->count * 31));
		if (depth < HASHED_DEPTH)
			stack[depth++] = (struct level){.container = i, .salt = salt};
	}
	return sum;
}

/* Pairs that are still to be compared. */
struct pending {
	struct arena *arena;
	struct pair {
		struct value x, y;
	} inline_pairs[PENDING_INLINE], *pairs;
	size_t count, capacity;
};

static bool
push(struct pending *p, struct value x, struct value y)
{
	if (p->count == p->capacity) {
		struct pair *more = arena_array(p->arena, p->capacity * 2, sizeof(*more));
		if (!more)
			return false;
		memcpy(more, p->pairs, p->count * sizeof(*more));
		p->pairs = more;
		p->capacity *= 2;
	}
	p->pairs[p->count++] = (struct pair){x, y};
	return true;
}

static enum value_relation
compare_numbers(struct str x, struct str y)
{
	if (str_eq(x, y))
		return VALUE_EQUAL;
	struct decimal a, b;
	if (!decimal_read(x, &a) || !decimal_read(y, &b))
		return VALUE_UNKNOWN;
	return decimal_equal(&a, &b) ? VALUE_EQUAL : VALUE_DIFFERENT;
}

static enum value_relation
relation(bool equal)
{
	return equal ? VALUE_EQUAL : VALUE_DIFFERENT;
}

static enum value_relation
compare_scalars(struct value x, struct value y)
{
	const struct json_node *a = at(x), *b = at(y);
	if (a->kind == JSON_STRING && (b->flags & JSON_PLAIN))
		return relation(str_eq(a->text, value_text(y.doc, y.node)));
	if (b->kind == JSON_STRING && (a->flags & JSON_PLAIN))
		return relation(str_eq(b->text, value_text(x.doc, x.node)));
	if (a->kind != b->kind)
		return VALUE_DIFFERENT;
	if (a->kind == JSON_STRING)
		return relation(str_eq(a->text, b->text));
	return a->kind == JSON_NUMBER ? compare_numbers(a->text, b->text) : VALUE_EQUAL;
}

static bool
push_elements(struct pending *p, struct value x, struct value y)
{
	const struct json_node *a = json_first(x.doc, at(x)), *b = json_first(y.doc, at(y));
	for (; a && b; a = json_next(x.doc, a), b = json_next(y.doc, b)) {
		struct value u = {x.doc, json_index(x.doc, a)}, v = {y.doc, json_index(y.doc, b)};
		if (!push(p, u, v))
			return false;
	}
	return true;
}

struct member {
	struct str name;
	uint32_t node;
};

static int
by_name(const void *a, const void *b)
{
	return str_compare(((const struct member *)a)->name, ((const struct member *)b)->name);
}

static struct member *
sorted_members(struct arena *a, struct value v)
{
	struct member *m = arena_array(a, at(v)->count, sizeof(*m));
	size_t i = 0;
	if (!m)
		return NULL;
	for (const struct json_node *n = json_first(v.doc, at(v)); n; n = json_next(v.doc, n))
		m[i++] = (struct member){n->text, json_index(v.doc, n)};
	qsort(m, i, sizeof(*m), by_name);
	return m;
}

static enum value_relation
push_sorted_members(struct pending *p, struct value x, struct value y)
{
	struct member *a = sorted_members(p->arena, x), *b = sorted_members(p->arena, y);
	if (!a || !b)
		return VALUE_UNKNOWN;
	for (uint32_t i = 0; i < at(x)->count; i++) {
		if (!str_eq(a[i].name, b[i].name))
			return VALUE_DIFFERENT;
		struct value u = {x.doc, a[i].node + 1}, v = {y.doc, b[i].node + 1};
		if (!push(p, u, v))
			return VALUE_UNKNOWN;
	}
	return VALUE_EQUAL;
}

static enum value_relation
push_members(struct pending *p, struct value x, struct value y)
{
	if (at(x)->count > SCAN_MEMBERS_MAX)
		return push_sorted_members(p, x, y);
	for (const struct json_node *n = json_first(x.doc, at(x)); n; n = json_next(x.doc, n)) {
		const struct json_node *m = json_get_str(y.doc, at(y), n->text);
		if (!m)
			return VALUE_DIFFERENT;
		struct value u = {x.doc, json_index(x.doc, n) + 1},
			     v = {y.doc, json_index(y.doc, m)};
		if (!push(p, u, v))
			return VALUE_UNKNOWN;
	}
	return VALUE_EQUAL;
}

static enum value_relation
compare_step(struct pending *p, struct value x, struct value y)
{
	const struct json_node *a = at(x), *b = at(y);
	if (a->kind < JSON_ARRAY || b->kind < JSON_ARRAY)
		return compare_scalars(x, y);
	if (a->kind != b->kind || a->count != b->count)
		return VALUE_DIFFERENT;
	if (a->kind == JSON_OBJECT)
		return push_members(p, x, y);
	return push_elements(p, x, y) ? VALUE_EQUAL : VALUE_UNKNOWN;
}

static enum value_relation
compare_containers(struct arena *a, struct value x, struct value y, uint64_t *fuel)
{
	struct pending p = {.arena = a, .capacity = PENDING_INLINE};
	p.pairs = p.inline_pairs;
	if (!push(&p, x, y))
		return VALUE_UNKNOWN;
	while (p.count > 0) {
		struct pair next = p.pairs[--p.count];
		if (*fuel == 0)
			return VALUE_UNKNOWN;
		(*fuel)--;
		enum value_relation r = compare_step(&p, next.x, next.y);
		if (r != VALUE_EQUAL)
			return r;
	}
	return VALUE_EQUAL;
}

enum value_relation
value_compare(struct arena *a, struct value x, struct value y, uint64_t *fuel)
{
	const struct json_node *m = at(x), *n = at(y);
	if (m->kind < JSON_ARRAY || n->kind < JSON_ARRAY)
		return compare_scalars(x, y);
	if (m->kind != n->kind || m->count != n->count)
		return VALUE_DIFFERENT;
	return compare_containers(a, x, y, fuel);
}

struct item {
	uint64_t hash;
	uint32_t node, position;
};

static int
by_hash(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	if (x->hash != y->hash)
		return x->hash > y->hash ? 1 : -1;
	return (x->position > y->position) - (x->position < y->position);
}

/* Each with each: for a handful that is less work than hashes. */
static enum value_relation
unique_pairs(struct arena *a, struct value array, uint64_t *fuel, uint32_t *first, uint32_t *second)
{
	enum value_relation worst = VALUE_DIFFERENT;
	const struct json_node *m = json_first(array.doc, at(array));
	for (*first = 0; m; m = json_next(array.doc, m), (*first)++) {
		const struct json_node *n = json_next(array.doc, m);
		for (*second = *first + 1; n; n = json_next(array.doc, n), (*second)++) {
			struct value x = {array.doc, json_index(array.doc, m)};
			struct value y = {array.doc, json_index(array.doc, n)};
			enum value_relation r = value_compare(a, x, y, fuel);
			if (r == VALUE_EQUAL)
				return r;
			worst = r == VALUE_UNKNOWN ? r : worst;
		}
	}
	return worst;
}

enum value_relation
value_unique(struct arena *a, struct value array, uint64_t *fuel, uint32_t *first, uint32_t *second)
{
	uint32_t count = at(array)->count, n = 0;
	if (count <= PAIRED_MAX)
		return unique_pairs(a, array, fuel, first, second);
	struct item *items = arena_array(a, count, sizeof(*items));
	if (!items)
		return VALUE_UNKNOWN;
	for (const struct json_node *e = json_first(array.doc, at(array)); e;
	     e = json_next(array.doc, e), n++) {
		uint32_t node = json_index(array.doc, e);
		items[n] = (struct item){value_hash(array.doc, node), node, n};
	}
	qsort(items, n, sizeof(*items), by_hash);
	enum value_relation worst = VALUE_DIFFERENT;
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = i + 1; j < n && items[j].hash == items[i].hash; j++) {
			struct value x = {array.doc, items[i].node}, y = {array.doc, items[j].node};
			enum value_relation r = value_compare(a, x, y, fuel);
			*first = items[i].position;
			*second = items[j].position;
			if (r == VALUE_EQUAL)
				return r;
			if (r == VALUE_UNKNOWN)
				worst = r;
			if (*fuel == 0)
				return VALUE_UNKNOWN;
		}
	}
	return worst;
}
