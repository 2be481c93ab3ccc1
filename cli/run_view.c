/* SPDX-License-Identifier: MIT */
/* A run as a person sees it: a line a stage, then what it came to. */
#include "cli.h"

#include "diff.h"

#include <inttypes.h>
#include <stdio.h>

#define GREEN "\033[32m"
#define RED "\033[31m"
#define YELLOW "\033[33m"
#define DIM "\033[2m"
#define BOLD "\033[1m"
#define RESET "\033[0m"
#define TEXT_BYTES_MAX ((size_t)16 << 20)
#define SHOWN_BYTES_MAX 2000
#define LINE_CODEPOINTS_MAX 4000
#define INDENT 15 /* of what a stage says */

static const char *
paint(const struct run_view *view, const char *colour)
{
	return view->colour ? colour : "";
}

static size_t
count_lines(struct str text)
{
	size_t lines = 0;
	struct str line;

	while (str_cut(&text, '\n', &line))
		lines += line.n > 0 || text.p;
	return lines;
}

static void
say_plan(const struct run *run, struct buf *out)
{
	if (!run->planned)
		return;
	for (size_t i = 0; i < run->plan.step_count; i++) {
		if (i > 0)
			buf_char(out, '\n');
		buf_repeat(out, ' ', i > 0 ? INDENT : 0);
		buf_printf(out, "%zu. ", i + 1);
		text_wrap(out, run->plan.steps[i], 200, INDENT + 3, INDENT + 3);
	}
}

static void
say_change(const struct run_view *view, struct str line, struct buf *out)
{
	const char *colour = line.p[0] == '-' ? RED : line.p[0] == '+' ? GREEN : "";

	buf_char(out, '\n');
	if (str_trim(line).n == 0)
		return;
	buf_printf(out, "      %s%c", paint(view, colour), line.p[0]);
	if (line.n > 1)
		buf_char(out, ' ');
	text_wrap(out, str_slice(line, 1, line.n), LINE_CODEPOINTS_MAX, 8, 12);
	buf_text(out, colour[0] ? paint(view, RESET) : "");
}

/* Shows the model's changes, below the line of its repair. */
static void
say_repair(const struct run_view *view, const struct run *run, struct buf *out)
{
	struct buf diff;
	struct str rest, line;

	if (run->attempt_count < 2)
		return;
	buf_init(&diff, TEXT_BYTES_MAX);
	(void)diff_lines(run->arena, run->attempts[run->attempt_count - 2].code, run->code, &diff);
	rest = buf_view(&diff);
	while (str_cut(&rest, '\n', &line) && (line.n > 0 || rest.p))
		if (line.n > 0)
			say_change(view, line, out);
	buf_release(&diff);
}

static void
say_check(const struct policy_verdict *v, struct buf *out)
{
	size_t deciding = 0, waived = 0, shadow = 0;

	for (size_t i = 0; i < v->count; i++) {
		deciding += finding_decides(&v->findings[i]);
		waived += v->findings[i].waived && !v->findings[i].shadow;
		shadow += v->findings[i].shadow;
	}
	buf_printf(out, "%zu finding%s", deciding, deciding == 1 ? "" : "s");
	if (waived > 0)
		buf_printf(out, ", %zu waived", waived);
	if (shadow > 0)
		buf_printf(out, ", %zu in shadow", shadow);
	if (v->obligation_count > 0)
		buf_printf(out, ", %zu obligation%s of the box", v->obligation_count,
		    v->obligation_count == 1 ? "" : "s");
}

static void
say_stage(const struct run_view *view, const struct run *run, size_t stage, struct buf *out)
{
	switch ((enum stage_id)stage) {
	case STAGE_PLAN:
		say_plan(run, out);
		break;
	case STAGE_GENERATE:
		buf_printf(out, "program %zu: %zu lines, sha256 %.12s…", run->attempt_count,
		    count_lines(run->code), run->code_sha256);
		say_repair(view, run, out);
		break;
	case STAGE_CHECK:
		say_check(&run->check, out);
		break;
	case STAGE_RUN:
		buf_printf(out, "%s, %" PRId64 " ms, %" PRId64 " MB",
		    box_outcome_name(run->execution.outcome), run->execution.usage.wall_ms,
		    run->execution.usage.memory_bytes >> 20);
		break;
	case STAGE_VALIDATE:
		buf_text(out, run->task->schema_text.n > 0
				  ? "the output fits its schema"
				  : "the output is JSON (no schema was given)");
		break;
	case STAGE_COUNT:
	default:
		break;
	}
}

