/* SPDX-License-Identifier: MIT */
#include "arrivals.h"

#include "clock.h"

#include <sys/socket.h>

void
arrivals_begin(struct arrivals *all)
{
	pthread_mutex_init(&all->lock, NULL);
	for (size_t i = 0; i < CONNECTIONS_MAX; i++)
		all->slots[i].fd = -1;
}

struct arrival *
arrivals_open(struct arrivals *all, int fd)
{
	struct arrival *one = NULL;

	pthread_mutex_lock(&all->lock);
	for (size_t i = 0; i < CONNECTIONS_MAX && !one; i++)
		if (all->slots[i].fd < 0)
			one = &all->slots[i];
	if (one)
		*one = (struct arrival){fd, clock_us()};
	pthread_mutex_unlock(&all->lock);
	return one;
}

void
arrivals_close(struct arrivals *all, struct arrival *one)
{
	pthread_mutex_lock(&all->lock);
	one->fd = -1;
	pthread_mutex_unlock(&all->lock);
}

void
arrivals_mark(struct arrivals *all, struct arrival *one, bool arriving)
{
	pthread_mutex_lock(&all->lock);
	one->since_us = arriving ? clock_us() : 0;
	pthread_mutex_unlock(&all->lock);
}

/* Its thread finds the end of what it reads, and closes it. */
void
arrivals_tend(struct arrivals *all)
{
	int64_t late_us = clock_us() - (int64_t)ARRIVAL_S * 1000000;

	pthread_mutex_lock(&all->lock);
	for (size_t i = 0; i < CONNECTIONS_MAX; i++) {
		const struct arrival *one = &all->slots[i];
		if (one->fd >= 0 && one->since_us != 0 && one->since_us < late_us)
			(void)shutdown(one->fd, SHUT_RDWR);
	}
	pthread_mutex_unlock(&all->lock);
}
