/* SPDX-License-Identifier: MIT */
/* embedded.h: files that CMake builds into the program as bytes. */
#ifndef POLICY_EMBEDDED_H
#define POLICY_EMBEDDED_H

#include "json.h"
#include "table.h"

#include <stddef.h>
#include <stdint.h>

extern const unsigned char embedded_table[];
extern const size_t embedded_table_size;
extern const char embedded_table_sha256[]; /* hex */

/* The offsets of the table's lines, behind their letter, and the words of its attributes, which
 * the build found (embed_table.c). A name stands in the first slot from table_slot() on that has
 * its number, counted from 1; 0 ends the search. */
#define TABLE_NAMES_MAX 60000
#define TABLE_MEMBERS_MAX 60000
#define TABLE_MODULE_SLOTS 16384u
#define TABLE_NAME_SLOTS 131072u
#define TABLE_GIVER_SLOTS 16384u
struct embedded_table_parts {
	uint32_t groups, modules, names, takes; /* how many of each */
	size_t versions, versions_bytes;
};
extern const struct embedded_table_parts embedded_table_parts;
extern const uint32_t embedded_table_groups[];
extern const uint32_t embedded_table_modules[]; /* sorted by name */
extern const uint16_t embedded_table_module_slots[];
struct embedded_module {
	uint32_t first; /* its members begin there; one more stands behind the last module */
	uint16_t capabilities;
};
extern const struct embedded_module embedded_table_module_members[]; /* as the modules */
struct embedded_member {
	uint32_t name, target; /* where they begin */
	uint16_t target_bytes, capabilities, takes;
	uint8_t bytes, kind; /* of the name; enum table_member_kind */
	bool is_private;
};
extern const struct embedded_member embedded_table_members[]; /* of a module, sorted by name */
extern const uint32_t embedded_table_takes[];
extern const uint32_t embedded_table_givers[]; /* modules and classes, sorted */
extern const uint16_t embedded_table_giver_slots[];
extern const uint32_t embedded_table_names[]; /* attributes, sorted */
struct embedded_attribute {
	uint16_t group, capabilities, takes;
	uint8_t kind, bytes; /* enum table_attribute_kind; of the name */
};
extern const struct embedded_attribute embedded_table_attributes[]; /* as the names */
extern const uint16_t embedded_table_name_slots[];

/* The symbols of effects.txt in the same way. */
#define EFFECT_SLOTS 8192u
struct embedded_effects {
	uint32_t start, bytes; /* the name in effects.txt; a free slot has no bytes */
	uint64_t effects;      /* bits, effects.h */
};
extern const struct embedded_effects embedded_effect_slots[];
extern const char embedded_effects[];
extern const size_t embedded_effects_bytes;

/* FNV-1a; of `slots`, a power of two. */
static inline uint32_t
table_slot(const char *name, size_t n, uint32_t slots)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)name[i]) * 16777619u;
	return (h ^ h >> 16) % slots;
}

/* The capabilities that the table's letters name, as bits; other letters count for nothing. */
static inline unsigned
table_capabilities(struct str letters)
{
	static const char known[CAPABILITIES] = "PNRWXCDEIZ";
	unsigned bits = 0;

	for (size_t i = 0; i < letters.n; i++) {
		const char *at = memchr(known, letters.p[i], CAPABILITIES);

		bits |= at != NULL ? 1u << (at - known) : 0;
	}
	return bits;
}

extern const unsigned char embedded_schema[];
extern const size_t embedded_schema_size;

/*
 * The shipped policies as tapes (json.h), which the build made of their YAML and judged by the
 * schema (embed_policies.c). A file with these very bytes needs neither again.
 */
struct embedded_policy {
	uint32_t source_bytes; /* the YAML file */
	const unsigned char *source;
	uint8_t sha256[32]; /* of the source */
	uint32_t count;
	const struct json_node *nodes; /* of texts, an address is an offset in `texts` */
	const unsigned char *texts;
};
extern const struct embedded_policy embedded_policies[];
extern const size_t embedded_policy_count;

#endif
