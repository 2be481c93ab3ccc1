/* SPDX-License-Identifier: MIT */
#include "explain.h"

#include "ceilings.h"
#include "feedback.h"
#include "figures.h"

bool
explain_question(
    struct arena *a, struct str goal, struct str answer, struct str *out, struct err *err)
{
	if (answer.n > ANSWER_BYTES_MAX) {
		err_set(err, ERR_LIMIT,
		    "the output is larger than %zu bytes, and is not put into words",
		    ANSWER_BYTES_MAX);
		return err_help(err, "read the output itself, or ask for a smaller one");
	}
	char *text = arena_printf(
	    a, "# Goal\n\n%.*s\n\n# Output\n\n%.*s", STR_ARG(str_trim(goal)), STR_ARG(answer));
	if (!text)
		return err_memory(err);
	*out = str_from(text);
	return true;
}

/* The model's words for a person's eyes: nothing invisible in them, and every unfounded number
 * marked. */
static bool
settle(struct arena *a, struct arena *scratch, const struct figures *known, struct str words,
    struct str *out, size_t *unfounded)
{
	struct str clean;
	struct buf visible;
	size_t marks = 0;

	buf_init(&visible, words.n * 12 + 64);
	feedback_lines(&visible, words);
	bool good = !visible.failed && arena_copy(scratch, buf_view(&visible), &clean);
	buf_release(&visible);
	good = good && figures_mark(a, known, clean, out, &marks);
	*unfounded += marks;
	return good;
}

bool
explain_read(struct arena *a, struct arena *scratch, struct str answer,
    const struct json_doc *reply, struct explanation *out, struct err *err)
{
	const struct json_node *root = json_root(reply),
			       *caveats = json_get(reply, root, "caveats");
	struct json_doc doc;
	struct figures *known;

	if (!document_read(scratch, answer, "the output", &doc, err))
		return false;
	out->caveats = arena_array(a, caveats->count, sizeof(*out->caveats));
	if (!out->caveats || !figures_collect(scratch, &doc, &known) ||
	    !settle(a, scratch, known, json_get_text(reply, root, "answer_text", STR("")),
		&out->text, &out->unfounded))
		return err_memory(err);
	for (const struct json_node *n = json_first(reply, caveats); n; n = json_next(reply, n))
		if (!settle(a, scratch, known, n->text, &out->caveats[out->caveat_count++],
			&out->unfounded))
			return err_memory(err);
	return true;
}
