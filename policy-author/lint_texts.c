/* SPDX-License-Identifier: MIT */
/* What the policy says to people and models. */
#include "lint_parts.h"

typedef void text_look(struct lint *l, const struct json_node *text);

static void
each_of(struct lint *l, const struct json_node *node, text_look *look, bool remedies)
{
	const struct json_node *message = json_get(l->doc, node, "message"),
			       *remedy = json_get(l->doc, node, "remedy");

	if (message != NULL)
		look(l, message);
	if (remedy != NULL && remedies)
		look(l, remedy);
}

/* Messages of entries and rules, each once; remedies too. */
static void
each_text(struct lint *l, text_look *look, bool remedies)
{
	for (size_t i = 0; i < l->entry_count; i++)
		if (i == 0 || l->entries[i].node != l->entries[i - 1].node)
			each_of(l, l->entries[i].node, look, remedies);
	for (size_t i = 0; i < l->rule_count; i++)
		each_of(l, l->rules[i].node, look, remedies);
}

static void
say_full_stop(struct lint *l, const struct json_node *text)
{
	if (str_ends(text->text, STR(".")) && !str_ends(text->text, STR("..")))
		lint_say(l, text, "the text ends in a full stop");
}

void
look_full_stop(struct lint *l)
{
	each_text(l, say_full_stop, true);
}

static void
say_capital(struct lint *l, const struct json_node *text)
{
	struct str s = text->text;

	if (s.n > 1 && s.p[0] >= 'A' && s.p[0] <= 'Z' && s.p[1] >= 'a' && s.p[1] <= 'z')
		lint_say(l, text, "the message begins with a capital letter");
}

void
look_capital(struct lint *l)
{
	each_text(l, say_capital, false);
}

static void
say_invisible(struct lint *l, const struct json_node *text)
{
	for (size_t at = 0; at < text->text.n;) {
		int32_t c = utf8_next(text->text, &at);

		if (c >= 32 && !codepoint_is_invisible((uint32_t)c))
			continue;
		lint_say(l, text, "the text holds U+%04X, which a reader does not see",
		    c < 0 ? 0xfffdu : (unsigned)c);
		return;
	}
}

void
look_invisible(struct lint *l)
{
	const struct json_node *title = json_get(l->doc, l->root, "title");
	const struct json_node *list = json_get(l->doc, l->root, "override");

	if (title != NULL)
		say_invisible(l, title);
	for (const struct json_node *n = json_first(l->doc, list); n; n = json_next(l->doc, n))
		say_invisible(l, json_get(l->doc, n, "reason"));
	each_text(l, say_invisible, true);
}
