/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. A run passes through the steps of one table; the first that fails ends it,
 * and everything that was opened is released in one place. Nothing untrusted exists before the last
 * step says GO; from then on only watch.c waits, under deadlines, and the outcome is named after
 * the box is dead. A box may have been begun ahead of its run, and then it stands already.
 *
 *	this process (supervisor)
 *	  | pidfd, control socket, pipes
 *	a backend             namespaces, read-only root (bubblewrap, unless the policy names
 *another) | exec sluice-init           PID 1 inside: tmpfs, limits, Landlock, first filter,
 *reaping, report | fork, exec sluice-python         interpreter, second filter, the program
 */
#include "launch.h"

#include "clock.h"
#include "file.h"
#include "guarantees.h"
#include "refusals.h"
#include "spec.h"
#include "trouble.h"

#include <assert.h>
#include <sys/wait.h>

static bool
step_check(struct box *b, struct err *err)
{
	return spec_check(&b->spec, err);
}

static bool
step_authority(struct box *b, struct err *err)
{
	return box_may_run(b->a, b->asked, err);
}

static bool
step_rules(struct box *b, struct err *err)
{
	return rules_read(b->a, &b->spec, &b->rules, err);
}

static bool
step_guarantees(struct box *b, struct err *err)
{
	struct box_result *r = b->result;

	r->backend = b->backend->name;
	r->start = b->zygote ? START_FORKED : b->pooled ? START_POOLED : START_FRESH;
	memcpy(r->venv_sha256, b->venv.sha256, sizeof(r->venv_sha256));
	const struct machine m = {b->backend, &b->spec.limits, b->spec.start, b->group.kind,
	    b->group.divides >= 0, b->group.why};

	if (!guarantees_list(b->a, &m, &r->guarantees, &r->guarantee_count, err))
		return false;
	guarantees_add_walls(
	    r->guarantees, &r->guarantee_count, &b->rules, b->spec.packages || b->spec.venv.n > 0);
	return guarantees_require(r->guarantees, r->guarantee_count, b->spec.require,
		   b->spec.require_count, err) &&
	       guarantees_bear(r->guarantees, r->guarantee_count, b->rules.obligations,
		   b->rules.obligation_count, err);
}

static bool
step_seal(struct box *b, struct err *err)
{
	digest_hex_of(b->spec.code, b->watch.code_sha256);
	if (!file_sealed("code", b->spec.code, &b->watch.code, err))
		return false;
	if (b->spec.facts.n > 0 && !file_sealed("facts", b->spec.facts, &b->watch.facts, err))
		return false;
	for (size_t i = 0; i < b->spec.input_count && b->watch.from == 0; i++)
		if (!file_sealed("input", b->spec.inputs[i].bytes, &b->inputs[i], err))
			return false;
	return true;
}

static bool
step_watch(struct box *b, struct err *err)
{
	(void)err;
	b->watch.spec = &b->spec;
	b->watch.proc = b->zygote ? NULL : &b->proc;
	b->watch.group = &b->group;
	b->watch.inputs = b->inputs;
	watch_run(&b->watch);
	if (!b->watch.paused && !(b->watch.settled && b->spec.after))
		launch_end(b);
	b->result->ahead_ms =
	    b->watch.evidence.ready ? (b->watch.ready_us - b->watch.started_us) / 1000 : 0;
	return true;
}

static bool
step_streams(struct box *b, struct err *err)
{
	struct box_stream *const streams[] = {[STREAM_OUT] = &b->result->out,
	    [STREAM_ERR] = &b->result->err,
	    [STREAM_RESULT] = &b->result->result};

	for (size_t i = 0; i < (b->spec.result_apart ? BOX_STREAMS : STREAM_RESULT); i++)
		if (!capture_finish(&b->watch.captures[i], b->a, streams[i]))
			return err_memory(err);
	return true;
}

