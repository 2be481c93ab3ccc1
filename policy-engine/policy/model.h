/* SPDX-License-Identifier: MIT */
/* model.h: a loaded policy, with all that it extends merged in. */
#ifndef POLICY_MODEL_H
#define POLICY_MODEL_H

#include "policy.h"
#include "table.h"
#include "waive.h"

#define POLICY_BYTES_MAX ((size_t)1 << 20)
#define POLICY_EXTENDS_MAX 8
#define POLICY_FILES_MAX 32     /* that are read for one policy, the same one twice counted twice */
#define POLICY_ENTRIES_MAX 4000 /* of a section, and of a list of words */
#define FILES_ENTRIES_MAX 256   /* of each list of `files` */

enum section {
	SECTION_IMPORTS = 0,
	SECTION_BUILTINS,
	SECTION_ATTRIBUTES,
	SECTION_CAPABILITIES,
	SECTION_CALLS,
	SECTION_RULES,
	SECTION_LIMITS,
	SECTION_TIER,
	SECTION_ESCALATION,
	SECTION_EXECUTOR,
	SECTION_OUTPUT,
	SECTION_PROMPT,
	SECTION_WAIVERS,
	SECTION_FILES,
	SECTION_DATA,
	SECTION_TOOLS,
	SECTIONS,
};

/* Which findings of an entry a waiver may let pass at all, as the entry says. */
enum waivable {
	WAIVABLE_USUAL = 0, /* its escalations, not its denials */
	WAIVABLE_YES,       /* both */
	WAIVABLE_NO,        /* neither */
};

/* `files`. Its lists are as the executor takes them: the working directory is ".". */
struct file_scope {
	bool given;
	struct words read, write;
	/* Of a name that the text does not tell; DECISION_ALLOW: because the box holds it. */
	enum decision unknown;
};

/* What a list of a policy, or a pack, says of a name: a module, a builtin, an attribute, a capability,
 * a symbol. */
struct name_rule {
	struct str name, id, message, remedy;
	enum decision decision;
	enum waivable waivable;
	enum severity severity;
	/* of a module */
	bool has_api;
	bool pack; /* with every module below it that its pack calls public */
	const struct pack
	    *described; /* the pack, where it is a file; then it speaks for the entry */
	struct words api, also;
	struct words asked; /* of a pack's module: a person decides on each use */
	/* Of a pack's module: what may be given by name, as "save(path,mode)"; `**` behind the last:
	 * it takes others, too, which nobody reviewed. */
	struct words takes;
};

struct name_rules {
	enum decision otherwise; /* of a name that is not there */
	struct name_rule *items; /* sorted by name, but those of imports and calls */
	size_t count, capacity;
};
void name_rules_sort(struct name_rules *r);
/* Of a sorted list, the rule for exactly this name, or NULL. */
const struct name_rule *name_rule_find(const struct name_rules *r, struct str name);

/*
 * A package that the table does not describe, as people reviewed it. `sluice library review` writes
 * the file; docs/libraries.md has its format. What it does not admit is refused: a module without a
 * line, a name that no line lists.
 */
#define PACK_BYTES_MAX ((size_t)4 << 20)
#define PACK_SUFFIX ".pack"
struct pack {
	struct str package, version;
	char sha256[65];
	/* `api` lists what may be used, `asked` what a person decides on each time. */
	struct name_rules modules;
	struct words returns; /* "SYMBOL CLASS/PLACES", as the table has them (table_given) */
	struct words leads;   /* attributes that hold modules */
};

/* `path` is for errors. False where the text is no pack of this package, or admits no import of it;
 * what is wrong is in `errs`. */
bool pack_of_text(struct arena *a, struct str text, const char *path, struct str package,
    struct pack *out, struct err_list *errs);
/* Its package's file among those of the policy, or NULL. */
const struct pack *pack_of_symbol(const struct policy *p, struct str symbol);

/* The pack's keywords of a function, a class that is called, or a method. */
/* Of a dotted name. */
struct takes pack_takes(const struct pack *p, struct str symbol);
/* Of all classes' methods of this name, one after another, from *at (0 at first) on; false at the
 * end. */
bool pack_next_method(const struct pack *p, struct str method, size_t *at, struct takes *out);

