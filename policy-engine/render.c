/* SPDX-License-Identifier: MIT */
/* A finding as a person and as a machine reads it. */
#include "model.h"

#define RED "\033[1;31m"
#define YELLOW "\033[1;33m"
#define RESET "\033[0m"

void
finding_json(const struct finding *f, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "rule", f->rule);
	json_put_text(w, "decision", decision_name(f->decision));
	json_put_text(w, "severity", severity_name(f->severity));
	json_put_str(w, "message", f->message);
	json_put_str(w, "remedy", f->remedy);
	json_put_number(w, "line", f->line);
	json_put_number(w, "column", f->column);
	json_put_number(w, "end_line", f->end_line);
	json_put_number(w, "end_column", f->end_column);
	json_put_str(w, "snippet", f->snippet);
	json_put_bool(w, "evasion", f->evasion);
	if (f->fingerprint[0] != '\0')
		json_put_text(w, "fingerprint", f->fingerprint);
	json_end_object(w);
}

void
finding_render(
    const struct finding *f, const char *file, struct str source, bool colour, struct buf *out)
{
	const char *paint = f->decision == DECISION_DENY ? RED : YELLOW;
	unsigned width =
	    f->end_line == f->line && f->end_column > f->column ? f->end_column - f->column : 0;

	if (width == 0)
		width = (unsigned)utf8_length(f->snippet);
	buf_visible(out, str_from(file), 4096);
	buf_printf(out, ":%u:%u: ", f->line, f->column);
	buf_printf(
	    out, "%s%s%s: ", colour ? paint : "", decision_name(f->decision), colour ? RESET : "");
	buf_visible(out, f->message, 400);
	buf_printf(out, " [%.*s]\n", STR_ARG(f->rule));
	caret_render(source, f->line, f->column, width > 0 ? width : 1, colour ? paint : "", out);
	if (f->remedy.n == 0)
		return;
	buf_text(out, "help: ");
	buf_visible(out, f->remedy, 400);
	buf_char(out, '\n');
}
