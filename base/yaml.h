/* SPDX-License-Identifier: MIT */
/*
 * yaml.h: the YAML that Sluice reads: a subset of 1.2, through libyaml's events into the tape of
 * json.h.
 *
 * One document; block and flow collections, plain, quoted and block scalars, string keys. Refused
 * by name, at their place: tags, anchors, aliases, merge keys, directives but %YAML, duplicate and
 * complex keys, a byte order mark, UTF-16, control, bidirectional and invisible characters (also
 * U+0085, U+2028, U+2029 and a lone CR, which libyaml takes for line breaks and an editor does
 * not), and tabs but in comments.
 *
 * Plain scalars: `true`, `false`, `null`, and what is a JSON number, get that kind and JSON_PLAIN,
 * so that a schema may still take their text for a string; everything else is a string (`no`, `on`,
 * `012`, `12:30` too). A value that is left out (`name:`) is null without JSON_PLAIN: it is no
 * text.
 */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include "json.h"

#define YAML_BYTES_MAX (1u << 20)
#define YAML_DEPTH_MAX 32
#define YAML_NODES_MAX 50000
#define YAML_SCALAR_BYTES_MAX (64u << 10)

/* False where `errs` got an error. `source` must outlive the document. */
bool yaml_parse(struct arena *a, struct str source, const char *file, struct json_doc *out,
    struct err_list *errs);

#endif
