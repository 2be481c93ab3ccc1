/* SPDX-License-Identifier: MIT */
/* lint_parts.h: what the linting files share. Each lint_*.c looks at one noun of a policy. */
#ifndef POLICY_LINT_PARTS_H
#define POLICY_LINT_PARTS_H

#include "judge.h"
#include "lint.h"

#define LINT_FINDINGS_MAX 2000
/* The classes whose misuse nothing in the text makes good. */
#define LINT_STRONG                                                                                \
	(CAP_PROCESS | CAP_NETWORK | CAP_WRITE | CAP_CODE | CAP_NATIVE | CAP_DESERIALISE)

struct lint_entry { /* of a section's lists; of a call with many names, one for each */
	enum section section;
	enum decision decision;
	struct str name; /* as it is written */
	const struct json_node *node, *name_node;
};

struct lint_rule {
	const struct json_node *node, *id; /* id: its value */
	const struct policy_rule *model;   /* NULL: a later one of the file has its id */
	bool shadow;                       /* it decides nothing yet */
};

struct lint_predicate {
	const struct lint_rule *rule;
	size_t condition;
	const struct json_node *name, *value;
	const struct predicate *model;
};

struct lint_file {
	const char *path;
	struct str source;
	struct finding *items;
	size_t count, capacity;
};

struct lint {
	struct arena *arena;
	const struct lint_subject *subject;
	const struct policy *policy, *base;
	const struct json_doc *doc; /* the policy's own file */
	const struct json_node *root;
	const struct lint_check *check; /* the one that looks now */
	struct lint_file *files;
	size_t file_count, total;
	struct lint_entry *entries;
	size_t entry_count, entry_capacity;
	struct lint_rule *rules;
	size_t rule_count, rule_capacity;
	struct lint_predicate *predicates;
	size_t predicate_count, predicate_capacity;
	struct err_list *errs;
	bool failed; /* memory */
	bool broken; /* told in errs */
};

/* A finding of the check that looks, in the policy's file; NULL: at its id. */
void lint_say(struct lint *l, const struct json_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same at a line and column (from 1) of one of the files. */
void lint_say_at(struct lint *l, size_t file, unsigned line, unsigned column, struct str message);
/* What the file says behind these names, or NULL. */
const struct json_node *lint_get(const struct lint *l, const char *section, const char *name);
/* Whether a rule with conditions, or a call entry that does not allow, decides on the symbol. */
bool lint_is_ruled(const struct lint *l, struct str symbol);
/* The whole gate stands open: the walls alone hold, and lint says so once. */
bool lint_is_open(const struct lint *l);
/* The symbol of a name in `calls` or a rule: "builtins.open"; in the arena. */
struct str lint_symbol(struct lint *l, struct str name);
/* What a symbol gives; `known` where the table holds its module and the name in it. */
unsigned lint_authority(struct str symbol, bool *known);
/* Of what a symbol gives, what neither the policy's `files` nor the judgement of names holds. */
unsigned lint_unheld(const struct lint *l, struct str symbol, unsigned capabilities);
const char *lint_capability(unsigned bits); /* the name of the first */
bool lint_is_package(struct str module);    /* numpy and its kin, by the table's versions */

typedef void lint_look(struct lint *l);
/* lint_head.c */
lint_look look_id, look_interpreter, look_revision, look_override_idle;
/* lint_entries.c */
lint_look look_conflict, look_duplicate, look_same, look_denied_already, look_list_repeats;
/* lint_files.c */
lint_look look_files_covered, look_files_any, look_files_kept, look_unknown_wall;
/* lint_whole.c */
lint_look look_whole;
/* lint_imports.c */
lint_look look_import_default, look_import_unknown, look_import_packages, look_api_unknown,
    look_api_private, look_api_authority, look_api_module, look_also_harmless, look_also_bare,
    look_import_covered;
/* lint_names.c */
lint_look look_builtin_default, look_builtin_unknown, look_builtin_authority,
    look_attribute_default, look_attribute_unknown, look_attribute_safe, look_attribute_authority,
    look_attribute_dunder, look_capability_default, look_capability_wide, look_capability_network;
/* lint_rules.c */
lint_look look_call_unknown, look_call_shadowed, look_call_authority, look_rule_repeated,
    look_rule_unreachable, look_rule_call_unknown, look_rule_message, look_rule_remedy,
    look_unknown_allow, look_otherwise_allow, look_rule_packages, look_rule_common, look_rule_self,
    look_rule_waivable;
/* lint_predicates.c */
lint_look look_always, look_subsumed, look_argument_twice, look_optional_absent, look_absent_more,
    look_matches_all, look_matches_regex, look_below_text, look_any_idle, look_path_never,
    look_extension, look_word_never, look_below;
/* lint_settings.c */
lint_look look_leaks, look_prompt_output, look_prompt_rows, look_needs, look_remind,
    look_ticket_any, look_ticket_nothing, look_ticket_loose, look_guarantee, look_guarantee_twice,
    look_pure_packages, look_waiver_expired;
/* lint_texts.c */
lint_look look_full_stop, look_capital, look_invisible;
/* lint_tests.c */
lint_look look_suite, look_failing, look_coverage;

#endif
