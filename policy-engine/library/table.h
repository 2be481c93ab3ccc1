/* SPDX-License-Identifier: MIT */
/*
 * table.h: what the sandbox's interpreter holds: modules, their public names, authority, attribute
 * names of all classes.
 *
 * The table is library/python-3.11.txt, built into the program and searched where it lies: its lines
 * and the words in a line are sorted by bytes. library/generate.py writes it; docs/policy.md
 * describes its format.
 */
#ifndef POLICY_TABLE_H
#define POLICY_TABLE_H

#include "text.h"

#define TABLE_LINES_MAX 8192 /* modules, and groups */
#define TABLE_TAKES_MAX 16384

/* Classes of authority, as bits. */
enum capability {
	CAP_PROCESS = 1,
	CAP_NETWORK = 2,
	CAP_READ = 4,
	CAP_WRITE = 8,
	CAP_CODE = 16,
	CAP_NATIVE = 32,
	CAP_DESERIALISE = 64,
	CAP_ENVIRONMENT = 128,
	CAP_INTROSPECT = 256,
	CAP_EXHAUST = 512,
};
#define CAPABILITIES 10
const char *capability_name(unsigned index); /* 0..9: "process", "network", ... */

struct table_module {
	bool known;
	unsigned capabilities;   /* of the whole module */
	uint32_t first, members; /* how many names it has, from which on */
};
struct table_module table_module(struct str name);

/* The next module whose name begins so, from *at (0 at first) on, in order; false at the end. */
bool table_next_module(struct str prefix, size_t *at, struct str *name);

enum table_member_kind { MEMBER_NONE = 0, MEMBER_VALUE, MEMBER_CLASS, MEMBER_MODULE };
struct table_member {
	enum table_member_kind kind;
	bool is_private; /* not in the module's public interface */
	unsigned capabilities;
	struct str
	    target; /* MEMBER_MODULE: the module's name; else the canonical dotted name, or empty */
	uint32_t takes; /* the list of its parameters, or 0 */
};
struct table_member table_member(struct str module, struct str name);
struct table_member table_member_at(size_t number, struct str *name); /* of all modules' */
/* The same of a dotted name; MEMBER_NONE where it has no dot. */
struct table_member table_symbol(struct str dotted);
/* "a.b.c" as "a.b" and "c"; without a dot, `module` is empty. */
void dotted_split(struct str dotted, struct str *module, struct str *name);
struct str dotted_top(struct str dotted); /* "a" */
/* Calls `each` for the public members, in order. */
void table_members(struct str module,
    void (*each)(void *context, struct str name, const struct table_member *member), void *context);

enum table_attribute_kind {
	ATTRIBUTE_UNKNOWN = 0, /* no library has it */
	ATTRIBUTE_SAFE,
	ATTRIBUTE_UNREVIEWED,
	ATTRIBUTE_LEADS, /* holds a module or a frame on some object */
	ATTRIBUTE_AUTHORITY,
	ATTRIBUTE_DUNDER, /* __name__ that the interpreter or a library knows */
};
struct table_attribute {
	enum table_attribute_kind kind;
	unsigned capabilities;
	uint32_t group; /* below TABLE_LINES_MAX; those of one are of the same packages */
	uint32_t takes; /* the list of what methods of the name get, or 0 */
};
struct table_attribute table_attribute(struct str name);
struct table_attribute table_attribute_at(size_t number, struct str *name);
/* The top-level packages that have it, with blanks between. */
struct str table_packages(const struct table_attribute *attribute);
/* The next attribute whose name begins so, from *at (0 at first) on, in order; false at the end. */
bool table_next_attribute(
    struct str prefix, size_t *at, struct str *name, struct table_attribute *attribute);

/* The keywords of a function, of a class that is called, or of all methods of a name. */
struct takes {
	bool listed;      /* of a pack: it admits the name */
	bool known, open; /* open: its own text takes any keyword */
	bool of_table,
	    partly;       /* partly: some parameters are not reviewed, or judged by their value */
	struct str names; /* with commas between; of the table, sorted with blanks between */
	struct str
	    families; /* of the table: numbers of lists that it may get, too; "*" for any names */
	struct str places; /* "2=backend,7=env": parameters of those that have a place */
};
/* Of a function or class, by its dotted name, or of methods; not known where nobody can tell. */
struct takes table_takes(struct str symbol);
bool takes_name(const struct takes *t, struct str keyword);
/* A parameter that nobody calls harmless. */
bool table_is_unreviewed(struct str parameter);

/* What a function gives: "CLASS/PLACES", where PLACES are, as bits, arguments that may come back
 * instead; what a method of a class gives: "." for its object, or ".CLASS/PLACES". Empty: nobody
 * reviewed it. */
struct str table_given(struct str symbol);

struct str table_text(void); /* for the digest */
/* Of a package, or of "python"; false where the interpreter has it not. */
bool table_version(struct str name, struct str *version);
struct str table_versions(void); /* "python=3.11.2 numpy=1.24.2 ..." */

#endif
