/* SPDX-License-Identifier: MIT */
/* serve.c: the service from its start to its end. */
#include "interpreters.h"
#include "listen.h"
#include "lives.h"
#include "routes.h"
#include "serving.h"

#include "clock.h"
#include "file.h"
#include "yaml.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define ARENA_BYTES ((size_t)256 << 20)
#define PEM_BYTES_MAX ((size_t)1 << 20)
#define TURN_MS 200

/* Tells the service manager, where one asked (sd_notify(3)). */
static void
notify(const char *state)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	int fd;

	if (!path || !*path || strlen(path) >= sizeof(at.sun_path))
		return;
	memcpy(at.sun_path, path, strlen(path));
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
	if (at.sun_path[0] == '@')
		at.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	(void)sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&at, size);
	close(fd);
}

/* Relative paths in the block are as seen from its file. A script's replies are read now: a task
 * that came over the network reads nothing of this machine. */
static bool
load_model(struct serving *s, struct arena *a, struct err_list *errs)
{
	const char *path = s->o->model;
	struct str text, file;
	struct err err;

	if (!path)
		return true;
	if (!file_read(a, path, YAML_BYTES_MAX, &text, &err))
		return err_list_add(errs, &err);
	if (!yaml_parse(a, text, path, &s->model, errs))
		return false;
	if (json_root(&s->model)->kind != JSON_OBJECT)
		return json_complain(&s->model, json_root(&s->model), errs, NULL,
		    "this must be an object: the 'model' block of a task");
	file = json_get_text(&s->model, json_root(&s->model), "file", STR(""));
	if (file.n == 0)
		return true;
	s->model_file = arena_text(a, file);
	const char *whole = s->model_file ? path_beside(a, path, s->model_file) : NULL;
	if (!whole)
		return err_list_memory(errs);
	return file_read(a, whole, (size_t)16 << 20, &s->model_replies, &err) ||
	       err_list_add(errs, &err);
}

static bool
read_pem(struct arena *a, const char *path, bool is_private, struct str *out, struct err_list *errs)
{
	struct err err;

	*out = STR("");
	if (!path)
		return true;
	return (is_private ? file_read_private(a, path, PEM_BYTES_MAX, out, &err)
			   : file_read(a, path, PEM_BYTES_MAX, out, &err)) ||
	       err_list_add(errs, &err);
}

/* A wrong name is told at the start, not to the first who relies on it. */
static bool
usual_policy_holds(const struct serving *s, struct arena *a, struct err_list *errs)
{
	struct policy *p;

	return !s->o->policy || policy_take(a, s->trust_path, s->o->policy, NULL, NULL, &p, errs);
}

struct opened {
	struct http_daemon daemon;
	char where[160];
};

/* A listener that other machines can reach requires TLS. */
static bool
may_listen(const struct service_options *o, bool local, struct err *err)
{
	if (!o->certificate != !o->key)
		return err_set(err, ERR_USAGE, "a certificate and its key must be given together");
	if (local || o->certificate)
		return true;
	err_set(err, ERR_REFUSED,
	    "'%.80s' can be reached from other machines, and TLS is not configured", o->listen);
	return err_help(err, "add --tls-cert FILE and --tls-key FILE, or listen at 127.0.0.1");
}

/* Runs become spans as the ledger tells of them, whether or not anybody asks for metrics. */
static void
look_at_runs(void *context)
{
	struct serving *s = context;
	struct pooled one;
	struct err ignored;

	if (!stores_take(&s->stores, &one, &ignored))
		return;
	(void)metrics_read(&s->metrics, one.store, &ignored);
	stores_give(&s->stores, one, true);
}

static void
tell_run(void *context, const struct stored_run *run, const struct run_step *steps, size_t count)
{
	struct serving *s = context;

	spans_run(&s->spans, run, steps, count);
}

static bool
open_all(struct serving *s, struct arena *a, struct opened *out, struct err_list *errs)
{
	struct str certificate, key;
	struct pooled first;
	struct err err;
	bool local;
	int fd;

	if (!door_open(&s->door, s->o->tokens, errs) ||
	    !read_pem(a, s->o->certificate, false, &certificate, errs) ||
	    !read_pem(a, s->o->key, true, &key, errs))
		return false;
	/* A store that can't be opened is told now, not to the first who asks. */
	if (!stores_take(&s->stores, &first, &err))
		return err_list_add(errs, &err);
	bool follows = metrics_follow(&s->metrics, first.store, &err);
	stores_give(&s->stores, first, true);
	if (!follows)
		return err_list_add(errs, &err);
	s->metrics.ended = tell_run;
	s->metrics.context = s;
	if (!spans_begin(&s->spans, s->o->collector, look_at_runs, s, &err) ||
	    !workers_start(a, s->o, s->lives->to, &s->workers, &err))
		return err_list_add(errs, &err);
	if (!listen_at(s->o->listen, &fd, &local, out->where, &err))
		return err_list_add(errs, &err);
	if (!may_listen(s->o, local, &err) ||
	    !http_start(s, fd, certificate, key, &out->daemon, &err)) {
		close(fd);
		return err_list_add(errs, &err);
	}
	return true;
}

