/* SPDX-License-Identifier: MIT */
/* spelled.h: what the files that look for spelled names share. */
#ifndef POLICY_SPELLED_H
#define POLICY_SPELLED_H

#include "judge.h"

bool spelled_add(struct judge *j, struct words *out, struct str name);
struct str spelled_symbol(const struct judge *j, uint32_t node); /* or empty */
/* The binding that an identifier reads, or NULL. */
const struct binding *spelled_binding(const struct judge *j, uint32_t node);
/* judge_options.c: a `**options` that only calls of the file fill, and nobody changes; a field that
 * keeps one; and every keyword of the file, false where one is not spelled */
bool spelled_is_options(const struct judge *j, const struct binding *b);
bool spelled_is_field(struct judge *j, uint32_t node);
/* Every mention of an attribute of this name reads what it holds, or stores it. */
bool spelled_is_read(const struct judge *j, uint32_t name);
/* Whether something may set a field of this name by a text. */
bool spelled_may_be_set(struct judge *j, uint32_t name);
bool spelled_add_keywords(struct judge *j, struct words *out);

#endif
