/* SPDX-License-Identifier: MIT */
/*
 * breaker.h: leaves a server alone that fails again and again.
 *
 * For the whole process, by the address's scheme, host and port. After BREAKER_FAILURES failures in
 * a row the server is not asked for BREAKER_REST_MS; then one request may try it, and the next
 * failure begins another rest. Thread-safe.
 */
#ifndef PLANNER_BREAKER_H
#define PLANNER_BREAKER_H

#include "err.h"

#define BREAKER_FAILURES 6
#define BREAKER_REST_MS 30000
#define BREAKER_SERVERS_MAX 32 /* the one that was heard of longest ago is forgotten first */

/* False (ERR_PROVIDER) while the server rests. */
bool breaker_allows(struct str url, int64_t now_us, struct err *err);
void breaker_note(struct str url, bool good, int64_t now_us);

#endif
