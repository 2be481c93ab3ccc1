/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. A run passes through the steps of one table; the first that fails ends it,
 * and everything that was opened is released in one place. Nothing untrusted exists before the last
 * step says GO; from then on only watch.c waits, under deadlines, and the outcome is named after
 *the box is dead.
 *
 *	this process (supervisor)
 *	  | pidfd, control socket, pipes
 *	a backend             namespaces, read-only root (bubblewrap, unless the policy names
 *another) | exec sluice-init           PID 1 inside: tmpfs, limits, Landlock, first filter,
 *reaping, report | fork, exec sluice-python         interpreter, second filter, the program
 */
#include "artifacts.h"
#include "backend.h"
#include "ceilings.h"
#include "cgroup.h"
#include "clock.h"
#include "file.h"
#include "filter.h"
#include "guarantees.h"
#include "identity.h"
#include "refusals.h"
#include "report.h"
#include "rules.h"
#include "spec.h"
#include "trouble.h"
#include "watch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* Libraries map files that no one touches: with a control group that counts real memory, the
 * address space may be larger than the memory. */
#define ADDRESS_SLACK_BYTES ((int64_t)256 << 20)

enum { THEIR_REPORT = BOX_STREAMS, THEIR_CONTROL, THEIRS };

struct box {
	struct arena *a;
	const struct box_spec *asked, *spec; /* spec: with what time is left */
	struct box_spec given;
	struct box_result *result;
	const struct backend *backend;
	struct parts parts;
	struct venv venv;
	struct identity who;
	struct cgroup group;
	struct rules rules;
	struct misfits misfits;
	int filters[2], inputs[BOX_INPUTS_MAX];
	int theirs[THEIRS]; /* the box's ends; all streams first */
	struct proc proc;
	struct watch watch;
	struct report report;
};

static bool
step_check(struct box *b, struct err *err)
{
	return spec_check(b->spec, err);
}

static bool
step_authority(struct box *b, struct err *err)
{
	return box_may_run(b->a, b->asked, err);
}

static bool
step_rules(struct box *b, struct err *err)
{
	if (!rules_read(b->a, b->spec->interpreter, &b->rules, err))
		return false;
	b->watch.reads_work = b->rules.reads_work;
	b->watch.writes_work = b->rules.writes_work;
	return true;
}

static bool
step_programs(struct box *b, struct err *err)
{
	b->backend = backend_find(b->spec->backend, err);
	if (b->backend)
		b->result->backend = b->backend->name;
	return b->backend && b->backend->check(b->backend->program, err) &&
	       parts_open(b->a, &PARTS_PLACES, &b->parts, err);
}

static bool
step_venv(struct box *b, struct err *err)
{
	if (b->spec->venv.n == 0)
		return true;
	if (!venv_open(b->a, b->spec->venv, &b->venv, err))
		return false;
	memcpy(b->result->venv_sha256, b->venv.sha256, sizeof(b->venv.sha256));
	return true;
}

static bool
step_group(struct box *b, struct err *err)
{
	return cgroup_open(b->a, &b->spec->limits, &b->group, err);
}

static bool
step_guarantees(struct box *b, struct err *err)
{
	struct box_result *r = b->result;

	const struct machine m = {b->backend, &b->spec->limits, b->group.kind, b->group.why};

	if (!guarantees_list(b->a, &m, &r->guarantees, &r->guarantee_count, err))
		return false;
	guarantees_add_walls(r->guarantees, &r->guarantee_count, &b->rules,
	    b->spec->packages || b->spec->venv.n > 0);
	return guarantees_require(r->guarantees, r->guarantee_count, b->spec->require,
		   b->spec->require_count, err) &&
	       guarantees_bear(r->guarantees, r->guarantee_count, b->rules.obligations,
		   b->rules.obligation_count, err);
}

static bool
step_identity(struct box *b, struct err *err)
{
	return identity_take(&b->who, err);
}

