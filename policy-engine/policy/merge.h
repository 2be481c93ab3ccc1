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
/* merge_bounds.c: an integer that is written as one; false (told) where it is not, or NULL. */
bool merge_int(struct merge *m, const struct json_node *n, int64_t *out);
/* Whether a list finds room beside `have` entries; false (told) where not. */
bool merge_fits(struct merge *m, const struct json_node *list, size_t have);
/* An error at its place; `help` may be NULL. False. */
bool merge_complain(struct merge *m, const struct json_node *at, const char *help,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
void merge_words(struct merge *m, const struct json_node *list, struct words *out);
struct str merge_symbol(struct merge *m, struct str name); /* names without a dot are builtins */
enum decision merge_decision(struct str name);
enum severity merge_severity(struct str name, enum severity otherwise);
/* The `escalation` block; POLICY_ESCALATION_USUAL is what holds before any. */
void merge_escalation(struct merge *m, const struct json_node *section);
extern const struct policy_escalation POLICY_ESCALATION_USUAL;
void merge_calls(struct merge *m, const struct json_node *section);
void merge_rule(struct merge *m, const struct json_node *rule);
/* What a predicate asks for, without the argument that it is about. */
void merge_predicate(struct merge *m, const struct json_node *asked, struct predicate *out);
/* The lists of a rule about the whole program, and, once all rules of the file are there, whether
 * they can hold, and can fail. */
void merge_parts(struct merge *m, const struct json_node *rule, struct policy_rule *out);
void merge_packages(struct merge *m, const struct json_node *packages); /* may be NULL */
void merge_flow(struct merge *m, const struct json_node *rule, struct policy_rule *out);
void merge_check_whole(struct merge *m, const struct json_node *rules);
/* Whether `name` (a builtin, MODULE.NAME, .METHOD) is one that the interpreter has. */
bool merge_call_name(struct merge *m, const struct json_node *at, struct str *out);
void merge_pattern(struct merge *m, const struct json_node *rule, struct policy_rule *out);
enum waivable merge_waivable(const struct merge *m, const struct json_node *entry);
bool merge_gains_waivers(
    enum decision now, enum waivable waivable, enum decision before, enum waivable was);
void merge_files(struct merge *m, const struct json_node *section);
/* walls.c: behind a file's other sections, whether a wall holds each rule that says so. */
void merge_take_wall(struct merge *m, const struct json_node *rule, struct policy_rule *out);
void merge_check_walls(struct merge *m, const struct json_node *root);
/* merge_settings.c: limits, escalation, prompt, output, and what the executor must give. */
void merge_settings(struct merge *m, const struct json_node *root);
void merge_waivers(struct merge *m, const struct json_node *waivers);
void merge_overrides(struct merge *m, const struct json_node *list);
/* merge_profile.c: what a file says of profiles, and, behind the last file, the profiles. Where
 * memory ran out, false. */
bool merge_note_profiles(struct merge *m, const struct json_node *profiles);
bool merge_profiles(struct arena *a, struct policy *p, struct err_list *errs);
/* merge_shadow.c: entries that are only tried. */
bool merge_is_shadow(const struct merge *m, const struct json_node *entry);
enum shadow_kind { SHADOW_IMPORT = 0, SHADOW_CALL, SHADOW_RULE };
/* Keeps the entry, of the kind's struct, as one that is only tried. */
void merge_shadow(
    struct merge *m, enum shadow_kind kind, const struct json_node *at, const void *entry);
/* An entry in force takes the place of the one of this name that was only tried. */
void merge_end_shadow(struct merge *m, enum shadow_kind kind, struct str name);
/* Behind the last file: makes the trial. */
bool merge_settle_shadow(struct arena *a, struct policy *p);

#endif
