/* SPDX-License-Identifier: MIT */
/* suite_files.h: the suite's folders, and its remote documents as a registry. */
#ifndef SUITE_FILES_H
#define SUITE_FILES_H

#include "file.h"
#include "validator.h"

/* The suite's folder, or NULL where the data is not at hand. */
const char *suite_folder(struct arena *a);
/* The .json files of a folder, sorted; NULL-terminated. */
char **suite_list(struct arena *a, const char *folder);
bool suite_parse(struct arena *a, const char *path, struct json_doc *out);
/* Every document under remotes/, by the address that the tests use. */
bool suite_registry(struct arena *a, const char *suite, struct schema_registry *out);

#endif
