/* SPDX-License-Identifier: MIT */
#include "processes.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pid_t
parent_of(pid_t pid, char *state)
{
	char path[40], line[512] = "", *at;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	FILE *f = fopen(path, "re");
	if (f && !fgets(line, sizeof(line), f))
		line[0] = '\0';
	if (f)
		fclose(f);
	at = strrchr(line, ')');
	*state = 'X';
	if (at)
		*state = at[2];
	return at ? (pid_t)strtol(at + 4, NULL, 10) : 0;
}

void
process_kill_wholly(pid_t victim)
{
	const struct timespec pause = {0, 1000000}, after = {0, 6000000};
	char state = 'R';

	kill(victim, SIGKILL);
	while (state != 'X' && state != 'Z') {
		nanosleep(&pause, NULL);
		parent_of(victim, &state);
	}
	nanosleep(&after, NULL);
}

size_t
processes_below(pid_t supervisor, int deep, pid_t found[PROCESSES_MAX])
{
	size_t count = 0;
	DIR *proc = opendir("/proc");

	for (struct dirent *e; proc && (e = readdir(proc)) && count < PROCESSES_MAX;) {
		pid_t pid = (pid_t)strtol(e->d_name, NULL, 10), up = pid;
		char state;
		for (int depth = 0; up > 1 && up != supervisor && depth < deep; depth++)
			up = parent_of(up, &state);
		if (pid > 1 && up == supervisor && pid != supervisor)
			found[count++] = pid;
	}
	if (proc)
		closedir(proc);
	return count;
}
