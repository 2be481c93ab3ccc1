/* SPDX-License-Identifier: MIT */
/* merge.h: what the merging files share. */
#ifndef POLICY_MERGE_H
#define POLICY_MERGE_H

#include "model.h"

bool merge_give_up(struct merge *m); /* out of memory; false */
struct str merge_keep(struct merge *m, struct str s);
/* Whether the child may let more through in this section; reports it where not. */
bool merge_may_loosen(
    struct merge *m, enum section section, const struct json_node *at, struct str what);
void merge_words(struct merge *m, const struct json_node *list, struct words *out);
struct str merge_symbol(struct merge *m, struct str name); /* names without a dot are builtins */
enum decision merge_decision(struct str name);
enum severity merge_severity(struct str name, enum severity otherwise);
/* The `escalation` block; POLICY_ESCALATION_USUAL is what holds before any. */
void merge_escalation(struct merge *m, const struct json_node *section);
extern const struct policy_escalation POLICY_ESCALATION_USUAL;
void merge_rule(struct merge *m, const struct json_node *rule);
/* What a predicate asks for, without the argument that it is about. */
void merge_predicate(struct merge *m, const struct json_node *asked, struct predicate *out);
void merge_pattern(
    struct merge *m, const struct json_node *rule, struct call_condition_rule *out);

#endif
