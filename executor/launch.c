/* SPDX-License-Identifier: MIT */
#include "launch.h"

#include "clock.h"
#include "file.h"
#include "filter.h"
#include "spec.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* Libraries map files that no one touches: with a control group that counts real memory, the
 * address space may be larger than the memory. */
#define ADDRESS_SLACK_BYTES ((int64_t)256 << 20)

static bool
step_programs(struct box *b, struct err *err)
{
	b->backend = backend_find(b->spec.backend, err);
	return b->backend && backend_check(b->backend, err) &&
	       parts_open(b->a, &PARTS_PLACES, &b->parts, err);
}

static bool
step_venv(struct box *b, struct err *err)
{
	return b->spec.venv.n == 0 || venv_open(b->a, b->spec.venv, &b->venv, err);
}

static bool
step_group(struct box *b, struct err *err)
{
	return cgroup_open(b->a, &b->spec.limits, &b->group, err);
}

static bool
step_identity(struct box *b, struct err *err)
{
	return identity_take(&b->who, err);
}

static bool
step_filters(struct box *b, struct err *err)
{
	enum filter_stage run = b->spec.limits.processes > 1 ? FILTER_RUN_MANY : FILTER_RUN_SINGLE;

	return file_sealed(
		   "filter", filter_of(FILTER_START), &b->sealed[SEALED_FILTER_START], err) &&
	       file_sealed("filter", filter_of(run), &b->sealed[SEALED_FILTER_RUN], err) &&
	       file_sealed("rules", b->rules.lines, &b->sealed[SEALED_RULES], err);
}

static bool
make_pipe(struct box *b, size_t which, int *ours, struct err *err)
{
	int pair[2];

	if (pipe2(pair, O_CLOEXEC) != 0)
		return err_sys(err, "can't make a pipe");
	*ours = pair[0];
	b->theirs[which] = pair[1];
	return true;
}

/* Makes the channels that the started process has from the beginning. */
static bool
step_channels(struct box *b, struct err *err)
{
	const struct timeval patience = {5, 0};
	int pair[2];

	if (!make_pipe(b, STREAM_OUT, &b->watch.streams[STREAM_OUT], err) ||
	    !make_pipe(b, STREAM_ERR, &b->watch.streams[STREAM_ERR], err))
		return false;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return err_sys(err, "can't make a control socket");
	b->watch.control = pair[0];
	b->theirs[THEIR_CONTROL] = pair[1];
	/* A box that does not listen must not hold us. */
	if (setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)) != 0)
		return err_sys(err, "can't set up the control socket");
	return true;
}

static bool
step_captures(struct box *b, struct err *err)
{
	if (!make_pipe(b, THEIR_REPORT, &b->watch.report, err) ||
	    (b->spec.result_apart &&
		!make_pipe(b, STREAM_RESULT, &b->watch.streams[STREAM_RESULT], err)))
		return false;
	buf_init(
	    &b->watch.reported, REPORT_BYTES_MAX + (size_t)report_display_bytes(&b->spec.limits));
	for (size_t i = 0; i < BOX_STREAMS; i++)
		if (!capture_init(&b->watch.captures[i], (size_t)b->spec.limits.output_bytes))
			return err_memory(err);
	return true;
}

static bool
send_setup(struct box *b, struct err *err)
{
	const struct limits *l = &b->spec.limits;
	int fds[WIRE_FDS_MAX] = {b->sealed[SEALED_FILTER_START], b->sealed[SEALED_FILTER_RUN],
	    b->theirs[THEIR_REPORT], b->sealed[SEALED_RULES]};
	const int groups = (int)b->group.count;
	struct wire message = {.kind = WIRE_SETUP,
	    .is.setup = {.cpu_ms = l->cpu_ms,
		.address_bytes =
		    l->memory_bytes + (b->group.kind != CGROUP_NONE ? ADDRESS_SLACK_BYTES : 0),
		.tasks = l->processes + BOX_THREADS,
		.open_files =
		    l->open_files > BOX_OPEN_FILES_MIN ? l->open_files : BOX_OPEN_FILES_MIN,
		.file_bytes = l->file_bytes,
		.disk_bytes = l->disk_bytes,
		.disk_inodes = l->disk_inodes,
		.display_bytes = report_display_bytes(l),
		.packages = b->spec.packages,
		.venv = b->venv.fd >= 0,
		.zygote = b->breeds,
		.one_process = l->processes == 1,
		.groups = groups,
		.reads_work = b->rules.reads_work,
		.writes_work = b->rules.writes_work}};

	static_assert(5 + CGROUP_FOLDERS_MAX <= WIRE_FDS_MAX, "one message");
	memcpy(fds + 4, b->group.joins, b->group.count * sizeof(int));
	fds[4 + groups] = b->theirs[STREAM_RESULT];
	/* A box that is gone has said why on its standard error, which the watch reads. */
	return wire_send(
		   b->watch.control, &message, fds, 4 + groups + (b->spec.result_apart ? 1 : 0)) ||
	       errno == EPIPE || err_sys(err, "can't send the set-up");
}

