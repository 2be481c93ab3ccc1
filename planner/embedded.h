/* SPDX-License-Identifier: MIT */
/* embedded.h: the files of prompts/, compiled in as bytes (cmake/embed.cmake). */
#ifndef PLANNER_EMBEDDED_H
#define PLANNER_EMBEDDED_H

#include "text.h"

struct embedded {
	const char *bytes;
	const size_t *size;
};

#define EMBEDDED(symbol)                                                                           \
	{                                                                                          \
		symbol, &symbol##_bytes                                                            \
	}

static inline struct str
embedded_text(struct embedded e)
{
	return (struct str){e.bytes, *e.size};
}

extern const char plan_prompt[], cell_prompt[], generate_prompt[], repair_prompt[],
    explain_prompt[], fence_prompt[], rules_prompt[];
extern const char plan_schema[], cell_schema[], generate_schema[], repair_schema[],
    explain_schema[], script_schema[];
extern const char profiles[], profiles_schema[], command_schema[];
extern const size_t plan_prompt_bytes, cell_prompt_bytes, generate_prompt_bytes,
    repair_prompt_bytes, explain_prompt_bytes, fence_prompt_bytes, rules_prompt_bytes;
extern const size_t plan_schema_bytes, cell_schema_bytes, generate_schema_bytes,
    repair_schema_bytes, explain_schema_bytes, script_schema_bytes;
extern const size_t profiles_bytes, profiles_schema_bytes, command_schema_bytes;

#endif