static bool
step_report(struct box *b, struct err *err)
{
	struct box_result *r = b->result;

	if (!report_read(b->a, buf_view(&b->watch.reported), report_display_bytes(&b->spec.limits),
		&b->report, err))
		return false;
	r->value = b->report.value;
	r->displays = b->report.displays;
	r->display_count = b->report.display_count;
	r->displays_more = b->report.displays_more;
	r->error = b->report.error;
	b->watch.evidence.claim = b->report.claim;
	return true;
}

static bool
note_misfits(struct box *b, struct err *err)
{
	struct box_result *r = b->result;

	for (size_t i = 0; i < b->misfits.count; i++) {
		char *detail = arena_printf(b->a,
		    "the program left '%.*s', which matches none of the names that the policy allows",
		    STR_ARG(b->misfits.names[i]));
		if (!detail)
			return err_memory(err);
		r->violations[r->violation_count++] =
		    (struct box_violation){.what = STR("artifact"),
			.detail = str_from(detail),
			.rule = STR("files.write"),
			.by = STR("supervisor")};
	}
	b->watch.evidence.misfit = b->misfits.count > 0;
	r->violations_more += b->misfits.more;
	return true;
}

/* System calls first, then what the guest says, then what it did not see. */
static bool
step_violations(struct box *b, struct err *err)
{
	struct watch *w = &b->watch;
	struct box_result *r = b->result;
	size_t total = w->refusal_count + b->report.violation_count + b->misfits.count;

	r->violations = arena_array(b->a, total + 1, sizeof(*r->violations));
	if (!r->violations)
		return err_memory(err);
	int64_t more = w->evidence.report.refusals;
	for (size_t i = 0; i < w->refusal_count; i++) {
		struct box_violation *v = &r->violations[r->violation_count++];
		if (!refusal_describe(b->a, &w->refusals[i], v, err))
			return false;
		bool question = w->refusals[i].class == CALL_QUESTION;
		w->evidence.violated |= !question;
		more -= !question;
	}
	for (size_t i = 0; i < b->report.violation_count; i++)
		r->violations[r->violation_count++] = b->report.violations[i];
	w->evidence.violated |=
	    w->evidence.report.refusals > 0 || b->report.violation_count > b->report.address_count;
	r->violations_more = (size_t)(more > 0 ? more : 0) + b->report.violations_more;
	return note_misfits(b, err);
}

static bool
step_outcome(struct box *b, struct err *err)
{
	struct watch *w = &b->watch;
	struct box_usage *used = &b->result->usage;
	struct cgroup_usage group = {-1, -1, -1};
	int64_t began_us = w->evidence.ready ? w->ready_us : w->started_us;

	cgroup_read(&b->group, &group);
	w->evidence.oom_kills = group.oom_kills - w->oom_kills_before;
	used->wall_ms =
	    w->evidence.done ? w->evidence.report.wall_us / 1000 : (clock_us() - began_us) / 1000;
	used->cpu_ms =
	    (group.cpu_us >= 0 ? group.cpu_us - w->cpu_before_us : w->evidence.report.cpu_us) /
	    1000;
	used->cpu_whole = group.cpu_us >= 0 || b->spec.limits.processes == 1;
	used->memory_bytes =
	    group.peak_bytes >= 0 ? group.peak_bytes : w->evidence.report.peak_kb * 1024;
	used->processes = w->evidence.report.processes;
	used->read_bytes = w->evidence.done ? w->evidence.report.read_bytes : -1;
	used->written_bytes = w->evidence.done ? w->evidence.report.written_bytes : -1;
	return outcome_name(b->a, &w->evidence, &b->spec.limits, b->result, err);
}