static bool
step_filters(struct box *b, struct err *err)
{
	enum filter_stage run = b->spec->limits.processes > 1 ? FILTER_RUN_MANY : FILTER_RUN_SINGLE;

	return file_sealed("filter", filter_of(FILTER_START), &b->filters[0], err) &&
	       file_sealed("filter", filter_of(run), &b->filters[1], err);
}

static bool
step_seal(struct box *b, struct err *err)
{
	digest_hex_of(b->spec->code, b->watch.code_sha256);
	if (!file_sealed("code", b->spec->code, &b->watch.code, err))
		return false;
	if (b->spec->interpreter && !file_sealed("rules", b->rules.lines, &b->watch.rules, err))
		return false;
	if (b->spec->facts.n > 0 && !file_sealed("facts", b->spec->facts, &b->watch.facts, err))
		return false;
	for (size_t i = 0; i < b->spec->input_count; i++)
		if (!file_sealed("input", b->spec->inputs[i].bytes, &b->inputs[i], err))
			return false;
	return true;
}

static bool
step_channels(struct box *b, struct err *err)
{
	const struct timeval patience = {5, 0};
	int *const ours[] = {[STREAM_OUT] = &b->watch.streams[STREAM_OUT],
	    [STREAM_ERR] = &b->watch.streams[STREAM_ERR],
	    [STREAM_RESULT] = &b->watch.streams[STREAM_RESULT],
	    [THEIR_REPORT] = &b->watch.report};
	int pair[2];

	for (size_t i = 0; i < ARRAY_LENGTH(ours); i++) {
		if (i == STREAM_RESULT && !b->spec->result_apart)
			continue;
		if (pipe2(pair, O_CLOEXEC) != 0)
			return err_sys(err, "can't make a pipe");
		*ours[i] = pair[0];
		b->theirs[i] = pair[1];
	}
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return err_sys(err, "can't make a control socket");
	b->watch.control = pair[0];
	b->theirs[THEIR_CONTROL] = pair[1];
	/* A box that does not listen must not hold us. */
	if (setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)) != 0)
		return err_sys(err, "can't set up the control socket");
	buf_init(
	    &b->watch.reported, REPORT_BYTES_MAX + (size_t)report_display_bytes(&b->spec->limits));
	for (size_t i = 0; i < BOX_STREAMS; i++)
		if (!capture_init(&b->watch.captures[i], (size_t)b->spec->limits.output_bytes))
			return err_memory(err);
	return true;
}

static int64_t
sum_of_inputs(const struct box_spec *spec)
{
	size_t sum = 0;

	for (size_t i = 0; i < spec->input_count; i++)
		sum += spec->inputs[i].bytes.n;
	return (int64_t)sum;
}

static bool
send_setup(struct box *b, struct err *err)
{
	const struct limits *l = &b->spec->limits;
	const int fds[] = {
	    b->filters[0], b->filters[1], b->theirs[THEIR_REPORT], b->theirs[STREAM_RESULT]};
	struct wire message = {.kind = WIRE_SETUP,
	    .is.setup = {.wall_ms = l->wall_ms,
		.cpu_ms = l->cpu_ms,
		.address_bytes =
		    l->memory_bytes + (b->group.kind != CGROUP_NONE ? ADDRESS_SLACK_BYTES : 0),
		.tasks = l->processes + BOX_THREADS,
		.open_files =
		    l->open_files > BOX_OPEN_FILES_MIN ? l->open_files : BOX_OPEN_FILES_MIN,
		.file_bytes = l->file_bytes,
		.disk_bytes = l->disk_bytes,
		.disk_inodes = l->disk_inodes,
		.input_bytes = sum_of_inputs(b->spec),
		.input_count = (int64_t)b->spec->input_count,
		.display_bytes = report_display_bytes(l),
		.packages = b->spec->packages,
		.venv = b->venv.fd >= 0,
		.one_process = l->processes == 1}};

	return wire_send(b->watch.control, &message, fds, b->spec->result_apart ? 4 : 3) ||
	       err_sys(err, "can't send the set-up");
}