static void
say_end_of_stage(const struct run_view *view, const struct run *run, const struct run_event *event,
    struct buf *out)
{
	bool passed = event->verdict == VERDICT_PASS, waits = event->verdict == VERDICT_ESCALATE;
	const char *colour = passed ? GREEN : waits ? YELLOW : RED;

	buf_printf(out, "%s  %s%s%s %-9s  ", view->live ? "\r\033[K" : "", paint(view, colour),
	    passed  ? "✓"
	    : waits ? "?"
		    : "✗",
	    paint(view, RESET), stage_name(event->stage));
	if (passed)
		say_stage(view, run, event->stage, out);
	else
		text_wrap(out, run->reason, 500, INDENT, INDENT);
	buf_char(out, '\n');
}

static void
say_start(const struct run_view *view, const struct run *run, struct buf *out)
{
	const struct task *task = run->task;
	const struct policy_bundle *bundle = policy_bundle_of(task->policy);

	buf_printf(out, "%s%s%s\n", paint(view, BOLD), run->id, paint(view, RESET));
	if (task->goal.n > 0) {
		buf_text(out, "  goal    ");
		text_wrap(out, str_trim(task->goal), 400, 10, 10);
		buf_char(out, '\n');
	}
	for (size_t i = 0; i < task->input_count; i++) {
		buf_printf(out, "  input   ");
		buf_visible(out, task->inputs[i].name, 128);
		buf_printf(out, ", %zu bytes, sha256 %.12s…\n", task->inputs[i].bytes.n,
		    task->inputs[i].sha256);
	}
	if (task->sensitive_count > 0 || task->sensitive_short > 0)
		buf_printf(out, "  hidden  %zu sensitive values", task->sensitive_count);
	if (task->sensitive_short > 0)
		buf_printf(out, "; %zu too short to search for", task->sensitive_short);
	if (task->sensitive_count > 0 || task->sensitive_short > 0)
		buf_char(out, '\n');
	for (size_t i = 0; i < task->sensitive_absent_count; i++) {
		buf_text(out, "  absent  the policy calls '");
		buf_visible(out, task->sensitive_absent[i], 128);
		buf_text(out, "' sensitive, but no input has it\n");
	}
	struct str profile = policy_profile_name(task->policy);
	buf_printf(out, "  policy  %.*s, revision %" PRId64 "%s%.*s, sha256 %.12s…\n",
	    STR_ARG(policy_id(task->policy)), policy_revision(task->policy),
	    profile.n > 0 ? ", profile " : "", STR_ARG(profile), policy_digest(task->policy));
	if (bundle)
		buf_printf(out, "  bundle  %.*s, revision %" PRId64 ", sha256 %.12s…\n",
		    STR_ARG(bundle->id), bundle->revision, bundle->sha256);
	buf_char(out, '\n');
}

static void
say_progress(const struct run_view *view, const struct run_event *event, struct buf *out)
{
	static const char *const words[] = {[PLANNER_ASKING] = "request %" PRId64,
	    [PLANNER_RECEIVING] = "%" PRId64 " bytes so far",
	    [PLANNER_WAITING] = "the model is busy; retry in %" PRId64 " ms",
	    [PLANNER_FALLBACK] = "trying another model, number %" PRId64};

	buf_printf(out, "\r\033[K  %s…%s %-9s  ", paint(view, DIM), paint(view, RESET),
	    stage_name(event->stage));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	buf_printf(out, words[event->progress->kind], event->progress->amount);
#pragma GCC diagnostic pop
}