static bool
step_inputs(struct box *b, struct err *err)
{
	const struct wire_done *done = &b->watch.evidence.report;
	struct box_result *r = b->result;
	struct str *names;

	static_assert(BOX_INPUTS_MAX <= WIRE_INPUTS_MAX, "a bit each");
	if (!b->watch.evidence.done || !done->inputs_known)
		return true;
	names = arena_array(b->a, b->spec.input_count + 1, sizeof(*names));
	if (!names)
		return err_memory(err);
	for (size_t i = 0; i < b->spec.input_count; i++)
		if (done->inputs_opened >> i & 1)
			names[r->inputs_opened_count++] = b->spec.inputs[i].name;
	r->inputs_opened = names;
	return true;
}

static bool
step_artifacts(struct box *b, struct err *err)
{
	if (b->watch.workdir < 0 || !b->watch.evidence.gone)
		return true;
	b->misfits.rules = &b->rules;
	return artifacts_collect(b->a, b->watch.workdir, &b->spec, &b->misfits, b->result, err);
}

static const struct step {
	const char *name;
	bool (*take)(struct box *b, struct err *err);
} before[] =
    {
	{"checking the limits", step_check},
	{"checking the authority", step_authority},
	{"reading the interpreter's rules", step_rules},
},
  inside[] =
      {
	  {"checking the guarantees", step_guarantees},
	  {"sealing the code", step_seal},
	  {"watching", step_watch},
	  {"reading the report", step_report},
},
  after[] = {
      {"keeping the output", step_streams},
      {"collecting artifacts", step_artifacts},
      {"listing violations", step_violations},
      {"naming the outcome", step_outcome},
      {"listing the inputs that were opened", step_inputs},
};

static bool
take_steps(struct box *b, const struct step *steps, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		if (steps[i].take(b, err))
			continue;
		b->result->detail = str_from(steps[i].name);
		return false;
	}
	return true;
}

static void
shorten(struct limits *limits, int64_t left_us)
{
	int64_t left_ms = left_us > 1000 ? left_us / 1000 : 1;

	if (left_ms < limits->wall_ms)
		limits->wall_ms = left_ms;
}

struct box *
box_prepare(struct arena *a, const struct box_spec *spec, struct box *begun)
{
	struct err err;

	return launch_ahead(a, spec, begun, false, &err);
}

void
box_drop(struct box *b)
{
	if (b)
		launch_release(b);
}

/* Of the run alone; nothing of the box is open. */
static void
clear(struct box *b)
{
	*b = (struct box){
	    .a = b->a, .asked = b->asked, .spec = b->spec, .rules = b->rules, .result = b->result};
	launch_init(b);
}

/* The one that stands ready becomes this run's, which has its own spec and strings. */
static void
adopt(struct box *b, struct box *ready)
{
	const struct box run = *b;

	*b = *ready;
	b->a = run.a;
	b->asked = run.asked;
	b->spec = run.spec;
	b->rules = run.rules;
	b->result = run.result;
	b->waited = true;
}

static bool
take_launch(struct box *b, struct box *ready, struct err *err)
{
	const char *step;

	if (ready && launch_serves(ready, &b->spec, &b->rules) && launch_lives(ready)) {
		adopt(b, ready);
		return true;
	}
	box_drop(ready);
	if (launch(b, &step, err))
		return true;
	b->result->detail = str_from(step);
	return false;
}

static bool
take_box(struct box *b, struct box *ready, struct err *err)
{
	return take_launch(b, ready, err) && take_steps(b, inside, ARRAY_LENGTH(inside), err);
}

/* Resets the state of a cell before the next one. */
static bool
renew(struct box *b, struct err *err)
{
	struct watch *w = &b->watch;
	struct cgroup_usage group;

	w->evidence = (struct evidence){.spawned = true, .ready = w->evidence.ready};
	w->refusal_count = 0;
	w->paused = w->ending = false;
	cgroup_read(&b->group, &group);
	w->oom_kills_before = group.oom_kills;
	buf_release(&w->reported);
	buf_init(&w->reported, REPORT_BYTES_MAX + (size_t)report_display_bytes(&b->spec.limits));
	for (size_t i = 0; i < BOX_STREAMS; i++) {
		capture_release(&w->captures[i]);
		if (!capture_init(&w->captures[i], (size_t)b->spec.limits.output_bytes))
			return err_memory(err);
	}
	return true;
}