/* As table_given(), of a symbol of the policy's packs; also ".?" of a method whose result nobody
 * knows. Each method of a class that people confirmed has it. */
struct str pack_given(const void *policy, struct str symbol);

enum predicate_is {
	IS_NONE = 1,
	IS_FUNCTION = 2,
	IS_CONSTANT = 4,
	IS_TEXT = 8,
	IS_NUMBER = 16,
	IS_LITERAL = 32,
	IS_EXPRESSION = 64,
	IS_SAFE_ATTRIBUTE = 128,
	IS_ANY = 256,
	IS_KEYS = 512,        /* of a dictionary, its keys and not its values */
	IS_OWN_OBJECT = 1024, /* an object (or class) of the file's own classes */
	IS_DOTTED_NAME = 2048,
	IS_FORMULA = 4096, /* an expression that may call functions of the libraries */
};
#define PREDICATE_KINDS 13
extern const char *const PREDICATE_KIND_NAMES[PREDICATE_KINDS];

struct predicate { /* on one argument; what is given must all hold, `is` and `one_of` each as a
		      choice */
	int place; /* -1: by keyword only; -2: each argument; -3: the receiver */
	struct str keyword; /* may be empty */
	struct str matches;
	bool has_matches, has_below, optional, absent;
	int64_t below;
	unsigned is;
	struct words one_of, none_of;
};

struct condition { /* all predicates hold */
	struct predicate *predicates;
	size_t count, capacity;
};

enum rule_place { AS_METACLASS = 1, AS_BASE = 2, AS_ANNOTATION = 4, AS_VALUE = 8 };
#define RULE_PLACES 4
extern const char *const RULE_PLACE_NAMES[RULE_PLACES];

struct policy_rule {
	struct str id, message, remedy;
	struct words calls, packages;
	struct condition *unless; /* any of these */
	size_t unless_count, unless_capacity;
	enum decision otherwise, unknown;
	enum waivable waivable;
	enum severity severity;
	unsigned as;
	bool locked;
};

struct profile {
	struct str name;
	struct policy *policy; /* the whole policy as the profile has it */
};

struct policy {
	struct str id, title;
	int64_t revision;
	char digest[65];
	bool native, packages;
	bool has_package_list; /* only these packages may be imported */
	struct words package_list;
	union { /* by section */
		struct name_rules lists[SECTION_CALLS + 1];
		struct {
			struct name_rules imports, builtins, attributes, capabilities, calls;
		};
	};
	enum wall attributes_wall; /* holds what getattr and its kin get; WALL_NONE: a person */
	struct file_scope files;
	struct policy_rule *rules;
	size_t rule_count, rule_capacity;
	struct policy_settings settings;
	struct policy_source *sources;
	size_t source_count, source_capacity;
	struct pack *packs;
	size_t pack_count, pack_capacity;
	const struct policy_bundle *bundle; /* NULL: it came in none */
	bool shipped;                       /* each of its files was built in */
	bool locked[SECTIONS];
	bool loosened[SECTIONS]; /* by the last file, which gave a reason */
	struct words lineage;    /* "id@revision" of each policy that it stands on, itself last */
	struct profile *profiles;
	size_t profile_count, profile_capacity;
	struct str profile;         /* which of them it is; empty: the policy itself */
	struct waivers waivers;     /* of the files that it and what it extends name */
	int64_t waiver_days;        /* the longest that one may last */
	struct policy **candidates; /* whole policies that are tried beside it */
	size_t candidate_count, candidate_capacity;
};

/* By value. */
extern const char *const DECISION_NAMES[3], *const SEVERITY_NAMES[4], *const WAIVABLE_NAMES[3];

/* settings.c: the settings by number: their sections and names; false behind the last. The first
 * are the limits (limit.h). */
bool policy_setting(size_t number, enum section *section, const char **name);
/* As a file says it. Empty where memory ran out. */
struct str policy_setting_text(struct arena *a, size_t number, const struct policy *p);
/* Whether a change lets more through; used to load a policy and to compare two. */
bool policy_setting_loosened(
    size_t number, const struct policy *before, const struct policy *after);
bool policy_needs_loosened(const struct policy *before, const struct policy *after);
bool policy_packages_loosened(const struct policy *before, const struct policy *after);

