/* SPDX-License-Identifier: MIT */
/*
 * fact_list.h: facts as a sorted text, which the sandbox makes again from CPython's own parse.
 *
 * The first line is FACT_LIST_HEAD. Each other is
 *
 *	what " in " path " " blocks " " count
 *
 * `path` has the names of the definitions around it ("/", "/f/<lambda>"), `blocks` says how many
 * indented blocks hold it, `count` how often it stands there. What is one of
 *
 *	a<role> name                              an attribute
 *	n<role> name                              a name, mangled as Python does
 *	ca callee plain star named double-star    a call; the callee dotted, or <expression>
 *	d<kind> name                              a function f, class c, lambda l, comprehension x
 *	im level module member alias              an import; "-" where there is none
 *	t<kind> bytes digest                      a string s or bytes b: half its SHA-256; "!" for a
 *	                                          text that the gate does not know (\N{...})
 *
 * with the roles l(oad) s(tore) d(elete) p(arameter, pattern) k(eyword) f (defined) g (declared)
 * c(apture). executor/guest/tree_facts.c is the other side.
 */
#ifndef POLICY_FACT_LIST_H
#define POLICY_FACT_LIST_H

#include "facts.h"

#define FACT_LIST_HEAD "facts 1 python " SLUICE_PYTHON "\n"
#define FACT_LIST_BYTES_MAX ((size_t)8 << 20)

/* ERR_LIMIT: the text would be larger than FACT_LIST_BYTES_MAX. */
bool fact_list_write(struct arena *a, const struct facts *f, struct str *out, struct err *err);

/* By node, how many indented blocks hold it; NULL where memory ran out. */
uint16_t *fact_blocks(struct arena *a, const struct tree *t);
/* The dotted text of a callee, or "<expression>". */
void fact_callee(const struct facts *f, uint32_t node, struct buf *out);

enum { ARGUMENT_PLAIN, ARGUMENT_STAR, ARGUMENT_NAMED, ARGUMENT_DOUBLE_STAR, ARGUMENT_KINDS };
void fact_count_arguments(
    const struct facts *f, const struct call *c, unsigned out[ARGUMENT_KINDS]);

/* The text of a string expression, outside of its replacement fields; pieces that stand side
 * by side are one. */
struct fact_text {
	bool bytes, unknown;
};
bool fact_is_text(const struct tree *t, uint32_t node);
struct fact_text fact_text_of(const struct facts *f, uint32_t node, struct buf *out);

#endif
