/* SPDX-License-Identifier: MIT */
/* embedded.h: files that CMake builds into the program as bytes. */
#ifndef POLICY_EMBEDDED_H
#define POLICY_EMBEDDED_H

#include <stddef.h>
#include <stdint.h>

extern const unsigned char embedded_table[];
extern const size_t embedded_table_size;
extern const char embedded_table_sha256[]; /* hex */
extern const unsigned char embedded_schema[];
extern const size_t embedded_schema_size;

/*
 * The shipped policies as tapes (json.h), which the build made of their YAML and judged by the
 * schema (embed_policies.c). A file with these very bytes needs neither again.
 */
struct embedded_node {
	uint32_t text, text_bytes; /* in `texts` */
	uint32_t at, end, next, parent, count;
	uint8_t kind, flags;
};

struct embedded_policy {
	uint32_t source_bytes; /* the YAML file */
	const unsigned char *source;
	uint8_t sha256[32]; /* of the source */
	uint32_t count;
	const struct embedded_node *nodes;
	const unsigned char *texts;
};
extern const struct embedded_policy embedded_policies[];
extern const size_t embedded_policy_count;

#endif
