/* SPDX-License-Identifier: MIT */
/*
 * mcp_stdio.h: serves the Model Context Protocol over standard input and output, with workers, until
 * the input ends. The requester is the account that runs this program.
 */
#ifndef SERVICE_MCP_STDIO_H
#define SERVICE_MCP_STDIO_H

#include "service.h"

/* Of the options those of listening do not count. False where it could not begin. */
bool mcp_converse(const struct service_options *o, const volatile int *stop, struct err_list *errs);

#endif
