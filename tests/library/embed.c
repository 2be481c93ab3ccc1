/* SPDX-License-Identifier: MIT */
/* A stranger's program: built against the installed library with nothing but pkg-config. */
#include <sluice.h>

#include <stdio.h>
#include <string.h>

static int
expect(const char *what, sluice_result *result, enum sluice_exit code, const char *part)
{
	const char *json = result ? sluice_result_json(result) : "";
	bool good = sluice_result_exit(result) == code && strstr(json, part);

	printf("%s %s: %d %.200s\n", good ? "ok" : "not ok", what, (int)sluice_result_exit(result),
	    json);
	sluice_result_free(result);
	return good ? 0 : 1;
}

static int
check(const char *policy, const char *code, enum sluice_exit expected, const char *part)
{
	return expect(code, sluice_check(policy, "agent.py", code, strlen(code)), expected, part);
}

static void
count(void *context, const char *line)
{
	int *events = context;

	*events += line[0] == '{' && strstr(line, "\"type\":\"") != NULL;
}

static bool
end_now(void *context)
{
	return *(const int *)context > 0;
}

static int
run(const char *path)
{
	sluice_task *task = sluice_task_new();
	int events = 0, wrong = 0;

	wrong += sluice_task_set(task, "no-such-name", "x");
	for (int i = 0; i < 65; i++)
		wrong += sluice_task_set(task, "input", path) != (i < 64);
	sluice_task_free(task);

	task = sluice_task_new();
	wrong += !sluice_task_set(task, "code", path) ||
		 !sluice_task_set(task, "policy", "pure-compute");
	sluice_task_watch(task, count, NULL, &events);
	wrong += expect("a run", sluice_run(task), EXIT_ANSWERED, "\"answer\":{\"sum\":5050}");
	wrong += expect("again", sluice_run(task), EXIT_ANSWERED, "\"answer\":{\"sum\":5050}");
	printf("%d events\n", events);
	wrong += events < 10;
	sluice_task_watch(task, count, end_now, &events);
	wrong += expect("cancelled", sluice_run(task), EXIT_CANCELLED, "\"cancelled\"");
	wrong += !sluice_task_set(task, "policy", "no-such-policy");
	wrong += expect("no policy", sluice_run(task), EXIT_USAGE, "{\"errors\":[{\"message\":\"");
	sluice_task_free(task);
	sluice_task_free(NULL);
	return wrong;
}

int
main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	return check("pure-compute", "print(1)\n", EXIT_ANSWERED, "\"verdict\": \"allow\"") +
	       check("pure-compute", "import os\nos.system('id')\n", EXIT_REFUSED,
		   "\"verdict\": \"deny\"") +
	       check("data-analysis", "import sqlite3\n", EXIT_ESCALATED,
		   "\"verdict\": \"escalate\"") +
	       check("no-such-policy", "print(1)\n", EXIT_USAGE, "is unknown") +
	       expect("nothing", NULL, EXIT_INTERNAL, "") + run(argv[1]);
}
