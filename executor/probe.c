/* SPDX-License-Identifier: MIT */
/*
 * Tries each guarantee by attacking it: one program that goes through a list, and one small run for
 * each limit that ends a program. What does not hold is reported as absent, whatever was expected.
 */
#include "guarantees.h"
#include "spec.h"

extern const char probe_program[];
extern const size_t probe_program_bytes;

static const struct limits small = {.wall_ms = 5000,
    .cpu_ms = 5000,
    .memory_bytes = (int64_t)64 << 20,
    .processes = 1,
    .open_files = 64,
    .file_bytes = (int64_t)2 << 20,
    .disk_bytes = (int64_t)8 << 20,
    .disk_inodes = 64,
    .output_bytes = 8192,
    .artifacts = 0,
    .artifact_bytes = 0};

struct trial {
	const char *name, *code;
	enum box_outcome outcome;
	int64_t wall_ms, cpu_ms;
};

static const struct trial trials[] = {
    {"memory_total", "hoard = []\nwhile True:\n    hoard.append(bytearray(1 << 20))\n",
	BOX_OUT_OF_MEMORY, 5000, 5000},
    {"cpu", "while True:\n    pass\n", BOX_CPU_LIMIT, 5000, 40},
    {"wall", "import time\ntime.sleep(60)\n", BOX_WALL_TIMEOUT, 200, 5000},
    {"kill_all",
	"import signal\nsignal.pthread_sigmask(0, range(1, 65))\nwhile True:\n    signal.pause()\n",
	BOX_WALL_TIMEOUT, 200, 5000},
    {"output", "while True:\n    print('x' * 1000)\n", BOX_OUTPUT_LIMIT, 5000, 5000},
    {"file_bytes", "open('x', 'wb').write(bytes(4 << 20))\n", BOX_FILE_LIMIT, 5000, 5000},
};

static struct guarantee *
find(struct guarantee *list, size_t count, struct str name)
{
	const struct guarantee *found = guarantee_find(list, count, name);

	return found ? &list[found - list] : NULL;
}

static bool
break_guarantee(struct arena *a, struct guarantee *g, const char *what, struct err *err)
{
	char *why = arena_printf(a, "a test on this machine failed: %s", what);

	g->state = GUARANTEE_ABSENT;
	g->why = str_from(why);
	return why || err_memory(err);
}

/* Quick to exhaust; all else is as in the box that is asked about. */
static struct box_spec
small_box(const struct box_spec *like, struct str code)
{
	return (struct box_spec){.code = code,
	    .limits = small,
	    .backend = like->backend,
	    .packages = like->packages,
	    .venv = like->venv};
}

static bool
run_trial(struct arena *a, const struct box_spec *like, const struct trial *trial,
    struct guarantee *g, struct err *err)
{
	struct box_spec spec = small_box(like, str_from(trial->code));
	struct box_result result;

	spec.limits.wall_ms = trial->wall_ms;
	spec.limits.cpu_ms = trial->cpu_ms;
	if (!box_run_own(a, &spec, &result, err))
		return false;
	if (result.outcome == trial->outcome)
		return true;
	return break_guarantee(a, g, box_outcome_name(result.outcome), err);
}

/* Lines of a guarantee's name and what came of it. */
static bool
read_list(struct arena *a, struct str lines, struct guarantee *list, size_t count, struct err *err)
{
	struct str line, name, answer;

	while (str_cut(&lines, '\n', &line)) {
		if (line.n == 0)
			continue; /* behind the last line end */
		answer = line;
		str_cut(&answer, ' ', &name);
		struct guarantee *g = find(list, count, name);
		if (!g)
			return err_set(err, ERR_INTERNAL,
			    "the self-test tries '%.*s', which is not a guarantee", STR_ARG(name));
		if (g->state != GUARANTEE_ABSENT && !str_is(answer, "held") &&
		    !break_guarantee(a, g, arena_text(a, answer), err))
			return false;
	}
	return true;
}

static bool
run_list(struct arena *a, const struct box_spec *like, struct guarantee *list, size_t count,
    struct err *err)
{
	struct box_spec spec = small_box(like, (struct str){probe_program, probe_program_bytes});
	struct box_result result;

	if (!box_run_own(a, &spec, &result, err))
		return false;
	/* Its trials are refused calls, so it is a violation by design. */
	if (result.exit_code != 0)
		return err_set(err, ERR_SANDBOX, "the self-test ended as '%s': %.*s",
		    box_outcome_name(result.outcome), STR_ARG(result.err.bytes));
	return read_list(a, result.out.bytes, list, count, err);
}

/* A box that waits for its program, with all that it keeps ready, under its own limits. */
static bool
run_waiting(struct arena *a, const struct box_spec *like, struct err *err)
{
	struct box_pool *pool = box_pool_new();
	struct box_spec spec = *like;
	struct box_result result;

	spec.code = STR("None\n");
	spec.facts = STR("");
	spec.require_count = 0;
	box_pool_keep(pool, &spec);
	spec.prepared =
	    spec.start != START_FRESH ? box_pool_take(pool, &spec) : box_prepare(a, &spec, NULL);
	bool ran = box_run_own(a, &spec, &result, err);
	box_pool_free(pool);
	if (!ran)
		return err_wrap(err, "a box that was started ahead of its program");
	if (result.outcome != BOX_OK) {
		err_set(err, ERR_SANDBOX,
		    "a box that was started ahead of its program ended as '%s': %.*s",
		    box_outcome_name(result.outcome), STR_ARG(result.detail));
		return err_help(err, "raise the policy's limits, or remove modules from 'warm'");
	}
	if (result.start == like->start)
		return true;
	err_set(
	    err, ERR_SANDBOX, "this machine can't provide a %s box", box_start_name(like->start));
	return err_help(
	    err, "runs get a fresh box; write 'executor: {start: fresh}' to avoid this message");
}

bool
box_probe(struct arena *a, const struct box_spec *spec, struct guarantee **out, size_t *count,
    struct err *err)
{
	const struct box_spec like = spec ? *spec : (struct box_spec){.limits = small};
	const bool waits = like.start != START_FRESH || like.warm_count > 0;

	if (!limits_check(&like.limits, err) || !box_guarantees(a, &like, out, count, err) ||
	    (waits && !run_waiting(a, &like, err)) || !run_list(a, &like, *out, *count, err))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(trials); i++) {
		struct guarantee *g = find(*out, *count, str_from(trials[i].name));
		if (!g || !run_trial(a, &like, &trials[i], g, err))
			return false;
	}
	return true;
}