/* Renews processes that read the trust file at their start, after it has changed. */
static void
renew(struct serving *s)
{
	workers_renew(s->workers);
	interpreters_end(s->interpreters, "the trust file has changed");
}

static void
go_on(struct serving *s)
{
	const struct timespec turn = {.tv_nsec = (long)TURN_MS * 1000000};

	notify("READY=1");
	while (!*s->stop) {
		workers_tend(s->workers);
		arrivals_tend(&s->arrivals);
		if (belief_tend(&s->belief, s->o->store, *s->reload != 0))
			renew(s);
		door_tend(&s->door, *s->reload != 0);
		*s->reload = 0;
		(void)nanosleep(&turn, NULL);
	}
	notify("STOPPING=1");
}

static bool
serve(struct serving *s, struct arena *a, void (*say)(const char *line), struct err_list *errs)
{
	struct opened all;
	char line[256];

	if (!open_all(s, a, &all, errs))
		return false;
	if (strncmp(all.where, "unix:", 5) == 0)
		snprintf(line, sizeof(line), "listening at %s", all.where);
	else
		snprintf(line, sizeof(line), "listening at %s://%s/",
		    s->o->certificate ? "https" : "http", all.where);
	say(line);
	go_on(s);
	http_stop(&all.daemon);
	if (strncmp(all.where, "unix:", 5) == 0)
		(void)unlink(all.where + 5);
	return true;
}

struct serving *
serving_begin(struct arena *a, const struct service_options *o, const volatile int *stop,
    struct err_list *errs)
{
	struct serving *s = arena_alloc(a, sizeof(*s));
	struct err err;

	*errs = (struct err_list){.count = 0};
	if (s) {
		s->interpreters = arena_alloc(a, sizeof(*s->interpreters));
		s->lives = arena_alloc(a, sizeof(*s->lives));
	}
	if (!s || !s->interpreters || !s->lives) {
		(void)err_list_memory(errs);
		return NULL;
	}
	s->routes = &route_table;
	s->o = o;
	s->stop = stop;
	if (o->log_json)
		log_as_json();
	s->trust_path = o->trust;
	s->loaded = load_cache_new();
	s->began_us = clock_us();
	buf_init(&s->fault, 1024);
	pthread_mutex_init(&s->lock, NULL);
	pthread_mutex_init(&s->rates.lock, NULL);
	waits_begin(&s->waits);
	arrivals_begin(&s->arrivals);
	pthread_mutex_init(&s->sessions.lock, NULL);
	interpreters_begin(s->interpreters);
	bool lives = lives_begin(s->lives, &err) || err_list_add(errs, &err);
	oidc_begin(&s->oidc);
	metrics_begin(&s->metrics);
	bool good = lives && belief_begin(&s->belief, o->trust, errs) && load_model(s, a, errs) &&
		    usual_policy_holds(s, a, errs);
	stores_begin(&s->stores, o->store, &s->belief);
	if (good)
		return s;
	serving_end(s);
	return NULL;
}

void
serving_end(struct serving *s)
{
	interpreters_release(s->interpreters);
	if (s->workers)
		workers_stop(s->workers);
	spans_end(&s->spans);
	stores_end(&s->stores);
	oidc_end(&s->oidc);
	lives_end(s->lives);
	belief_end(&s->belief);
	load_cache_free(s->loaded);
	buf_release(&s->fault);
}

bool
service_run(const struct service_options *o, const volatile int *stop, volatile int *reload,
    void (*say)(const char *line), struct err_list *errs)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct serving *s = NULL;
	bool good = false;

	*errs = (struct err_list){.count = 0};
	if (a)
		s = serving_begin(a, o, stop, errs);
	else
		(void)err_list_memory(errs);
	if (s) {
		s->reload = reload;
		good = serve(s, a, say, errs);
		serving_end(s);
		door_close(&s->door);
	}
	arena_free(a);
	return good;
}