static bool
step_start(struct box *b, struct err *err)
{
	const struct backend_box made = {&b->parts, &b->venv, b->spec->packages};
	struct proc_spec start = {
	    .fds = {-1, b->theirs[STREAM_OUT], b->theirs[STREAM_ERR], b->theirs[THEIR_CONTROL]},
	    .fd_count = WIRE_CONTROL_FD + 1,
	    .uid = b->who.uid,
	    .gid = b->who.uid,
	    .before_exec = b->group.kind != CGROUP_NONE ? cgroup_join : NULL,
	    .context = &b->group};

	if (!b->backend->command(b->a, &made, &start, err))
		return false;
	if (!send_setup(b, err))
		return false;
	b->watch.started_us = clock_us();
	if (!proc_start(&start, &b->proc, err))
		return false;
	b->watch.evidence.spawned = true;
	for (size_t i = 0; i < ARRAY_LENGTH(b->theirs); i++)
		file_close(&b->theirs[i]);
	return true;
}

static bool
step_watch(struct box *b, struct err *err)
{
	int status;

	(void)err;
	b->watch.spec = b->spec;
	b->watch.proc = &b->proc;
	b->watch.group = &b->group;
	b->watch.inputs = b->inputs;
	watch_run(&b->watch);
	if (!proc_wait(&b->proc, clock_us() + FAREWELL_MS * 1000, &status)) {
		proc_signal(&b->proc, SIGKILL);
		proc_wait(&b->proc, INT64_MAX, &status);
	}
	return true;
}

static bool
step_streams(struct box *b, struct err *err)
{
	struct box_stream *const streams[] = {[STREAM_OUT] = &b->result->out,
	    [STREAM_ERR] = &b->result->err,
	    [STREAM_RESULT] = &b->result->result};

	for (size_t i = 0; i < (b->spec->result_apart ? BOX_STREAMS : STREAM_RESULT); i++)
		if (!capture_finish(&b->watch.captures[i], b->a, streams[i]))
			return err_memory(err);
	return true;
}

