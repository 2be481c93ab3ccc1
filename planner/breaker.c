/* SPDX-License-Identifier: MIT */
#include "breaker.h"

#include <inttypes.h>
#include <pthread.h>

#define NAME_BYTES 200

struct server {
	char name[NAME_BYTES];
	size_t name_bytes;
	unsigned failures;
	int64_t rests_until_us, heard_us;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct server servers[BREAKER_SERVERS_MAX];

/* scheme://host:port, cut to what is kept. */
static struct str
server_name(struct str url)
{
	size_t scheme = str_find(url, STR("://"), 0);
	size_t from = scheme == SIZE_MAX ? 0 : scheme + 3;
	size_t slash = str_find(url, STR("/"), from);
	struct str name = str_slice(url, 0, slash == SIZE_MAX ? url.n : slash);

	return str_slice(name, 0, NAME_BYTES);
}

static struct server *
find(struct str name)
{
	for (size_t i = 0; i < BREAKER_SERVERS_MAX; i++)
		if (str_eq((struct str){servers[i].name, servers[i].name_bytes}, name))
			return &servers[i];
	return NULL;
}

static struct server *
find_or_add(struct str name)
{
	struct server *s = find(name), *oldest = &servers[0];

	if (s)
		return s;
	for (size_t i = 1; i < BREAKER_SERVERS_MAX; i++)
		if (servers[i].heard_us < oldest->heard_us)
			oldest = &servers[i];
	*oldest = (struct server){.name_bytes = name.n};
	memcpy(oldest->name, name.p, name.n);
	return oldest;
}

bool
breaker_allows(struct str url, int64_t now_us, struct err *err)
{
	struct str name = server_name(url);
	int64_t left_us = 0;

	pthread_mutex_lock(&lock);
	struct server *s = find(name);
	if (s && s->failures >= BREAKER_FAILURES) {
		left_us = s->rests_until_us - now_us;
		if (left_us <= 0) /* the one that tries; the others wait for what becomes of it */
			s->rests_until_us = now_us + (int64_t)BREAKER_REST_MS * 1000;
	}
	pthread_mutex_unlock(&lock);
	if (left_us <= 0)
		return true;
	err_set(err, ERR_PROVIDER,
	    "the model provider at '%.*s' failed %d times in a row and is left alone",
	    STR_ARG(name), BREAKER_FAILURES);
	return err_help(err, "it is tried again in %" PRId64 " seconds", left_us / 1000000 + 1);
}

void
breaker_note(struct str url, bool good, int64_t now_us)
{
	pthread_mutex_lock(&lock);
	struct server *s = find_or_add(server_name(url));
	s->heard_us = now_us;
	s->failures = good ? 0 : s->failures + 1;
	if (s->failures >= BREAKER_FAILURES)
		s->rests_until_us = now_us + (int64_t)BREAKER_REST_MS * 1000;
	pthread_mutex_unlock(&lock);
}
