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
};

struct lint_predicate {
	const struct lint_rule *rule;
	size_t condition;
	const struct json_node *name, *value;
	const struct predicate *model;
};

struct lint {
	struct arena *arena;
	const struct lint_subject *subject;
	const struct policy *policy, *base;
	const struct json_doc *doc; /* the policy's own file */
	const struct json_node *root;
	const struct lint_check *check; /* the one that looks now */
	struct finding *findings;
	size_t count, capacity;
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
/* The file's value under these names, or NULL. */
const struct json_node *lint_get(const struct lint *l, const char *section, const char *name);
/* Whether a rule with conditions, or a call entry that does not allow, decides on the symbol. */
bool lint_is_ruled(const struct lint *l, struct str symbol);
/* The whole gate stands open: the walls alone hold, and lint says so once. */
bool lint_is_open(const struct lint *l);
/* The symbol of a name in `calls` or a rule: "builtins.open"; in the arena. */
struct str lint_symbol(struct lint *l, struct str name);
/* The capabilities that a symbol gives; `known` if the table holds its module and the name in it. */
unsigned lint_authority(struct str symbol, bool *known);
/* The capabilities of a symbol that neither the policy's `files` nor the judgement of names holds. */
unsigned lint_unheld(const struct lint *l, struct str symbol, unsigned capabilities);
const char *lint_capability(unsigned bits); /* the name of the first */

typedef void lint_entry_look(struct lint *l, const struct lint_entry *e);
/* Each entry of the section's lists whose decision is `at_least` or milder. */
void lint_each_entry(struct lint *l, enum section s, enum decision at_least, lint_entry_look *look);
typedef void lint_name_look(struct lint *l, const struct lint_entry *e,
    const struct json_node *name, struct table_member m);
/* Each name in `key` of the allowed modules that the table holds with their names. */
void lint_each_name(struct lint *l, const char *key, lint_name_look *look);

typedef void lint_look(struct lint *l);
/* lint_idle.c */
lint_look look_idle, look_api_replaced;
/* lint_names.c */
lint_look look_unknown_name, look_import_packages, look_api_private, look_pack_unused,
    look_attribute_dunder;
/* lint_authority.c */
lint_look look_default_allow, look_authority, look_capability_network;
/* lint_rules.c */
lint_look look_rule_message, look_unknown_allow, look_otherwise_allow, look_rule_waivable,
    look_rule_common, look_always, look_matches_regex;
/* lint_settings.c */
lint_look look_id, look_revision, look_files_kept, look_leaks, look_needs, look_remind, look_ticket,
    look_pure_packages, look_warm, look_waiver_expired, look_invisible;

#endif
