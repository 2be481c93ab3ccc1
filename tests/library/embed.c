/* SPDX-License-Identifier: MIT */
/* A stranger's program: built against the installed library with nothing but pkg-config. */
#include <sluice.h>

#include <stdio.h>

static int
check(const char *code, enum decision expected)
{
	struct err_list errs;
	struct buf report;

	buf_init(&report, 1 << 20);
	enum decision decision =
	    sluice_check("pure-compute", "agent.py", str_from(code), &report, &errs);
	printf(
	    "%s: %s", decision_name(decision), errs.count > 0 ? errs.items[0].message : report.p);
	buf_release(&report);
	return decision == expected && errs.count == 0 ? 0 : 1;
}

static int
run(const char *path)
{
	const struct task_request request = {.code = path, .policy = "pure-compute"};
	struct err_list errs;
	struct buf record;

	buf_init(&record, 1 << 20);
	enum sluice_exit code = sluice_run(&request, &record, &errs);
	printf("%d: %s", (int)code, errs.count > 0 ? errs.items[0].message : record.p);
	bool answered = record.p && strstr(record.p, "\"answer\":{\"sum\":5050}");
	buf_release(&record);
	return code == EXIT_ANSWERED && answered ? 0 : 1;
}

int
main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	return check("print(1)\n", DECISION_ALLOW) +
	       check("import os\nos.system('id')\n", DECISION_DENY) + run(argv[1]);
}
