/* SPDX-License-Identifier: MIT */
#include "feedback.h"

#include "ceilings.h"
#include "hash.h"

#include <stdio.h>

const char *
feedback_cause_name(enum feedback_cause c)
{
	static const char *const NAMES[FEEDBACK_CAUSES] = {"none", "unparseable", "policy",
	    "syntax", "runtime", "timeout", "memory", "output_limit", "schema", "invariant"};

	return NAMES[c < FEEDBACK_CAUSES ? c : FEEDBACK_NONE];
}

void
feedback_mark(char out[MARK_BYTES])
{
	unsigned char bytes[(MARK_BYTES - 1) / 2];

	random_bytes(bytes, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

void
feedback_lines(struct buf *out, struct str text)
{
	struct str line;

	for (bool first = true; str_cut(&text, '\n', &line); first = false) {
		if (!first)
			buf_char(out, '\n');
		buf_visible(out, line, SIZE_MAX);
	}
}

/* Moves a cut forward to where a character begins. */
static size_t
character_at(struct str s, size_t at)
{
	while (at < s.n && ((unsigned char)s.p[at] & 0xc0) == 0x80)
		at++;
	return at;
}

static void
add_fenced(struct buf *out, struct str output, const char *mark)
{
	buf_printf(out, "=== output %s ===\n", mark);
	if (output.n <= OUTPUT_HEAD_BYTES + OUTPUT_TAIL_BYTES) {
		feedback_lines(out, output);
	} else {
		size_t head = character_at(output, OUTPUT_HEAD_BYTES);
		size_t tail = character_at(output, output.n - OUTPUT_TAIL_BYTES);
		feedback_lines(out, str_slice(output, 0, head));
		buf_printf(out, "\n=== %zu bytes left out %s ===\n", tail - head, mark);
		feedback_lines(out, str_slice(output, tail, output.n));
	}
	buf_printf(out, "\n=== end %s ===", mark);
}

/* Our own words may still quote the program's (an exception's text, a source line). */
void
feedback_put_text(struct json_writer *w, const char *name, struct str text, size_t most)
{
	size_t end = text.n > most ? most : text.n;

	struct buf clean;

	buf_init(&clean, FEEDBACK_TEXT_BYTES_MAX * 8);
	while (end < text.n && end > 0 && ((unsigned char)text.p[end] & 0xc0) == 0x80)
		end--;
	feedback_lines(&clean, str_slice(text, 0, end));
	if (end < text.n)
		buf_text(&clean, "\n(cut)");
	if (clean.failed)
		w->out->failed = true;
	json_put_str(w, name, buf_view(&clean));
	buf_release(&clean);
}

void
feedback_put_output(struct json_writer *w, struct str output, const char *mark)
{
	struct buf fenced;

	buf_init(&fenced, (OUTPUT_HEAD_BYTES + OUTPUT_TAIL_BYTES) * 8 + 256);
	add_fenced(&fenced, output, mark);
	if (fenced.failed)
		w->out->failed = true;
	json_put_str(w, "program_output", buf_view(&fenced));
	json_put_bool(w, "program_output_is_untrusted", true);
	buf_release(&fenced);
}

/* The last attempt's failure is what the envelope is about; of the first there is no change to tell. */
static void
put_history(struct json_writer *w, const struct attempt *tried, size_t count)
{
	if (count < 2)
		return;
	json_open_array(w, "already_tried");
	for (size_t i = 0; i < count; i++) {
		json_object(w);
		json_put_number(w, "attempt", (int64_t)i + 1);
		if (tried[i].change.n > 0)
			feedback_put_text(w, "change", tried[i].change, CHANGE_BYTES_MAX);
		if (i + 1 < count) {
			json_put_text(w, "cause", feedback_cause_name(tried[i].cause));
			feedback_put_text(w, "summary", tried[i].summary, SUMMARY_BYTES_MAX);
		}
		json_end_object(w);
	}
	json_end_array(w);
}

void
feedback_json(const struct feedback *f, const struct attempt *tried, size_t tried_count,
    const char *mark, struct json_writer *w)
{
	json_object(w);
	json_put_number(w, "attempt", (int64_t)tried_count);
	json_put_text(w, "cause", feedback_cause_name(f->cause));
	feedback_put_text(w, "summary", f->summary, FEEDBACK_TEXT_BYTES_MAX);
	feedback_put_text(w, "details", f->details, FEEDBACK_TEXT_BYTES_MAX);
	if (f->program_output.n > 0)
		feedback_put_output(w, f->program_output, mark);
	put_history(w, tried, tried_count);
	json_end_object(w);
}
