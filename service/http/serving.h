/* SPDX-License-Identifier: MIT */
/* serving.h: what all requests share. Private to this folder. */
#ifndef SERVICE_SERVING_H
#define SERVICE_SERVING_H

#include "arrivals.h"
#include "belief.h"
#include "http.h"
#include "ledger.h"
#include "metrics.h"
#include "oidc.h"
#include "trace.h"

#include <pthread.h>

#define STORES_MAX 32 /* open at once; PostgreSQL has a hundred connections by default */

/* Stores that requests borrow, since a store belongs to one thread at a time. */
struct store_pool {
	pthread_mutex_t lock;
	pthread_cond_t given_back;
	struct pooled idle[STORES_MAX];
	size_t idle_count, open_count;
	const char *where;
	struct belief *belief;
};
void stores_begin(struct store_pool *p, const char *where, struct belief *belief);
bool stores_take(struct store_pool *p, struct pooled *out, struct err *err);
/* `sound`: it may be used again. */
void stores_give(struct store_pool *p, struct pooled one, bool sound);
void stores_end(struct store_pool *p);

/* How often somebody may ask: a bucket of calls for each token, and each address without one. */
#define RATE_SLOTS 1024
struct rates {
	pthread_mutex_t lock;
	struct rate {
		double left;
		int64_t at_us;
	} slots[RATE_SLOTS];
};
bool rates_allow(struct rates *r, int64_t per_second, struct str who);

/* Requests that wait, each with a thread and a connection; so many of them may be one caller's. */
#define WAITS_MAX 96
#define WAITS_OF_ONE_MAX 24
struct waits {
	pthread_mutex_t lock;
	size_t count;
	char who[WAITS_MAX][CALLER_ID_BYTES];
};
void waits_begin(struct waits *w);
/* Ask before anything is done: false with status 429 or 503 where there is no place for one more. It
 * is this request's until request_waited. */
bool request_may_wait(struct request *r, struct answer *out, struct err *err);
void request_waited(struct request *r);
/* Releases the store and pauses for a moment, at most until a worker says that it has left `run` (NULL: no
 * run's). False: the client disconnected, or the service ends. */
bool request_rest(struct request *r, const char *run);
struct MHD_Response;
/* NULL: out of memory. */
struct MHD_Response *stream_response(const struct request *r, const struct stream *stream);

struct workers;
struct interpreters;
struct lives;
struct serving {
	const struct route_table *routes;
	struct workers *workers;
	const struct service_options *o;
	struct belief belief;
	const char *trust_path;
	struct load_cache *loaded;
	struct door door;
	struct store_pool stores;
	struct rates rates;
	struct waits waits;
	struct arrivals arrivals;
	struct sessions sessions;
	struct interpreters *interpreters;
	struct lives *lives;
	struct oidc oidc;
	struct metrics metrics;
	struct spans spans;
	struct json_doc model;    /* the model block of tasks; no nodes: none */
	struct str model_replies; /* of a script */
	const char *model_file;
	const volatile int *stop;
	volatile int *reload;
	int64_t began_us;
	pthread_mutex_t lock; /* of what follows */
	bool probed, sound;   /* the sandbox */
	struct buf fault;
};

/* Without a door and without workers. NULL: `errs` says why. serving_end stops the workers, too. */
struct serving *serving_begin(struct arena *a, const struct service_options *o,
    const volatile int *stop, struct err_list *errs);
void serving_end(struct serving *s);

/* The name of the cookie of a session. */
const char *session_cookie(const struct serving *s);
/* The box of the default guarantees is made once and remembered; false says why. */
bool serving_sandbox(struct serving *s, struct arena *a, struct err *err);

/* The run that the path names, if the caller may see it; 404 otherwise, as for a run that does not
 * exist. */
bool request_run(struct request *r, struct answer *out, struct stored_run *run, struct err *err);
/* The approval that the path names, with its whole subject hashed again; 404 if there is none. */
struct question;
bool request_question(struct request *r, struct answer *out, struct question *q, struct err *err);
/* The runs that the query selects (`state`, `open`, `limit`, `before`) among those that the caller may see. `me` is
 * filled if these are the caller's own, and must live as long as the filter. */
bool request_run_filter(
    struct request *r, char me[STORE_ID_BYTES], struct run_filter *f, struct err *err);
/* Submits the task of the body, and wakes a worker. */
bool request_submit(struct request *r, struct answer *out, struct stored_run *run, struct err *err);
/* The same as the next cell of a session, behind so many bytes, leased to its worker, who is told of the job by the caller.
 * `worker` NULL: of none. */
bool request_submit_for(struct request *r, struct answer *out, const char *worker,
    int64_t cell_from, struct job *job, struct stored_run *run, struct err *err);
/* Waits until the run has settled, at most this many seconds; updates `run`. */
bool request_wait(struct request *r, struct stored_run *run, int64_t seconds, struct err *err);
/* Cancels a run that this caller requested, without a signature; the store refuses it if the request
 * was signed. */
bool request_cancel_own(
    struct request *r, const struct stored_run *run, struct str reason, struct err *err);
/* The receipt of a run that is over, and what witnesses added to it, or nothing (receipt.h); the arena's. */
bool request_receipt(struct request *r, const char *run, struct str *receipt, struct str *witnessed,
    struct err *err);
/* It is over, or waits for people: nothing changes soon. */
bool run_has_settled(enum run_state s);
/* The policy of this name, else the service's own; it is taken to judge by (policy_take). */
bool request_policy(struct request *r, struct str named, struct policy **out, struct answer *answer,
    struct err *err);
/* The names of the policies that tasks may name here; the first `installed` of them are of bundles. */
bool request_policies(
    struct request *r, struct str **out, size_t *installed, size_t *count, struct err *err);
/* The task of a request's body, and what stands beside it; all in the request's arena. */
struct sent_task {
	struct task *task;
	const char *idempotency_key; /* or NULL */
	struct str request;          /* the envelope of a signed request, or empty */
	struct str retires;          /* the tool that it retires, "share_of@2", or empty */
};
bool body_task(struct request *r, struct sent_task *out, struct answer *answer, struct err *err);
/* The signer of the request that came with a task, which must be the token's owner. */
bool request_signer(
    struct request *r, struct str envelope, char id[STORE_ID_BYTES], struct err *err);

/* Worker processes beside the service. */
#define WORKERS_MAX 64
/* They write what programs print into `live`. */
bool workers_start(struct arena *a, const struct service_options *o, int live, struct workers **out,
    struct err *err);
void workers_tend(struct workers *w);  /* starts those again that ended; call it every second */
void workers_renew(struct workers *w); /* they end what they have in hand, and start again */
void workers_wake(struct workers *w);  /* there is work: none of them waits for its next look */
void workers_stop(struct workers *w);

#endif
