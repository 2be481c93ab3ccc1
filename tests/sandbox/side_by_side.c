/* SPDX-License-Identifier: MIT */
/* Fifty runs at once: each must have the outcome that is its own, and see nothing of another. */
#include "executor.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define RUNS 50

struct one {
	size_t number;
	char wrong[256];
};

static const struct {
	const char *end;
	enum box_outcome outcome;
} ends[] = {
    {"", BOX_OK},
    {"raise ValueError(token)\n", BOX_ERROR},
    {"import time; time.sleep(60)\n", BOX_WALL_TIMEOUT},
    {"import socket; socket.socket()\n", BOX_VIOLATION},
    {"import os; os.kill(os.getpid(), 9)\n", BOX_SIGNAL},
    {"x = bytearray(1 << 40)\n", BOX_OUT_OF_MEMORY},
};

static struct box_spec
prepare(struct arena *a, const struct one *one, struct box_input *input)
{
	const char *end = ends[one->number % ARRAY_LENGTH(ends)].end;
	bool sleeps = ends[one->number % ARRAY_LENGTH(ends)].outcome == BOX_WALL_TIMEOUT;
	char *token = arena_printf(a, "token-%zu-end", one->number);
	char *code = arena_printf(a,
	    "import os\n"
	    "token = open('token').read()\n"
	    "seen = [n for f in ('/tmp', '/dev/shm', '/box') for n in os.listdir(f) if n != "
	    "'token']\n"
	    "open('/tmp/' + token, 'w').close()\n"
	    "open('/dev/shm/' + token, 'w').close()\n"
	    "open('made-' + token, 'w').close()\n"
	    "print(token, seen, flush=True)\n%s",
	    end);

	*input = (struct box_input){.name = STR("token"), .bytes = str_from(token)};
	return (struct box_spec){.code = str_from(code),
	    .inputs = input,
	    .input_count = 1,
	    .limits = {.wall_ms = sleeps ? 4000 : 30000,
		.cpu_ms = 20000,
		.memory_bytes = (int64_t)64 << 20,
		.processes = 1,
		.open_files = 64,
		.file_bytes = 1 << 20,
		.disk_bytes = 1 << 20,
		.disk_inodes = 32,
		.output_bytes = 4096,
		.artifacts = 4,
		.artifact_bytes = 4096}};
}

static void
judge(struct one *one, const struct box_input *input, const struct box_result *r)
{
	enum box_outcome wanted = ends[one->number % ARRAY_LENGTH(ends)].outcome;
	char line[80];

	snprintf(line, sizeof(line), "%.*s []\n", STR_ARG(input->bytes));
	if (r->outcome != wanted)
		snprintf(one->wrong, sizeof(one->wrong), "'%s', not '%s': %.*s",
		    box_outcome_name(r->outcome), box_outcome_name(wanted),
		    (int)(r->err.bytes.n < 100 ? r->err.bytes.n : 100),
		    r->err.bytes.p ? r->err.bytes.p : "");
	else if (!str_is(r->out.bytes, line))
		snprintf(one->wrong, sizeof(one->wrong), "it printed '%.*s'",
		    (int)(r->out.bytes.n < 100 ? r->out.bytes.n : 100), r->out.bytes.p);
	else if (r->artifact_count != 1)
		snprintf(one->wrong, sizeof(one->wrong), "%zu artifacts", r->artifact_count);
}

static void *
run(void *context)
{
	struct one *one = context;
	struct arena *a = arena_new((size_t)8 << 20);
	struct box_input input;
	struct box_result r;
	struct err err = {0};

	if (!a)
		return context;
	struct box_spec spec = prepare(a, one, &input);
	if (box_run_own(a, &spec, &r, &err))
		judge(one, &input, &r);
	else
		snprintf(one->wrong, sizeof(one->wrong), "%.200s", err.message);
	arena_free(a);
	return NULL;
}

int
main(void)
{
	static struct one ones[RUNS];
	pthread_t threads[RUNS];
	struct arena *a = arena_new((size_t)16 << 20);
	struct guarantee *list;
	struct err err = {0};
	size_t count, failed = 0;

	if (!a || !box_probe(a, NULL, &list, &count, &err)) {
		printf("SKIPPED: no box here: %s\n", err.message);
		return 77;
	}
	arena_free(a);
	for (size_t i = 0; i < RUNS; i++) {
		ones[i].number = i;
		if (pthread_create(&threads[i], NULL, run, &ones[i]) != 0)
			return 2;
	}
	for (size_t i = 0; i < RUNS; i++) {
		pthread_join(threads[i], NULL);
		failed += ones[i].wrong[0] != '\0';
		if (ones[i].wrong[0] != '\0')
			printf("FAILED run %zu: %s\n", i, ones[i].wrong);
	}
	printf("%d runs side by side, %zu failed\n", RUNS, failed);
	return failed > 0;
}
