/* SPDX-License-Identifier: MIT */
#include "suite.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 2

static bool
is_wanted(const char *name, char **wanted, int count)
{
	for (int i = 0; i < count; i++)
		if (strncmp(wanted[i], name, strlen(wanted[i])) == 0)
			return true;
	return count == 0;
}

static int
by_path(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

bool
suite_list(struct suite *s, const char *folder, char **wanted, int wanted_count)
{
	struct dirent *entry;
	DIR *open = opendir(folder);

	while (open && s->count < PROGRAMS_MAX && (entry = readdir(open))) {
		size_t n = strlen(entry->d_name);
		if (n < 4 || strcmp(entry->d_name + n - 3, ".py") != 0 ||
		    !is_wanted(entry->d_name, wanted, wanted_count))
			continue;
		if (asprintf(&s->paths[s->count], "%s/%s", folder, entry->d_name) < 0)
			break;
		s->count++;
	}
	if (open)
		closedir(open);
	qsort(s->paths, s->count, sizeof(*s->paths), by_path);
	return s->count > 0;
}

static size_t
take(struct suite *s)
{
	pthread_mutex_lock(&s->lock);
	size_t at = s->next < s->count ? s->next++ : SIZE_MAX;
	pthread_mutex_unlock(&s->lock);
	return at;
}

static void *
work(void *suite)
{
	struct suite *s = suite;
	size_t at;

	while ((at = take(s)) != SIZE_MAX)
		s->run(s, at);
	return NULL;
}

void
suite_run(struct suite *s)
{
	pthread_t workers[WORKERS];
	size_t started = 0;

	s->next = 0;
	for (; started < WORKERS; started++)
		if (pthread_create(&workers[started], NULL, work, s) != 0)
			break;
	if (started == 0)
		work(s);
	while (started > 0)
		pthread_join(workers[--started], NULL);
}
