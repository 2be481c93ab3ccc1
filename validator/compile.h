/* SPDX-License-Identifier: MIT */
/*
 * compile.h: from a schema's text to its program.
 *
 * 1. resources.c walks the places where subschemas stand and learns which resource ($id), anchors
 * and dialect hold where.
 * 2. compile.c makes units from a work list, the root first; a reference adds its target to the
 * list. keyword_*.c turn each keyword into an instruction; keywords.c is the table of what there is
 * in which dialect.
 * 3. Cycles of references that lead back to the same value are errors; leaves are marked.
 *
 * Nothing here recurses. Errors are collected, up to ERR_LIST_MAX.
 */
#ifndef VALIDATOR_COMPILE_H
#define VALIDATOR_COMPILE_H

#include "program.h"

#include <stdio.h>

#define SCHEMA_UNITS_MAX 100000
#define SCHEMA_SOURCES_MAX 512

enum dialect {
	DRAFT_7 = 1,
	DRAFT_2019 = 2,
	DRAFT_2020 = 4,
};

enum vocabulary {
	VOCABULARY_CORE = 0,
	VOCABULARY_APPLICATOR,
	VOCABULARY_UNEVALUATED,
	VOCABULARY_VALIDATION,
	VOCABULARY_METADATA,
	VOCABULARY_FORMAT,
	VOCABULARY_CONTENT,
	VOCABULARY_FORMAT_ASSERTION,
};
#define VOCABULARIES_ALL 0x7fu /* but the assertion of formats */

/* The places of a keyword's subschemas. */
enum subschemas {
	SUB_NONE = 0,
	SUB_ONE,
	SUB_LIST,
	SUB_ONE_OR_LIST,
	SUB_MAP,
	SUB_MAP_OR_NAMES, /* `dependencies`: each is a schema or a list of names */
};

struct source {
	const struct json_doc *doc;
	struct str uri;
	uint32_t *owner; /* of each node that is a known subschema: its resource + 1 */
	uint32_t *unit;  /* of each node: its unit + 1 */
};

struct resource {
	struct str uri;
	uint32_t source, node;
	uint8_t dialect, vocabularies;
	bool dynamic; /* has a dynamic anchor */
};

struct anchor {
	struct str name; /* of $recursiveAnchor: empty */
	uint32_t resource, node;
	bool dynamic;
};

struct compiler {
	struct arena *a;
	const struct schema_options *options;
	struct err_list *errs;
	bool failed;
	struct source *sources;
	struct resource *resources;
	struct anchor *anchors;
	struct unit *units;
	struct op *ops;
	struct str *dynamic_names;
	size_t source_count, source_capacity, resource_count, resource_capacity, anchor_count,
	    anchor_capacity, unit_count, unit_capacity, op_count, op_capacity, dynamic_count,
	    dynamic_capacity;
	bool has_dynamic;
};

/* One keyword of the unit that is being compiled. */
struct use {
	uint32_t unit, source;
	const struct json_doc *doc;
	const struct json_node *object, *name, *value;
	uint32_t resource;
	enum op_code code;
};

struct keyword {
	const char *name;
	uint8_t dialects, vocabulary, subschemas, code;
	bool (*compile)(struct compiler *c,
	    const struct use *u); /* NULL: an annotation, or done with its group */
};

/* The keyword as `resource` knows it, or NULL. */
const struct keyword *keyword_find(const struct resource *resource, struct str name);
/* The keyword's value in this object, or NULL where it is not there or not known to the dialect. */
const struct json_node *keyword_get(
    const struct compiler *c, const struct use *u, const char *name);
bool keyword_unknown(struct compiler *c, const struct use *u);

/* Each returns false, having added the error. */
bool complain(struct compiler *c, const struct json_doc *d, const struct json_node *n,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The keyword must be `expected`, and `n` is not. */
bool wrong_value(
    struct compiler *c, const struct use *u, const struct json_node *n, const char *expected);
bool complain_memory(struct compiler *c);
void advise(struct compiler *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* resources.c */
bool source_add(struct compiler *c, const struct json_doc *doc, struct str uri, uint32_t *source);
uint32_t resource_of(struct compiler *c, uint32_t source, uint32_t node);
/* dialect.c: reads $schema; false where it is not known. */
bool dialect_read(
    struct compiler *c, uint32_t source, const struct json_node *schema, struct resource *out);
/* reference.c: the unit that `reference` leads to. *anchor is a copy of the anchor that it names,
 * or zero. */
bool reference_find(struct compiler *c, const struct use *u, struct str reference, uint32_t *unit,
    struct anchor *anchor);
/* metaschema.c: a built-in document, or NULL; parsed into the compiler's arena. */
const struct json_doc *metaschema_find(struct arena *a, struct str uri);

/* cycles.c: references that lead back to the same value are errors. */
bool cycles_check(struct compiler *c);

/* compile.c */
uint32_t unit_at(
    struct compiler *c, uint32_t source, uint32_t node); /* NO_UNIT: an error was added */
uint32_t unit_of_value(struct compiler *c, const struct use *u, const struct json_node *value);
/* A list of schemas; false: an error was added. */
bool units_of_list(
    struct compiler *c, const struct use *u, const struct json_node *list, struct choices *out);
struct op *op_add(struct compiler *c, const struct use *u);
uint32_t dynamic_name(struct compiler *c, struct str name);

/* keyword_values.c */
/* Annotations must still match the metaschema. */
bool compile_text(struct compiler *c, const struct use *u);
bool compile_flag(struct compiler *c, const struct use *u);
bool compile_examples(struct compiler *c, const struct use *u);
bool compile_anchor(struct compiler *c, const struct use *u);
bool compile_type(struct compiler *c, const struct use *u);
bool compile_const(struct compiler *c, const struct use *u);
bool compile_enum(struct compiler *c, const struct use *u);
bool compile_number(struct compiler *c, const struct use *u);
bool compile_size(struct compiler *c, const struct use *u);
bool compile_unique(struct compiler *c, const struct use *u);
bool compile_pattern(struct compiler *c, const struct use *u);
bool compile_format(struct compiler *c, const struct use *u);
bool compile_content(struct compiler *c, struct use *u);
/* keyword_apply.c */
bool compile_definitions(struct compiler *c, const struct use *u);
bool compile_branch(struct compiler *c, const struct use *u);
bool compile_list(struct compiler *c, const struct use *u);
bool compile_one(struct compiler *c, const struct use *u);
bool compile_if(struct compiler *c, const struct use *u);
bool compile_ref(struct compiler *c, const struct use *u);
bool compile_dynamic_ref(struct compiler *c, const struct use *u);
bool compile_dependents(struct compiler *c, const struct use *u);
bool read_size(struct compiler *c, const struct use *u, const struct json_node *n, uint64_t *out);
/* keyword_groups.c: the keywords that act together, once a unit. */
bool compile_members(struct compiler *c, struct use *u);
bool compile_items(struct compiler *c, struct use *u);
bool compile_contains(struct compiler *c, struct use *u);
const struct regex *pattern_read(
    struct compiler *c, const struct use *u, const struct json_node *n, struct str pattern);

#endif
