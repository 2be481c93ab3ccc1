/* SPDX-License-Identifier: MIT */
/* sluice: what every call of it begins with. */
#include "call.h"

#include <signal.h>
#include <sys/prctl.h>

int
main(int argc, char **argv)
{
	static char version[] = "version";

	/* Secrets that pass through must not end in a core file, and a closed pipe is an error, not
	 * a death. */
	prctl(PR_SET_DUMPABLE, 0);
	signal(SIGPIPE, SIG_IGN);
	if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0))
		argv[1] = version;
	return call_run(argc, argv);
}
