/* SPDX-License-Identifier: MIT */
/* pipeline.h: the table of stages and the loop that drives a run through it. Private to this folder
 * and its tests. */
#ifndef PIPELINE_H
#define PIPELINE_H

#include "run.h"

struct stage {
	const char *name;
	enum verdict (*enter)(struct run *run);
};

extern const struct stage PIPELINE[STAGE_COUNT];

/*
 * Drives the run from stage `from` to an answer (VERDICT_PASS: every stage has passed), an
 * escalation or a stop. Stages before `from` must be marked as passed already. There is one step
 * back: from a stop that the stage offered for repair, to STAGE_GENERATE, while the budgets last.
 */
enum verdict pipeline_drive(const struct stage stages[STAGE_COUNT], struct run *run, size_t from);

/* Words that stages use. Each returns the verdict that it names, so that a stage ends in one line.
 */
enum verdict run_stop(struct run *run, enum run_status status, enum sluice_exit exit_code,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
enum verdict run_escalate(struct run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum verdict run_fail(struct run *run, const struct err *err, enum sluice_exit exit_code);
/* After run_stop: the model may mend it. */
/* Refused for these findings, of which `first` is told: to the model, unless one of them evades. */
enum verdict run_refuse(
    struct run *run, const struct finding *first, const struct finding *list, size_t count);
enum verdict run_offer_repair(
    struct run *run, enum feedback_cause cause, struct str details, struct str fingerprint);
/* Whether the model may not see what the program in hand printed and raised, and the feedback
 * without that. */
bool run_withholds(const struct run *run);
void run_withhold(struct run *run, struct feedback *f);
/* Counts the repair and forgets what the last attempt had reached; false where the stop is final.
 */
bool run_take_repair(struct run *run);
/* The text, now the run's; the buffer is released. Empty when out of memory, for these are words
 * for a model. */
struct str run_keep(struct run *run, struct buf *text);
/* The number of violations in one program's run, without those that libraries cause by habit. */
size_t attempt_violations(const struct run_attempt *attempt);
void run_tell(struct run *run, const struct run_event *event);
/* Called around work that may take long and touches nothing of the run but its arguments. */
void run_waits(const struct run *run, bool begins);
void run_emit(struct run *run, enum run_event_type type, enum verdict verdict, int64_t elapsed_us);

/*
 * The inputs as a document, for invariants: an object with a member for each
 * table (its rows) and JSON file, named by the file's name without its ending, with `_` for what
 * can't stand in a name.
 */
bool inputs_document(
    struct arena *a, const struct task *task, struct json_doc *out, struct err *err);
/* The tables of a spreadsheet or a SQLite database as CSV, each behind a form feed; with
 * `all` the texts of any archive. A box of its own reads them. */
bool tables_read(struct arena *a, struct str bytes, bool all, struct str *out, struct err *err);
bool task_has_sensitive(const struct task *task);    /* the task marks some of its inputs */
bool name_fits(struct str pattern, struct str name); /* * and ? stand for characters, in any case */
/* artifacts.c: whether the files are those that the task asks for. */
enum verdict artifacts_judge(struct run *run);
/* The text, from UTF-16 with its mark or Latin-1 where it is no UTF-8. */
bool text_as_utf8(struct arena *a, struct str *text);

struct str run_leak_key(const struct run *run); /* with which finds are masked */
/* leaks.c: looks through what the program left, and sets what of it may be shown. False where that
 * could not be done: then nothing is shown. */
bool leaks_look(struct run *run, struct err *err);
/* Stops or escalates for a decision that is no milder than `at_most`. */
enum verdict leaks_judge(struct run *run, enum decision at_most);
void leaks_release(struct run *run);                    /* people have seen it and let it out */
bool leaks_in_words(struct run *run, struct str words); /* that a model wrote: any not allowed? */
/* The name, where it is one of Python's own; else "an exception": a program chose it. */
const char *exception_name(struct str name);

/* The policy's decision, or what exceptions make of an escalation. */
enum decision run_decision(const struct run *run);
/* "waivers": those that let something pass, with who answers for it; nothing where none did. */
void waivers_json(const struct run *run, struct json_writer *w);
/* The stream that is the output. */
struct box_stream *run_output(struct run *run);
/* The box of the run's code: all but what allows it. */
/* The box of this task's run, from the pool (or NULL) or begun ahead of it; NULL where none can be. `begun`: by
 * box_begin, used up; or NULL. */
struct box *task_box_ahead(struct arena *a, const struct task *task, const char *requester,
    struct box_pool *pool, struct box *begun);
/* Keeps a box for the next run like this, if the policy lets boxes wait. */
void task_box_keep(
    struct arena *a, const struct task *task, const char *requester, struct box_pool *pool);
/* Sends the program's output as events, if spec->live (live.c). live_end frees what was kept. */
enum { LIVE_STREAMS = 2 };
bool live_begin(struct run *run, struct box_spec *spec);
void live_end(struct run *run);
/* cell.c: programs that a model writes as cells of a session. The session still lives, and the model knows where the next
 * one begins; the cells that ran stand before it; the model is told of a cell, whose text begins at `from`. */
bool cell_session_lives(const struct run *run, struct err *err);
bool cell_place(struct run *run, struct err *err);
bool cell_before(struct run *run, struct err *err);
bool cell_note(const struct run *run, size_t from, struct planner *p, struct err *err);
bool run_fill_box(struct run *run, struct box_spec *spec, struct err *err);
/* The subject of a decision (subject.c); `output` if it is about the output, else empty. The
 * arena of the run owns it. */
bool subject_write(struct run *run, const struct box_spec *spec, struct str output, struct str *out,
    struct err *err);
/* The differences between two subjects: paths such as "goal", "box.inputs.leads.csv". The arena's. */
bool subject_changes(struct arena *a, struct str before, struct str now, struct str **paths,
    size_t *count, struct err *err);
/* False (ERR_REFUSED) where what would run now is not what was approved: names what differs. */
bool subject_same(struct arena *a, struct str approved, struct str now, struct err *err);
bool findings_write(struct run *run, struct str *out, struct err *err); /* canonical JSON */

/* Stops a run that was cancelled, or whose time is used up. */
enum verdict run_attend(struct run *run);
enum verdict stage_plan(struct run *run);
enum verdict stage_generate(struct run *run);
enum verdict stage_check(struct run *run);
enum verdict stage_run(struct run *run);
enum verdict stage_validate(struct run *run);

#endif