static bool
step_start(struct box *b, struct err *err)
{
	const struct backend_box made = {&b->parts, &b->venv, b->spec.packages};
	struct proc_spec start = {
	    .fds = {-1, b->theirs[STREAM_OUT], b->theirs[STREAM_ERR], b->theirs[THEIR_CONTROL]},
	    .fd_count = WIRE_CONTROL_FD + 1,
	    .uid = b->who.uid,
	    .gid = b->who.uid};

	b->watch.started_us = clock_us();
	if (!b->backend->command(b->a, &made, &start, err) || !proc_start(&start, &b->proc, err))
		return false;
	b->stands = b->watch.evidence.spawned = true;
	file_close(&b->theirs[STREAM_OUT]);
	file_close(&b->theirs[STREAM_ERR]);
	file_close(&b->theirs[THEIR_CONTROL]);
	return true;
}

static bool
step_setup(struct box *b, struct err *err)
{
	if (!send_setup(b, err))
		return false;
	file_close(&b->theirs[THEIR_REPORT]);
	file_close(&b->theirs[STREAM_RESULT]);
	return true;
}

/* A zygote's boxes have what it has. */
static bool
step_zygote(struct box *b, struct err *err)
{
	(void)err;
	b->backend = b->zygote->backend;
	memcpy(b->venv.sha256, b->zygote->venv.sha256, sizeof(b->venv.sha256));
	return true;
}

static bool
step_fork(struct box *b, struct err *err)
{
	struct wire message = {.kind = WIRE_FORK};
	const int fds[] = {b->theirs[THEIR_CONTROL], b->theirs[STREAM_OUT], b->theirs[STREAM_ERR]};

	if (!send_setup(b, err))
		return false;
	b->watch.started_us = clock_us();
	if (!wire_send(b->zygote->watch.control, &message, fds, 3))
		return err_sys(err, "the warm interpreter does not respond");
	b->stands = b->watch.evidence.spawned = true;
	for (size_t i = 0; i < ARRAY_LENGTH(b->theirs); i++)
		file_close(&b->theirs[i]);
	return true;
}

void
launch_init(struct box *b)
{
	b->parts = PARTS_NONE;
	b->who.hold = -1;
	b->venv.fd = -1;
	b->watch.control = b->watch.report = b->watch.code = b->watch.facts = -1;
	b->watch.workdir = b->watch.init = -1;
	for (size_t i = 0; i < ARRAY_LENGTH(b->sealed); i++)
		b->sealed[i] = -1;
	for (size_t i = 0; i < BOX_STREAMS; i++)
		b->watch.streams[i] = -1;
	for (size_t i = 0; i < ARRAY_LENGTH(b->theirs); i++)
		b->theirs[i] = -1;
	for (size_t i = 0; i < BOX_INPUTS_MAX; i++)
		b->inputs[i] = -1;
}

static const struct step {
	const char *name;
	bool (*take)(struct box *b, struct err *err);
} STARTED[] =
    {
	{"finding the programs", step_programs},
	{"opening the virtual environment", step_venv},
	{"taking a user", step_identity},
	{"opening the channels", step_channels},
	{"starting the sandbox backend", step_start},
	/* Of a box that was begun before its spec was known, what is left: */
	{"making a control group", step_group},
	{"sealing the filters", step_filters},
	{"opening the report", step_captures},
	{"setting up the sandbox", step_setup},
},
  FORKED[] = {
      {"asking the warm interpreter", step_zygote},
      {"making a control group", step_group},
      {"sealing the filters", step_filters},
      {"opening the channels", step_channels},
      {"opening the report", step_captures},
      {"forking the warm interpreter", step_fork},
};

#define STARTED_BEGUN 5

static bool
take_steps(
    struct box *b, const struct step *steps, size_t count, const char **step, struct err *err)
{
	for (size_t i = 0; i < count; i++)
		if (!steps[i].take(b, err)) {
			*step = steps[i].name;
			return false;
		}
	return true;
}

