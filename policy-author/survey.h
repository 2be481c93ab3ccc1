/* SPDX-License-Identifier: MIT */
/*
 * survey.h: what the functions and classes of an installed package lead to.
 *
 * The package's sources are read with the gate's parser; nothing of the package runs. Each name of a
 * module is followed through what it mentions to what carries authority: names that the table of the
 * interpreter knows, compiled modules, modules that nobody describes. What can't be read is unknown,
 * and what the package says of itself (__all__, docstrings, annotations) counts for nothing.
 */
#ifndef AUTHOR_SURVEY_H
#define AUTHOR_SURVEY_H

#include "model.h"
#include "names.h"
#include "source.h"
#include "tree.h"

#define SURVEY_MODULES_MAX 4000
#define SURVEY_NAME_BYTES 256
#define SURVEY_SINKS_SHOWN 8 /* of one name; more only where they carry something else */
#define SURVEY_UNKNOWN (1u << CAPABILITIES) /* besides enum capability */

struct survey_sink { /* what carries authority, or nobody knows */
	unsigned capabilities;
	uint32_t node; /* where it is mentioned */
	struct str what;
};

/* A person's decision on a part of the package: on a name that mentions authority itself. */
enum survey_ruling {
	SURVEY_OPEN = 0, /* nobody has decided: as denied */
	SURVEY_DENIED,
	SURVEY_ESCALATED, /* a person decides on each program that gets there */
	SURVEY_ACCEPTED,
};
extern const char *const SURVEY_RULINGS[SURVEY_ACCEPTED + 1]; /* as a pack has them */

struct survey_name { /* of a module; the module's own statements have the name "" */
	struct str name;
	uint32_t module;
	bool is_public;
	bool is_busy; /* its imports are followed */
	enum survey_ruling ruling;
	struct str note;      /* why, or empty */
	struct str keywords;  /* that a person admits besides, with blanks between */
	bool confirmed;       /* the class that its text tells for its results, or its methods' */
	unsigned carries;     /* of all its sinks */
	uint32_t *parts;      /* nodes that make its value */
	struct words targets; /* dotted names that an import binds to it */
	uint32_t *leads;      /* other names that it mentions */
	struct survey_sink *sinks;
	size_t part_count, part_capacity, lead_count, lead_capacity, sink_count, sink_capacity;
};

struct survey_module {
	struct str name;  /* dotted */
	const char *file; /* in its folder */
	bool is_package, is_native;
	const char *unread;     /* why nothing is known of it, or NULL */
	struct tree tree, stub; /* of the .pyi file beside it */
	bool has_stub;
	uint32_t first, after; /* of its names; the first are its statements */
	struct words stars;    /* modules of which it imports all */
	uint32_t turn;         /* of the search that was here last */
};

struct survey {
	struct arena *arena;
	struct str package, version;
	struct survey_module *modules;
	size_t module_count, module_capacity;
	struct survey_name *names;
	size_t name_count, name_capacity;
	struct names module_names;
	uint16_t module_named[SURVEY_MODULES_MAX + 1]; /* and 1; by its name's number */
	uint32_t turns;
	struct words holders; /* names to which its text binds modules */
	bool failed;          /* memory ran out */
};

/* Reads `package` in `folder` (site-packages, dist-packages); everything lives in the arena. */
bool survey_read(
    struct arena *a, const char *folder, const char *package, struct survey *out, struct err *err);