bool words_add(struct arena *a, struct words *w, struct str s);
bool words_have(const struct words *w, struct str s);
bool words_have_all(const struct words *w, const struct words *of);
const struct str *words_find(const struct words *w, struct str s); /* or NULL */

/* Whether a waiver may let pass what an entry says. */
bool waivable_holds(enum waivable w, enum decision d);
/* Whether a waiver may let pass anything that the rule can say. */
bool rule_may_be_waived(const struct policy_rule *r);
bool rule_is_never_waived(struct str id);
/* Whether a finding may have this rule: the policy's or the gate's own. */
bool policy_has_rule(const struct policy *p, struct str id);
/* Whether the gate itself has a rule of this name ("import.denied"). */
bool rule_is_built_in(struct str id);
struct str rule_remedy(const char *id); /* of a built-in rule; may be empty */
/* Whether a finding of this rule may be one that can be waived. */
bool policy_may_waive(const struct policy *p, struct str id);
/* The id that was meant, or empty. */
struct str policy_closest_rule(struct arena *a, const struct policy *p, struct str id);

/* "os.path" is below "os"; a name is below itself. */
bool name_is_below(struct str name, struct str above);
/* The least that can hold for a name of `builtins` or `attributes` that no list has: what it can do
 * may be decided more strictly than the default. */
enum decision name_usual(const struct policy *p, enum section section, struct str name);
/* The entry of this module, or of its pack. */
const struct name_rule *import_rule_find(const struct policy *p, struct str module);
/* The rule that decides an import: exact, or the longest package above that is denied or escalated.
 */
const struct name_rule *import_rule_for(const struct policy *p, struct str module);
/* False of a module of a package that the policy's list of packages has not. */
bool policy_has_package(const struct policy *p, struct str module);
/* The call entry whose name is `symbol` or a dotted prefix of it. */
const struct name_rule *call_rule_for(const struct policy *p, struct str symbol);
/* The first rule that names `symbol` (or ".attribute"); and the next one behind it, or NULL. A call
 * passes where all of them let it pass. */
const struct policy_rule *condition_rule_for(const struct policy *p, struct str symbol);
const struct policy_rule *condition_rule_next(
    const struct policy *p, struct str symbol, const struct policy_rule *after);
/* By its id; SIZE_MAX where there is none. */
size_t rule_index(const struct policy *p, struct str id);
/* The strictest decision over a set of capabilities; *which is the one that it is for. */
enum decision capabilities_decide(const struct policy *p, unsigned capabilities, unsigned *which);

/* Whether a value that the text does not tell can matter to the rule. */
bool rule_may_not_tell(const struct policy_rule *r);

/* fingerprint.c */
struct tree;
bool fingerprint_findings(const struct tree *t, struct finding *findings, size_t count);

/* files.c: whether every name that begins so leads elsewhere: an absolute path, an address, a climb. */
bool path_leaves(struct str prefix);
bool path_is_address(struct str path); /* it begins with a scheme, such as http: */
bool path_has_ending(struct str path); /* a dot in its last part */
/* The files of a policy without the section: the working directory, where `open` is let be. */
struct file_scope policy_files(const struct policy *p);
/* Whether all that a folder or pattern means is meant by one of the list. */
bool files_hold(const struct words *list, struct str one, bool writes);
/* The place of a path that the text tells. Only the box knows what the program wrote there.
 */
enum file_place { FILE_OUTSIDE = 0, FILE_UNKNOWN, FILE_INSIDE };
enum file_place files_place(const struct file_scope *f, bool writes, struct str path);

/*
 * The policy's decision on the mention of a library's symbol. The rules make it, which
 * stand above: policy_load.c hands it down. False where memory ran out.
 */
typedef bool policy_decide(
    struct arena *a, const struct policy *p, struct str symbol, enum decision *out);
struct policy_origin {
	const char *path, *shipped_folder;
	const struct policy_texts *open; /* by path: what stands for files */
	policy_decide *decide;
};
/* load.c */
bool policy_load_from(struct arena *a, const struct policy_origin *origin, struct policy **out,
    struct err_list *errs);

/* merge.c */
const char *section_name(enum section s);

#endif