bool
launch(struct box *b, const char **step, struct err *err)
{
	size_t done = b->stands ? STARTED_BEGUN : 0;

	if (b->zygote)
		return take_steps(b, FORKED, ARRAY_LENGTH(FORKED), step, err);
	return take_steps(b, STARTED + done, ARRAY_LENGTH(STARTED) - done, step, err);
}

static struct box *
new_box(struct arena *a)
{
	struct box *b = arena_alloc(a, sizeof(*b));

	if (b) {
		launch_init(b);
		b->a = a;
	}
	return b;
}

struct box *
box_begin(struct arena *a)
{
	struct box *b = new_box(a);
	const char *step;
	struct err err;

	if (b && take_steps(b, STARTED, STARTED_BEGUN, &step, &err))
		return b;
	if (b)
		launch_release(b);
	return NULL;
}

/* A backend that was started without a word about the spec suits it where that asks for no other one,
 * and for nothing that is bound by the backend. */
static bool
suits(const struct box *begun, const struct box_spec *spec)
{
	struct err err;

	return backend_find(spec->backend, &err) == begun->backend && spec->venv.n == 0;
}

struct box *
launch_ahead(
    struct arena *a, const struct box_spec *spec, struct box *begun, bool breeds, struct err *err)
{
	bool good = spec_check(spec, err);
	const char *step;
	struct box *b;

	if (begun && !(good && suits(begun, spec))) {
		launch_release(begun);
		begun = NULL;
	}
	b = good && !begun ? new_box(a) : begun;
	if (!b) {
		if (good)
			err_memory(err);
		return NULL;
	}
	b->breeds = breeds;
	b->spec = *spec;
	b->spec.input_count = 0;
	if (rules_read(a, spec, &b->rules, err) && launch(b, &step, err))
		return b;
	launch_release(b);
	return NULL;
}

/* The spec's pointers are its caller's: the box copies those that it needs later. */
static bool
copy_spec(struct arena *a, const struct box_spec *spec, struct box_spec *own)
{
	*own = (struct box_spec){.limits = spec->limits,
	    .packages = spec->packages,
	    .result_apart = spec->result_apart,
	    .start = spec->start,
	    .live = spec->live,
	    .warm = spec->warm,
	    .warm_count = spec->warm_count,
	    .interpreter = spec->interpreter};
	return arena_copy(a, spec->venv, &own->venv) &&
	       arena_copy(a, spec->backend, &own->backend) &&
	       arena_copy(a, spec->domain, &own->domain);
}

struct box *
launch_standing(const struct box_spec *spec, bool breeds, struct err *err)
{
	struct arena *a = arena_new(STANDING_ARENA_BYTES);
	struct box_spec own;
	struct box *b = NULL;

	if (!a || !copy_spec(a, spec, &own))
		err_memory(err);
	else
		b = launch_ahead(a, &own, NULL, breeds, err);
	if (!b) {
		arena_free(a);
		return NULL;
	}
	b->own = a;
	b->spec.warm = NULL; /* they stand in its rules */
	b->spec.warm_count = 0;
	b->spec.interpreter = NULL;
	return b;
}

struct box *
launch_fork(struct arena *a, struct box *zygote)
{
	struct box *b = new_box(a);
	const char *step;
	struct err err;

	if (!b)
		return NULL;
	b->spec = zygote->spec;
	b->rules = zygote->rules;
	b->zygote = zygote;
	zygote->forks++;
	zygote->users++;
	if (launch(b, &step, &err))
		return b;
	launch_release(b);
	return NULL;
}

/* Whether the programs inside were told, and given, the same as this spec asks. */
bool
launch_serves(const struct box *b, const struct box_spec *spec, const struct rules *rules)
{
	const struct box_spec *was = &b->spec;
	struct limits limits = spec->limits;

	limits.wall_ms = was->limits.wall_ms; /* GO brings it */
	return memcmp(&limits, &was->limits, sizeof(limits)) == 0 && was->start <= spec->start &&
	       spec->packages == was->packages && spec->result_apart == was->result_apart &&
	       (str_eq(spec->domain, was->domain) || !(b->breeds || b->zygote)) &&
	       str_eq(spec->venv, was->venv) && str_eq(spec->backend, was->backend) &&
	       str_eq(rules->lines, b->rules.lines) && rules->reads_work == b->rules.reads_work &&
	       rules->writes_work == b->rules.writes_work;
}

bool
launch_lives(const struct box *b)
{
	struct pollfd control = {.fd = b->watch.control};

	return b->stands && b->watch.control >= 0 && poll(&control, 1, 0) >= 0 &&
	       !(control.revents & (POLLHUP | POLLERR));
}
