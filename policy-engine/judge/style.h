/* SPDX-License-Identifier: MIT */
/*
 * style.h: dictionaries of properties that charts are told by, as far as the text shows them.
 */
#ifndef POLICY_STYLE_H
#define POLICY_STYLE_H

#include "fold.h"
#include "judge.h"

struct charts {
	struct judge *judge;
	uint8_t *changed; /* by node of a dictionary: gets keys that the text does not show */
	bool any_changed; /* so does some dictionary that nobody knows */
	bool any_calls;   /* others call a function of the file that takes `**style` */
};

/* By keyword: a font; and the properties of texts. */
bool is_font_name(struct str name);
bool is_texts_name(struct str name);
/* A key of a dictionary that is written out, where it is one text. */
bool known_key(const struct judge *j, uint32_t pair, struct str *out);
/* A font by its family or by properties that are no file. */
bool is_plain_font(const struct charts *ch, uint32_t node);
/* Properties whose names the text shows, none of them refused; whatever they hold. */
bool is_plain_spread(const struct charts *ch, uint32_t node);
/* Fills in `changed` and `any_changed`. */
void see_changes(struct charts *ch);

#endif
