/* SPDX-License-Identifier: MIT */
/* A finding as a person and as a machine reads it. */
#include "report.h"
#include "waiver.h"

#include "clock.h"

#include <inttypes.h>

#define RED "\033[1;31m"
#define YELLOW "\033[1;33m"
#define CYAN "\033[36m"
#define RESET "\033[0m"

/* A violation has no place if the box saw none. */
static void
put_place(struct json_writer *w, const char *name, uint32_t number)
{
	json_name(w, name);
	if (number > 0)
		json_number(w, number);
	else
		json_null(w);
}

void
finding_json(const struct finding *f, struct json_writer *w)
{
	json_format(w, "{rule: %.*s, decision: %s, severity: %s, message: %.*s, remedy: %.*s",
	    STR_ARG(f->rule), decision_name(f->decision), severity_name(f->severity),
	    STR_ARG(f->message), STR_ARG(f->remedy));
	put_place(w, "line", f->line);
	put_place(w, "column", f->column);
	put_place(w, "end_line", f->end_line);
	put_place(w, "end_column", f->end_column);
	json_put_str(w, "snippet", f->snippet);
	json_put_bool(w, "evasion", f->evasion);
	if (f->fingerprint[0] != '\0')
		json_put_text(w, "fingerprint", f->fingerprint);
	if (f->shadow)
		json_format(w, "shadow: true, policy: %.*s, policy_sha256: %s",
		    STR_ARG(f->trial->policy), f->trial->sha256);
	if (f->waived)
		json_put_bool(w, "waived", true);
	if (f->wall != WALL_NONE)
		json_put_text(w, "wall", wall_name(f->wall));
	if (f->waiver != NULL)
		json_put_str(w, f->waived ? "waiver" : "expired_waiver", f->waiver->id);
	json_end_object(w);
}

void
obligations_json(const struct policy_verdict *v, struct json_writer *w)
{
	json_open_array(w, "obligations");
	for (size_t i = 0; i < v->obligation_count; i++) {
		const struct finding *o = &v->obligations[i];

		json_format(w, "{rule: %.*s, line: %u, column: %u, what: %.*s, wall: %s}",
		    STR_ARG(o->rule), o->line, o->column, STR_ARG(o->message), wall_name(o->wall));
	}
	json_end_array(w);
}

void
trials_json(const struct policy_verdict *v, struct json_writer *w)
{
	if (v->trial_count == 0)
		return;
	json_open_array(w, "shadow");
	for (const struct policy_trial *t = v->trials; t < v->trials + v->trial_count; t++)
		json_format(w, "{policy: %.*s, revision: %ld, sha256: %s, verdict: %s}",
		    STR_ARG(t->policy), t->revision, t->sha256, decision_name(t->decision));
	json_end_array(w);
}

bool
finding_decides(const struct finding *f)
{
	return !f->shadow && !f->waived && f->wall == WALL_NONE;
}

const char *
report_level(const struct finding *f)
{
	if (!finding_decides(f) || f->decision == DECISION_ALLOW)
		return "note";
	return f->decision == DECISION_ESCALATE ? "warning" : "error";
}

void
finding_standing(const struct finding *f, struct buf *out)
{
	if (f->shadow)
		buf_printf(out, ", in shadow of %.*s@%" PRId64, STR_ARG(f->trial->policy),
		    f->trial->revision);
	if (f->wall != WALL_NONE)
		buf_printf(out, ", held by the box (%s)", wall_name(f->wall));
	if (f->waiver == NULL)
		return;
	buf_text(out, f->waived ? ", waived by " : ", waiver expired: ");
	buf_visible(out, f->waiver->id, 100);
}

/* The waiver's owner, and its end. */
static void
render_waiver(const struct waiver *w, struct buf *out)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(w->until_us, stamp);
	buf_printf(out, "waiver '%.*s' until %.10s, owner %.*s, approver %.*s", STR_ARG(w->id),
	    stamp, STR_ARG(w->owner), STR_ARG(w->approver));
	if (w->ticket.n > 0) {
		buf_text(out, ", ticket ");
		buf_visible(out, w->ticket, 100);
	}
	buf_text(out, ": ");
	buf_visible(out, w->reason, 400);
	buf_char(out, '\n');
}

void
finding_render(
    const struct finding *f, const char *file, struct str source, bool colour, struct buf *out)
{
	const char *paint = !finding_decides(f)            ? CYAN
			    : f->decision == DECISION_DENY ? RED
							   : YELLOW;
	unsigned width =
	    f->end_line == f->line && f->end_column > f->column ? f->end_column - f->column : 0;

	if (width == 0)
		width = (unsigned)utf8_length(f->snippet);
	buf_visible(out, str_from(file), 4096);
	if (f->line > 0)
		buf_printf(out, ":%u:%u", f->line, f->column);
	buf_text(out, ": ");
	buf_printf(out, "%s%s", colour ? paint : "", decision_name(f->decision));
	finding_standing(f, out);
	buf_printf(out, "%s: ", colour ? RESET : "");
	buf_visible(out, f->message, 400);
	buf_printf(out, " [%.*s]\n", STR_ARG(f->rule));
	if (f->line > 0)
		caret_render(
		    source, f->line, f->column, width > 0 ? width : 1, colour ? paint : "", out);
	if (f->waiver != NULL)
		render_waiver(f->waiver, out);
	if (f->remedy.n == 0 || f->waived)
		return;
	buf_text(out, "help: ");
	buf_visible(out, f->remedy, 400);
	buf_char(out, '\n');
}
