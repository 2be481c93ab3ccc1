/* SPDX-License-Identifier: MIT */
/* library_survey.h: what the actions of `sluice library` share. */
#ifndef CLI_LIBRARY_SURVEY_H
#define CLI_LIBRARY_SURVEY_H

#include "actions.h"
#include "survey.h"

#define SURVEY_BYTES_MAX ((size_t)3 << 30)
#define DRAFT_BYTES_MAX ((size_t)64 << 20)

struct surveyed { /* a package as it is installed, and what a pack says of it */
	struct arena *a;
	struct survey survey;
	struct survey_reach reach;
	struct survey_words words;
	struct survey_count count;
};

/* Reads the package where --venv says, with what `pack` (empty: nothing) decided of the same text.
 * Release it, also where it failed. */
bool surveyed_read(struct call *c, const char *package, struct str pack, struct surveyed *out);
void surveyed_release(struct surveyed *s);
/* Reads a pack or draft; its package and version. */
bool pack_read(struct arena *a, const char *path, struct str *text, struct str *package,
    struct str *version, struct err *err);
/* "save" of "save(path,mode)" */
struct str pack_bare(struct str name);

/* library_packs.c: the packs that are installed, for a person, or into the JSON array that `w` writes. */
bool packs_list(struct call *c, struct json_writer *w);
/* An installed pack by its package, or a file NAME.pack. *found: there is one. */
bool pack_show(struct call *c, const char *name, bool *found);

#endif
