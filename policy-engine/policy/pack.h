/* SPDX-License-Identifier: MIT */
/*
 * pack.h: a package that the table does not describe, as people reviewed it.
 *
 * `sluice library review` writes the file; docs/libraries.md has its format. What it does not admit
 * is refused: a module without a line, a name that no line lists.
 */
#ifndef POLICY_PACK_H
#define POLICY_PACK_H

#include "model.h"

#define PACK_BYTES_MAX ((size_t)4 << 20)
#define PACK_MODULES_MAX 4000
#define PACK_SUFFIX ".pack"

/* `path` is for errors. False where the text is no pack of this package, or admits no import of it;
 * what is wrong is in `errs`. */
bool pack_of_text(struct arena *a, struct str text, const char *path, struct str package,
    struct pack *out, struct err_list *errs);
#endif
