/* SPDX-License-Identifier: MIT */
/*
 * agent.h: what the agent and those who ask it share.
 *
 * One request a connection: four bytes of length, the highest first, and the statement. The answer
 * has the same form: "1" and the envelope, or "0" and the reason for refusing.
 */
#ifndef TRUST_AGENT_H
#define TRUST_AGENT_H

#include "trust.h"

#include <sys/un.h>

#define AGENT_STATEMENT_BYTES_MAX ((size_t)64 << 10)
#define AGENT_ANSWER_BYTES_MAX ((size_t)256 << 10)
#define AGENT_PATIENCE_SECONDS 5 /* for the other side of a connection */

/* The socket of the agent for that key, in a folder that is the caller's alone (made where it is
 * missing and `make` is set). */
bool agent_address(const struct public_key *k, bool make, struct sockaddr_un *out, struct err *err);
/* A connection to it, or -1. */
int agent_connect(const struct sockaddr_un *address);
void agent_be_impatient(int fd);
bool agent_send(int fd, struct str bytes);
bool agent_receive(struct arena *a, int fd, size_t max, struct str *out);

#endif