/* All that one cell has opened. */
static void
put_away(struct box *b)
{
	file_close(&b->watch.code);
	file_close(&b->watch.facts);
	for (size_t i = 0; i < b->spec.input_count && i < BOX_INPUTS_MAX; i++)
		file_close(&b->inputs[i]);
}

bool
box_cell(struct arena *a, struct box *standing, const struct box_spec *spec, struct box_result *out,
    struct err *err)
{
	struct box *b = arena_alloc(a, sizeof(*b));

	*out = (struct box_result){.outcome = BOX_NEVER_STARTED, .exit_code = -1};
	if (!b)
		return err_memory(err);
	*b = (struct box){.a = a, .asked = spec, .spec = *spec, .result = out};
	if (spec->deadline_us > 0)
		shorten(&b->spec.limits, spec->deadline_us - clock_us());
	if (!take_steps(b, before, ARRAY_LENGTH(before), err))
		return false;
	if (!launch_serves(standing, &b->spec, &b->rules))
		return err_set(
		    err, ERR_INPUT, "the session was opened with different limits or rules");
	adopt(b, standing);
	bool good = renew(b, err) && take_steps(b, inside, ARRAY_LENGTH(inside), err) &&
		    take_steps(b, after, ARRAY_LENGTH(after), err);
	if (good && out->outcome == BOX_SETUP_FAILED)
		good = trouble_explain(
		    &b->watch.evidence, b->backend, out->err.bytes, b->report.setup_failed, err);
	put_away(b);
	standing->watch = b->watch;
	standing->report.begun = b->report.begun;
	standing->stands = b->stands;
	standing->proc = b->proc;
	return good;
}

/* By the word of a guest that had no program in it yet, and the kernel's that this was all of it. */
static bool
never_began(const struct box *b)
{
	const struct watch *w = &b->watch;
	const struct wire_done *done = &w->evidence.report;

	if (!w->evidence.gone)
		return true;
	if (b->report.begun || w->report >= 0 || w->reported.failed)
		return false;
	return !w->evidence.done || (done->why == WIRE_WHY_EXIT && WIFSIGNALED(done->wait_status));
}

/* A box that waited may be killed, or have been. Where the program had not begun in it, another one
 * takes its place, once. */
static bool
take_run(struct box *b, struct box *ready, struct err *err)
{
	if (!take_box(b, ready, err))
		return false;
	if (!b->waited || b->watch.ending || !never_began(b))
		return true;
	launch_release(b);
	clear(b);
	return take_box(b, NULL, err);
}

bool
box_run(struct arena *a, const struct box_spec *spec, struct box_result *out, struct err *err)
{
	struct box *b = arena_alloc(a, sizeof(*b));
	struct box *ready = spec->prepared;
	bool good;

	*out = (struct box_result){.outcome = BOX_NEVER_STARTED, .exit_code = -1};
	if (!b) {
		box_drop(ready);
		return err_memory(err);
	}
	*b = (struct box){.a = a, .asked = spec, .spec = *spec, .result = out};
	launch_init(b);
	if (spec->deadline_us > 0)
		shorten(&b->spec.limits, spec->deadline_us - clock_us());
	good = take_steps(b, before, ARRAY_LENGTH(before), err);
	if (!good)
		box_drop(ready);
	good = good && take_run(b, ready, err) && take_steps(b, after, ARRAY_LENGTH(after), err);
	if (good && out->outcome == BOX_SETUP_FAILED)
		good = trouble_explain(
		    &b->watch.evidence, b->backend, out->err.bytes, b->report.setup_failed, err);
	launch_leave(b, spec->after);
	return good;
}
