/* SPDX-License-Identifier: MIT */
/* merge.h: a policy file upon what it extends; what the merging files share. */
#ifndef POLICY_MERGE_H
#define POLICY_MERGE_H

#include "model.h"

struct merge {
	struct arena *arena;
	struct policy *policy;
	const struct json_doc *doc;
	struct err_list *errs;
	bool extends;             /* there is something below */
	bool overrides[SECTIONS]; /* with a reason */
	bool is_profile;          /* upon the policy's own settings */
	bool only_tightens;       /* what would loosen is left as it was, and no mistake */
	bool failed;              /* memory */
	const struct json_node *complained; /* at which the last mistake was told */
	policy_decide *decide;
};

struct merged { /* a file, and what those that it extends had locked */
	struct json_doc doc;
	bool locked[SECTIONS];
};

void merge_document(struct merge *m);
/* The profiles, behind the last of the files; false where memory ran out. */
bool merge_profiles(struct arena *a, struct policy *p, const struct merged *files, size_t count,
    struct err_list *errs);

/* Where these run out of memory, m->failed tells: their callers leave it at that. */
void *merge_push(struct merge *m, void *items, size_t *count, size_t *capacity, size_t size);
/* Of an array of structs that begin with their name: the entry `name`, or a new one at the end, zero
 * but for this name. NULL where memory ran out. */
void *merge_entry(
    struct merge *m, struct str name, void *items, size_t *count, size_t *capacity, size_t size);
struct str merge_symbol(struct merge *m, struct str name); /* names without a dot are builtins */

/* Whether the child may let more through in this section; reports it where not. */
bool merge_may_loosen(
    struct merge *m, enum section section, const struct json_node *at, struct str what);
/* Whether a list finds room beside `have` entries; false (told) where not. */
bool merge_fits(struct merge *m, const struct json_node *list, size_t have);
/* An error at its place; `help` may be NULL. False. */
bool merge_complain(struct merge *m, const struct json_node *at, const char *help,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* merge_fields.c: which members an object may have, and where in a struct their values go. What is
 * not said leaves the struct as it was. */
enum field_kind {
	FIELD_TEXT = 0, /* struct str */
	FIELD_WORDS,    /* struct words, behind those that are there: one, or each of a list */
	FIELD_SYMBOLS,  /* the same of names, as merge_symbol has them */
	FIELD_VALUES,   /* the same of values, as Python writes them */
	FIELD_AMOUNT,   /* int64_t, times `unit` */
	FIELD_SPAN,     /* int64_t: "90s", "15m", as microseconds */
	FIELD_FLAG,     /* bool: true, or the second of `words` */
	FIELD_GIVEN,    /* bool: whether it is said at all */
	FIELD_CHOICE,   /* an enum: the place among `words` */
	FIELD_CHOICES,  /* unsigned: a bit for each place */
};
union field_value {
	struct str text;
	struct words words;
	int64_t amount;
	bool flag;
	unsigned choice;
};
struct merge_field {
	const char *name;
	enum field_kind kind;
	size_t at, size;
	int64_t unit;
	const char *const *words; /* of a choice; NULL where a value has none */
	size_t word_count;
};
#define FIELD_AT(type, member) offsetof(struct type, member), sizeof(((struct type *)0)->member)
#define FIELD(kind, name, type, member)                                                            \
	{                                                                                          \
		name, FIELD_##kind, FIELD_AT(type, member), 1, NULL, 0                             \
	}
#define FIELD_AMONG(kind, name, type, member, words)                                               \
	{                                                                                          \
		name, FIELD_##kind, FIELD_AT(type, member), 1, words, ARRAY_LENGTH(words)          \
	}
/* One value; false (told) where it was not taken. */
bool merge_field(struct merge *m, const struct json_node *n, const struct merge_field *f,
    union field_value *out);
void merge_fields(struct merge *m, const struct json_node *object, const struct merge_field *fields,
    size_t count, void *out);
#define MERGE_FIELDS(m, object, fields, out)                                                       \
	merge_fields(m, object, fields, ARRAY_LENGTH(fields), out)
/* settings.c: each with its section and place, and which values let more through. */
enum looser { /* which values let more through than the one before */
	LOOSER_NONE = 0,
	LOOSER_MORE,
	LOOSER_LESS,
	LOOSER_OTHER,   /* than a text; to the empty one, which is none, anything is stricter */
	LOOSER_ADDED,   /* any text, but the empty one */
	LOOSER_FEWER,   /* words: where one of before is not there */
	LOOSER_FURTHER, /* words: where one is there that was not */
};

struct setting {
	enum section section;
	const char *within; /* the object of the section that has it; NULL: the section itself */
	enum looser looser;
	struct merge_field field;
	bool free; /* to whoever first names the people who decide */
};
extern const struct setting POLICY_SETTINGS[];
extern const size_t POLICY_SETTING_COUNT;
void setting_value(const struct setting *s, const struct policy *p, union field_value *out);
bool setting_is_looser(
    const struct setting *s, const union field_value *was, const union field_value *now);
/* settings.c: what holds before any file says anything. */
void merge_usual(struct policy *p);
/* The decisions on names that no list has. */
void merge_defaults(struct merge *m, const struct json_node *root);
/* The settings of a policy, or a profile, for the other layers. */
void merge_settings(struct merge *m, const struct json_node *root);

void merge_lists(struct merge *m, const struct json_node *root);        /* and the defaults */
void merge_packages(struct merge *m, const struct json_node *packages); /* may be NULL */
void merge_files(struct merge *m, const struct json_node *section);
/* The node with the name of a policy's waivers file, or NULL. */
const struct json_node *merge_waivers_file(const struct json_doc *d);
void merge_rule(struct merge *m, const struct json_node *rule);

#endif
