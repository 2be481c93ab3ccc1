/* SPDX-License-Identifier: MIT */
/* library_packs.h: packs that people made, for `sluice library list` and `show`. */
#ifndef CLI_LIBRARY_PACKS_H
#define CLI_LIBRARY_PACKS_H

#include "json.h"
#include "library_survey.h"

#define PACK_LINE_SHOWN ((size_t)4000) /* codepoints */

struct pack_told {
	struct str text, package, version, reviewer;
	char sha256[65];                 /* as verdicts have it */
	size_t admitted, asked, refused; /* public names */
};
void pack_tell(struct str text, struct pack_told *out);
/* Those that are installed, for a person, or into the JSON array that `w` writes. */
bool packs_list(struct call *c, struct json_writer *w);
/* An installed pack by its package, or a file NAME.pack. *found: there is one. */
bool pack_show(struct call *c, const char *name, bool *found);

#endif
