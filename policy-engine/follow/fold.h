/* SPDX-License-Identifier: MIT */
/* fold.h: what the folding files share: making known texts and numbers under the budget of facts.h.
 */
#ifndef POLICY_FOLD_H
#define POLICY_FOLD_H

#include "facts.h"

/* The text in `b` (which is released) as a value; "some string" where it is too long or the budget
 * is spent. */
struct value fold_made(struct facts *f, struct buf *b, bool bytes);
struct value fold_number(struct facts *f, int64_t n);
/* fold_decode.c */
struct value fold_base64(struct facts *f, struct str s);
struct value fold_hex(struct facts *f, struct str s);
struct value fold_rotated(struct facts *f, struct str s);
/* fold_call.c: the characters of a list of numbers; how many arguments stand in a call, and more
 * than there are places where one has a name or a star */
bool fold_characters(struct facts *f, uint32_t list, bool bytes, struct buf *b);
unsigned fold_count_arguments(const struct facts *f, uint32_t arguments);
/* fold_pieces.c: texts under way, one for each way that unions of pieces go */
struct pieces {
	struct buf b[VALUE_ATOMS];
	bool path[VALUE_ATOMS];   /* holds the text of a path, or a name that a folder lists */
	bool shaped[VALUE_ATOMS]; /* known but for its holes, or the text of a path */
	unsigned count;
	bool is_fixed;
	size_t fixed; /* how much of the first is what each of them begins with */
};
void pieces_init(struct pieces *p);
void pieces_release(struct pieces *p);
void pieces_text(struct pieces *p, struct str s);
void pieces_hole(struct pieces *p, char hole); /* of shape.h */
/* Every text that `v` may be; false, and nothing added, where one is not known or they are too
 * many. */
bool pieces_value(const struct facts *f, struct pieces *p, const struct value *v, bool numbers);
bool pieces_part(const struct facts *f, struct pieces *p, const struct value *v);
/* Both release the pieces: the union of the texts; what is known of a text that is not done. */
struct value pieces_made(struct facts *f, struct pieces *p);
struct value pieces_path(struct facts *f, struct pieces *p);
struct value pieces_prefix(struct facts *f, struct pieces *p);
/* fold_shape.c: some text with at most these flags (shape.h) ; what a value's texts may hold in any
 * part of them */
struct value fold_hole(struct facts *f, unsigned flags);
struct value fold_some_number(struct facts *f);
unsigned fold_flags(const struct facts *f, const struct value *v);
/* A method of a text with holes; of a text of which nothing is known. */
struct value fold_shape_method(struct facts *f, struct str name, uint32_t arguments, struct str s);
struct value fold_some_text_method(struct facts *f, struct str name, uint32_t arguments);
/* A slice or the like of a text. */
struct value fold_part(struct facts *f, const struct value *whole);
/* As value_merge(), but that texts which are more than a value holds become one with a hole. */
bool fold_merge(struct facts *f, struct value *into, const struct value *v);
/* fold_clean.c: re.sub(); join() over characters that are let through */
struct value fold_substituted(struct facts *f, uint32_t arguments, uint32_t symbol_id);
bool fold_filtered(struct facts *f, uint32_t node, struct str between, struct value *out);
/* fold_known.c: dates, digests and identifiers by the symbol that was called; false where it makes
 * something else */
bool fold_is_date(struct str symbol);
struct value fold_shown(struct facts *f, const struct value *v); /* as str() shows it */
bool fold_date_format(struct str format, struct pieces *p);
struct value fold_formatted_date(struct facts *f, uint32_t arguments);
bool fold_options(struct facts *f, uint32_t function, uint32_t arguments, struct value *out);
bool fold_known_method(struct facts *f, uint32_t function, uint32_t arguments, struct value *out);
bool fold_known_attribute(struct facts *f, uint32_t symbol_id, struct str name, struct value *out);
bool fold_moved_date(struct facts *f, const struct value *date, const struct value *span);
/* fold_path.c: of a path whose text is named; false where the call is none of a path */
struct value fold_path_attribute(struct facts *f, uint32_t path, struct str name);
bool fold_path_method(struct facts *f, uint32_t function, uint32_t arguments, struct value *out);
struct str fold_listed_name(struct facts *f, uint32_t path);
struct value fold_dirname(struct facts *f, const struct value *v);
struct value fold_basename(struct facts *f, const struct value *v);
/* What split(), partition(), os.path.splitext() ... give at a place, -1 for any */
bool fold_split(struct facts *f, uint32_t call, int64_t place, struct value *out);
bool fold_gives_text(struct str method); /* whatever text it is called on */
/* fold_format.c: `form % right`; form.format(arguments) */
struct value fold_percent(struct facts *f, struct str format, uint32_t right);
struct value fold_format(struct facts *f, struct str s, uint32_t arguments);
bool fold_is_text(const struct value *v);                             /* certainly a string */
struct str fold_prefix(const struct facts *f, const struct value *v); /* what it begins with */
bool fold_is_number(const struct value *v); /* certainly a number, a boolean or None */
/* Whether an operator may be answered by a method of this file, with anything. */
bool fold_asks_object(const struct facts *f, const struct value *v);

#endif
