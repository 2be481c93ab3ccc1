/* SPDX-License-Identifier: MIT */
#include "embedded.h"

/* The assembler reads the files: no generated source, no time spent on compiling half a megabyte of
 * numbers. */
#define EMBED(name, path)                                                                          \
	__asm__(".section .rodata\n"                                                               \
		".balign 16\n"                                                                     \
		".globl " #name "\n" #name ":\n"                                                   \
		".incbin \"" path "\"\n"                                                           \
		".globl " #name "_end\n" #name "_end:\n"                                           \
		".byte 0\n"                                                                        \
		".balign 16\n"                                                                     \
		".globl " #name "_size\n" #name "_size:\n"                                         \
		".quad " #name "_end - " #name "\n"                                                \
		".previous\n")

EMBED(embedded_table, SLUICE_TABLE_FILE);
EMBED(embedded_schema, SLUICE_SCHEMA_FILE);

const char embedded_table_sha256[] = SLUICE_TABLE_SHA256;