static bool
step_report(struct box *b, struct err *err)
{
	struct box_result *r = b->result;

	if (!report_read(b->a, buf_view(&b->watch.reported), report_display_bytes(&b->spec->limits),
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
		    "the program left '%.*s', which fits none of the names that the policy lets it "
		    "write",
		    STR_ARG(b->misfits.names[i]));
		if (!detail)
			return err_memory(err);
		r->violations[r->violation_count++] =
		    (struct box_violation){.what = STR("artifact"),
			.detail = str_from(detail),
			.rule = STR("files.write")};
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
	w->evidence.violated |= w->evidence.report.refusals > 0 || b->report.violation_count > 0;
	r->violations_more = (size_t)(more > 0 ? more : 0) + b->report.violations_more;
	return note_misfits(b, err);
}

static bool
step_outcome(struct box *b, struct err *err)
{
	struct watch *w = &b->watch;
	struct box_usage *used = &b->result->usage;
	struct cgroup_usage group = {-1, -1, -1};

	cgroup_read(&b->group, &group);
	w->evidence.oom_kills = group.oom_kills;
	used->wall_ms = w->evidence.done ? w->evidence.report.wall_us / 1000
					 : (clock_us() - w->started_us) / 1000;
	used->cpu_ms = (group.cpu_us >= 0 ? group.cpu_us : w->evidence.report.cpu_us) / 1000;
	used->cpu_whole = group.cpu_us >= 0 || b->spec->limits.processes == 1;
	used->memory_bytes =
	    group.peak_bytes >= 0 ? group.peak_bytes : w->evidence.report.peak_kb * 1024;
	used->processes = w->evidence.report.processes;
	return outcome_name(b->a, &w->evidence, &b->spec->limits, b->result, err);
}

static bool
step_artifacts(struct box *b, struct err *err)
{
	if (b->watch.workdir < 0 || !b->watch.evidence.gone)
		return true;
	b->misfits.rules = &b->rules;
	return artifacts_collect(b->a, b->watch.workdir, b->spec, &b->misfits, b->result, err);
}

static const struct step {
	const char *name;
	bool (*take)(struct box *b, struct err *err);
} before[] =
    {
	{"checking the limits", step_check},
	{"asking for the authority", step_authority},
	{"reading the interpreter's rules", step_rules},
	{"finding the programs", step_programs},
	{"opening the virtual environment", step_venv},
	{"making a control group", step_group},
	{"checking the guarantees", step_guarantees},
	{"taking a user", step_identity},
	{"sealing the filters", step_filters},
	{"sealing the code", step_seal},
	{"opening the channels", step_channels},
	{"starting the sandbox backend", step_start},
},
  after[] = {
      {"watching", step_watch},
      {"keeping the output", step_streams},
      {"reading the report", step_report},
      {"collecting artifacts", step_artifacts},
      {"listing violations", step_violations},
      {"naming the outcome", step_outcome},
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
release(struct box *b)
{
	int *const fds[] = {&b->watch.control, &b->watch.report, &b->watch.code, &b->watch.rules,
	    &b->watch.facts, &b->watch.workdir, &b->watch.init, &b->venv.fd, &b->filters[0],
	    &b->filters[1]};

	for (size_t i = 0; i < ARRAY_LENGTH(fds); i++)
		file_close(fds[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(b->theirs); i++)
		file_close(&b->theirs[i]);
	for (size_t i = 0; i < b->spec->input_count && i < BOX_INPUTS_MAX; i++)
		file_close(&b->inputs[i]);
	for (size_t i = 0; i < BOX_STREAMS; i++) {
		file_close(&b->watch.streams[i]);
		capture_release(&b->watch.captures[i]);
	}
	buf_release(&b->watch.reported);
	cgroup_close(&b->group);
	identity_release(&b->who);
	parts_close(&b->parts);
}

static void
prepare(struct box *b)
{
	b->parts = PARTS_NONE;
	b->who.hold = -1;
	b->venv.fd = -1;
	b->watch.control = b->watch.report = b->watch.code = b->watch.rules = b->watch.facts = -1;
	b->watch.workdir = b->watch.init = -1;
	b->filters[0] = b->filters[1] = -1;
	for (size_t i = 0; i < BOX_STREAMS; i++)
		b->watch.streams[i] = -1;
	for (size_t i = 0; i < ARRAY_LENGTH(b->theirs); i++)
		b->theirs[i] = -1;
	for (size_t i = 0; i < BOX_INPUTS_MAX; i++)
		b->inputs[i] = -1;
}

static void
shorten(struct limits *limits, int64_t left_us)
{
	int64_t left_ms = left_us > 1000 ? left_us / 1000 : 1;

	if (left_ms < limits->wall_ms)
		limits->wall_ms = left_ms;
}

bool
box_run(struct arena *a, const struct box_spec *spec, struct box_result *out, struct err *err)
{
	struct box *b = arena_alloc(a, sizeof(*b));
	bool good;

	*out = (struct box_result){.outcome = BOX_NEVER_STARTED, .exit_code = -1};
	if (!b)
		return err_memory(err);
	b->a = a;
	b->asked = spec;
	b->given = *spec;
	if (spec->deadline_us > 0)
		shorten(&b->given.limits, spec->deadline_us - clock_us());
	b->spec = &b->given;
	b->result = out;
	prepare(b);
	good = take_steps(b, before, ARRAY_LENGTH(before), err) &&
	       take_steps(b, after, ARRAY_LENGTH(after), err);
	if (good && out->outcome == BOX_SETUP_FAILED)
		good = trouble_explain(
		    &b->watch.evidence, b->backend, out->err.bytes, b->report.setup_failed, err);
	release(b);
	return good;
}
