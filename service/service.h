/* SPDX-License-Identifier: MIT */
/*
 * service.h: Sluice on the network. One process answers HTTP; workers beside it drive the runs.
 *
 * The service believes no client: who asks is known by a token (access.h), what people decide is
 * signed by their own keys and verified as everywhere else. It signs nothing for anybody.
 */
#ifndef SERVICE_H
#define SERVICE_H

#include "trust.h"
#include "work.h"

struct service_options {
	const char *listen;       /* ADDRESS:PORT, or unix:PATH */
	const char *const *hosts; /* further names that the Host header may have */
	size_t host_count;
	const char *certificate, *key; /* PEM files; an address that is not loopback needs both */
	const char *tokens;            /* the file of tokens (access.h) */
	const char *policy;            /* of tasks that name none, or NULL */
	const char *model;             /* a file with the model block of a task, or NULL */
	const char *store, *trust;     /* as everywhere; trust: NULL where there is none */
	const char *program;           /* this program's path, for workers; NULL: no workers */
	struct service_webhook {       /* options of workers; value: NULL where it was not given */
		const char *option, *value;
	} webhook[4];
	const char *collector; /* where spans go (OTLP over HTTP), or NULL */
	bool log_json;
	bool demo; /* the page for signing in takes a key from its address */
	int64_t workers;
	int64_t rate; /* calls a second for each token, and twice as many at once */
};

/* Serves until *stop is not 0, then ends what is under way. Where *reload is not 0 it is set back, and
 * the file of tokens is read again, with what it names; it is also where it changes. `say` is told where it listens. False
 * where it could not begin. */
bool service_run(const struct service_options *o, const volatile int *stop, volatile int *reload,
    void (*say)(const char *line), struct err_list *errs);

#endif