/* Above the line of the stage; each line says what it is. */
static void
say_output(const struct run_view *view, const struct run_event *event, struct buf *out)
{
	const struct live_piece *piece = event->output;
	struct str rest = piece->end == LIVE_WITHHELD ? STR("(withheld)")
			  : piece->end == LIVE_CUT    ? STR("(no more is shown while it runs)")
						      : piece->text;
	struct str line;

	buf_text(out, "\r\033[K");
	while (rest.n > 0 && str_cut(&rest, '\n', &line)) {
		buf_printf(out, "  %s%s, not to be believed: ", paint(view, DIM), piece->stream);
		text_wrap(out, line, LINE_CODEPOINTS_MAX, INDENT, INDENT);
		buf_printf(out, "%s\n", paint(view, RESET));
	}
	buf_printf(
	    out, "  %s…%s %-9s", paint(view, DIM), paint(view, RESET), stage_name(event->stage));
}

void
run_view_event(void *context, const struct run *run, const struct run_event *event)
{
	struct run_view *view = context;
	struct buf out;

	buf_init(&out, TEXT_BYTES_MAX);
	switch (event->type) {
	case EVENT_RUN_STARTED:
		say_start(view, run, &out);
		break;
	case EVENT_STAGE_STARTED:
		if (view->live)
			buf_printf(&out, "  %s…%s %-9s", paint(view, DIM), paint(view, RESET),
			    stage_name(event->stage));
		break;
	case EVENT_STAGE_FINISHED:
		say_end_of_stage(view, run, event, &out);
		view->said = event->verdict == VERDICT_PASS ? STR("") : run->reason;
		break;
	case EVENT_REPAIR:
		buf_printf(&out,
		    "  %s↻ repair%s     the model is told why (%s); %zu of %" PRId64
		    " programs so far\n",
		    paint(view, YELLOW), paint(view, RESET), feedback_cause_name(run->mend.cause),
		    run->attempt_count, run->task->budgets.attempts);
		break;
	case EVENT_EVASION:
		buf_printf(&out,
		    "  %s! evasion%s    the program hides what it does, or tries to break out; it "
		    "is not "
		    "repaired\n",
		    paint(view, RED), paint(view, RESET));
		break;
	case EVENT_MODEL:
		if (view->live)
			say_progress(view, event, &out);
		break;
	case EVENT_OUTPUT:
		if (view->live)
			say_output(view, event, &out);
		break;
	case EVENT_VIOLATION:
	case EVENT_RUN_FINISHED:
	default:
		break;
	}
	(void)print_buf(&out);
}

static void
show_findings(const struct run_view *view, const struct run *run, const struct finding *list,
    size_t count, struct buf *out)
{
	for (size_t i = 0; i < count; i++) {
		buf_char(out, '\n');
		finding_render(&list[i], "program.py", run->code, view->colour, out);
	}
}

static void
show_text(const char *title, struct str text, struct buf *out)
{
	if (text.n == 0)
		return;
	buf_printf(out, "\n  %s:\n", title);
	buf_lines(out, "    ", str_slice(text, 0, SHOWN_BYTES_MAX), 200);
	if (text.n > SHOWN_BYTES_MAX)
		buf_printf(out, "    … (%zu bytes in all)\n", text.n);
}

/* Shows which leaks were found and where, but nothing of the output itself. */
static void
show_leaks(const struct run *run, struct buf *out)
{
	buf_text(out, "\n  withheld, because the program's output contains:\n");
	for (size_t i = 0; i < run->leaks.count; i++) {
		buf_text(out, "    ");
		leak_say(&run->leaks.items[i], out);
		buf_char(out, '\n');
	}
	if (run->leaks.more > 0)
		buf_printf(out, "    and %zu more\n", run->leaks.more);
}

static void
show_failure(const struct run *run, struct buf *out)
{
	const struct box_result *r = run->shown;

	if (run->withheld) {
		show_leaks(run, out);
		return;
	}
	if (run->validated) {
		struct buf issues;
		buf_init(&issues, TEXT_BYTES_MAX);
		output_feedback(&run->output, &issues);
		show_text("what does not fit", buf_view(&issues), out);
		buf_release(&issues);
		show_text("what it printed (do not trust it)", r->out.bytes, out);
		return;
	}
	for (size_t i = 0; i < r->violation_count; i++) {
		buf_text(out, i == 0 ? "\n  refused by the sandbox:\n    " : "    ");
		buf_visible(out, r->violations[i].what, 100);
		buf_line(
		    out, r->violations[i].detail.n > 0 ? ": " : "", r->violations[i].detail, 100);
	}
	show_text("traceback", r->error.traceback, out);
	if (r->error.traceback.n == 0)
		show_text("stderr", r->err.bytes, out);
}