#define SURVEY_SYSTEM_FOLDER "/usr/lib/python3/dist-packages" /* Debian's packages */
/* The folder of packages in a virtual environment, or `venv` itself; NULL: no memory. */
const char *survey_folder(struct arena *a, const char *venv);
/* The version of an installed package, by the metadata in its folder; false where nothing tells. */
bool survey_version(struct arena *a, const char *folder, struct str package, struct str *version);
/* Adds one to a list; NULL where memory ran out. */
#define SURVEY_PUSH(in, owner, list)                                                               \
	survey_push(in, &(owner)->list##s, &(owner)->list##_count, &(owner)->list##_capacity,      \
	    sizeof(*(owner)->list##s))
void *survey_push(struct survey *s, void *items, size_t *count, size_t *capacity, size_t size);
/* The names of a module, from what stands in its tree. */
void survey_bind(struct survey *s, uint32_t module);
/* Traces which names each name leads to; false if memory ran out. */
bool survey_trace(struct survey *s);

/* `if __name__ == "__main__":`, which an import passes by. */
bool survey_is_main(const struct tree *t, uint32_t node);
struct survey_module *survey_module(const struct survey *s, struct str dotted);
/* The module's name, or UINT32_MAX. */
uint32_t survey_find(const struct survey *s, const struct survey_module *m, struct str name);

/*
 * survey_reach.c: which names lead to authority, once some parts are decided. A part is a name that
 * mentions authority itself; what is accepted leads nowhere, but what it mentions besides still
 * does. `next` is the way to the nearest part, name by name.
 */
#define SURVEY_KINDS (CAPABILITIES + 1) /* of authority; the last is unknown */
struct survey_reach {
	struct survey *survey;
	uint32_t *backs, *back_at; /* who mentions a name: backs[back_at[n]] to back_at[n + 1] */
	/* By kind to what nobody accepted; to what was denied; to what a person is asked about.
	 * UINT32_MAX: it does not lead there. */
	uint32_t *next[SURVEY_KINDS], *next_denied, *next_asked;
	uint32_t *queue, *waiting; /* waiting: by part, public names and imports that end there */
	/* By module: it, or what it is imported through. */
	bool *is_shut, *is_denied, *is_asked;
	bool *at_import; /* by name: the import of a public module gets there */
};
bool survey_reach_new(struct survey *s, struct survey_reach *out); /* false: no memory */
/* Anew, by the rulings of the parts. */
void survey_reach_all(struct survey_reach *r);
unsigned survey_reaches(const struct survey_reach *r, uint32_t name); /* bits, as `carries` */
/* Programs may use it, and no person decides on each. */
bool survey_is_admitted(const struct survey_reach *r, uint32_t name);
/* The part on which most wait, or UINT32_MAX. */
uint32_t survey_reach_most(const struct survey_reach *r);

/* survey_name.c: how a part and a name are written. */
bool survey_is_public(struct str module);
bool survey_is_given(
    const struct survey *s, uint32_t name); /* public, and not a module of its own */
/* "MODULE:NAME KIND ... DIGEST"; the digest is of its text and of what it mentions. */
void survey_put_part(const struct survey *s, uint32_t part, struct buf *out);
/* " DIGEST" of the stub beside its module; nothing where there is none. */
void survey_put_stub(const struct survey *s, uint32_t name, struct buf *out);
const char *survey_kind(unsigned k);                    /* "process" ... "unknown" */
void survey_put_kinds(unsigned kinds, struct buf *out); /* each with a blank before it */
/* "open at low.py:4, ...", and "f -> save -> open at low.py:4" by `next`. */
void survey_put_sinks(const struct survey *s, uint32_t part, struct buf *out);
void survey_put_chain(const struct survey_reach *r, const uint32_t *next, unsigned kind,
    uint32_t from, struct buf *out);

/* survey_takes.c: what may be given by name. */
/* The definition of a name that was imported from the package itself. */
const struct survey_name *survey_origin(const struct survey *s, const struct survey_name *n);
/* "(a,b,**):CLASS" behind the name, nothing where it is not known; and what its class's methods
 * take, each as " Table.save(path)". `**`: it takes others, too, which nobody reviewed. */
void survey_put_takes(struct survey *s, uint32_t name, struct buf *out);
/* survey_gives.c: ":CLASS", where the text tells the class of what the function gives, ":self" for
 * the object of a method; `class` is empty for a function. */
void survey_put_given(
    const struct survey *s, uint32_t module, uint32_t function, struct str class, struct buf *out);
/* Lines "returns SYMBOL CLASS/PLACES" of a confirmed name, where the class is one that may be counted
 * on: confirmed and admitted, with no base, maker or attribute that its text doesn't show. */
void survey_put_returns(const struct survey_reach *r, uint32_t name, struct buf *out);
/* Its text does not tell all keywords that it takes. */
bool survey_takes_any(struct survey *s, uint32_t name);

struct survey_count {
	/* pure: leads to nothing; admitted: its import too; waiting: names and imports that nobody
	 * may use yet. */
	size_t names, pure, admitted, asked, waiting;
	size_t parts, decided; /* on which a public name rests */
	size_t stale;          /* decisions on text that is not there any more */
};
/* Takes over the decisions of a pack or draft on parts whose text is the same; `reviewer` may stay empty. */
bool survey_take(
    struct survey *s, struct str pack, struct str *reviewer, struct survey_count *count);
/* The pack, or with the chains its draft: docs/libraries.md tells the format. */
struct survey_words {
	struct str reviewer;
	bool chains;
};
bool survey_draft(struct survey_reach *r, const struct survey_words *words, struct buf *out,
    struct survey_count *count);

#endif
