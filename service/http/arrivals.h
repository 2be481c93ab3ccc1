/* SPDX-License-Identifier: MIT */
/*
 * arrivals.h: connections whose next request is still arriving. One that takes ARRIVAL_S for it is cut, even
 * if it sends a byte now and then, so that slow senders can't hold all connections for ever. Private to this folder.
 */
#ifndef SERVICE_ARRIVALS_H
#define SERVICE_ARRIVALS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define CONNECTIONS_MAX 256
#define ARRIVAL_S 60

struct arrivals {
	pthread_mutex_t lock;
	struct arrival {
		int fd;           /* -1: the slot is free */
		int64_t since_us; /* 0: its request is here, and is being answered */
	} slots[CONNECTIONS_MAX];
};
void arrivals_begin(struct arrivals *all);
/* A connection is there, and its request arrives. NULL: there is no slot, so nothing would bound it. */
struct arrival *arrivals_open(struct arrivals *all, int fd);
void arrivals_close(
    struct arrivals *all, struct arrival *one); /* before its descriptor is closed */
/* Its request is here (false), or the next one may arrive. */
void arrivals_mark(struct arrivals *all, struct arrival *one, bool arriving);
void arrivals_tend(struct arrivals *all); /* cuts those that are late; call it every second */

#endif
