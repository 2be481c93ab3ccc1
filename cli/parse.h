/* SPDX-License-Identifier: MIT */
/* parse.h: words of the command line into an action's options. */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include "call.h"

/*
 * Fills c->o and c->words from what stands behind the action's path. Returns -1 to go on, or the
 * exit code: 0 where help was asked for and printed, 2 where something is wrong and was said.
 */
int parse(struct call *c, int argc, char **argv);

#endif
