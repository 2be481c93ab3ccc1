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

#include "source.h"
#include "table.h"
#include "tree.h"

#define SURVEY_MODULES_MAX 4000
#define SURVEY_SLOTS 16384 /* of a hash of the modules */
#define SURVEY_NAME_BYTES 256
#define SURVEY_UNKNOWN (1u << CAPABILITIES) /* besides enum capability */

struct survey_sink { /* what carries authority, or nobody knows */
	unsigned capabilities;
	uint32_t node; /* where it is mentioned */
	struct str what;
};

struct survey_name { /* of a module; the module's own statements have the name "" */
	struct str name;
	uint32_t module;
	bool is_public;
	bool is_busy;        /* its imports are followed */
	unsigned carries;    /* of all its sinks */
	uint32_t *parts;     /* nodes that make its value */
	struct str *targets; /* dotted names that an import binds to it */
	uint32_t *leads;     /* other names that it mentions */
	struct survey_sink *sinks;
	size_t part_count, part_capacity, target_count, target_capacity;
	size_t lead_count, lead_capacity, sink_count, sink_capacity;
};

struct survey_module {
	struct str name;  /* dotted */
	const char *file; /* in its folder */
	bool is_package, is_native;
	const char *unread; /* why nothing is known of it, or NULL */
	struct tree tree;
	uint32_t first, after; /* of its names; the first are its statements */
	struct str *stars;     /* modules of which it imports all */
	size_t star_count, star_capacity;
	uint32_t turn; /* of the search that was here last */
};

struct survey {
	struct arena *arena;
	struct str package, version;
	struct survey_module *modules;
	size_t module_count, module_capacity;
	struct survey_name *names;
	size_t name_count, name_capacity;
	uint16_t slots[SURVEY_SLOTS]; /* a module's number and 1, by the hash of its name */
	uint32_t turns;
	bool failed; /* memory ran out */
};

/* Reads `package` in `folder` (site-packages, dist-packages); everything lives in the arena. */
bool survey_read(
    struct arena *a, const char *folder, const char *package, struct survey *out, struct err *err);
/* The names of a module, from what stands in its tree. */
void survey_bind(struct survey *s, uint32_t module);
/* What each name leads to; false where memory ran out. */
bool survey_trace(struct survey *s);

/* `if __name__ == "__main__":`, which an import passes by. */
bool survey_is_main(const struct tree *t, uint32_t node);
uint32_t survey_slot(struct str name); /* where its search begins */
struct survey_module *survey_module(const struct survey *s, struct str dotted);
/* The module's name, or UINT32_MAX. */
uint32_t survey_find(const struct survey *s, const struct survey_module *m, struct str name);

struct survey_count {
	size_t names, pure, waiting; /* waiting: names and imports that a person must decide */
};
/* The draft of a pack: docs/libraries.md tells its format. */
bool survey_draft(struct survey *s, struct buf *out, struct survey_count *count);

#endif