void
artifact_draw(const struct box_artifact *f, struct buf *out)
{
	buf_visible(out, f->name, 128);
	buf_printf(
	    out, "  %.*s, %zu bytes, sha256 %.12s…\n", STR_ARG(f->mime), f->bytes.n, f->sha256);
}

static void
show_artifacts(const struct run *run, struct buf *out)
{
	for (size_t i = 0; i < run->shown->artifact_count; i++) {
		buf_text(out, i == 0 ? "\n  files:\n    " : "    ");
		artifact_draw(&run->shown->artifacts[i], out);
	}
}

/* Invariants that only warn. */
static void
show_warnings(const struct run_view *view, const struct run *run, struct buf *out)
{
	for (size_t i = 0; run->invariants && i < run->task->invariant_count; i++) {
		const struct task_invariant *t = &run->task->invariants[i];
		if (run->invariants[i].verdict == SCHEMA_VALID)
			continue;
		buf_printf(out, "\n  %swarning%s: ", paint(view, YELLOW), paint(view, RESET));
		buf_visible(out, t->message.n > 0 ? t->message : t->text, 200);
		buf_line(out, ": ", run->invariants[i].message, 300);
	}
}

/* The model's words about the answer: not validated, and said so. */
static void
show_words(const struct run *run, struct buf *out)
{
	show_text("in the model's words", run->words.text, out);
	if (run->words.unfounded > 0)
		buf_printf(out, "    (%zu numbers marked [?] do not appear in the answer)\n",
		    run->words.unfounded);
}

static void
show_waiting(const struct run *run, struct buf *out)
{
	const struct policy_escalation *e = &policy_settings_of(run->task->policy)->escalation;

	if (run->evasion) {
		buf_printf(out,
		    "\n  a person should look at this attempt; no approval can release it\n"
		    "  sha256 %s\n",
		    run->code_sha256);
		return;
	}
	buf_printf(out, "\n  it waits as %s: `sluice approvals show %s`\n", run->id, run->id);
	buf_text(out, "  a person must decide on exactly these bytes: ");
	buf_printf(out, "sha256 %s\n", run->code_sha256);
	for (size_t i = 0; i < e->need_count; i++)
		buf_printf(
		    out, "  needs %" PRId64 " × %.*s\n", e->needs[i].n, STR_ARG(e->needs[i].role));
}

void
run_view_end(const struct run_view *view, const struct run *run, struct buf *out)
{
	const char *colour = run->status == RUN_ANSWERED    ? GREEN
			     : run->status == RUN_ESCALATED ? YELLOW
							    : RED;

	if (run->status == RUN_ANSWERED) {
		buf_printf(out, "\n%s%sanswered%s\n", paint(view, BOLD), paint(view, colour),
		    paint(view, RESET));
		answer_render(&run->output.doc, json_root(&run->output.doc), view->colour, out);
		show_artifacts(run, out);
		show_warnings(view, run, out);
		show_words(run, out);
		return;
	}
	if (run->stage == STAGE_CHECK && run->checked)
		show_findings(view, run, run->check.findings, run->check.count, out);
	else if (run->executed) {
		show_findings(view, run, run->breaches, run->breach_count, out);
		show_failure(run, out);
	}
	if (run->status == RUN_ESCALATED)
		show_waiting(run, out);
	buf_printf(out, "\n%s%s%s%s at %s", paint(view, BOLD), paint(view, colour),
	    run_status_name(run->status), paint(view, RESET), stage_name(run->stage));
	if (!str_eq(run->reason, view->said)) {
		buf_text(out, ": ");
		buf_visible(out, run->reason, 500);
	}
	buf_printf(out, " (exit %d)\n", run->exit_code);
}
