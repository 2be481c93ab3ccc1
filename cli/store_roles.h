/* SPDX-License-Identifier: MIT */
/* store_roles.h: `sluice store roles`. */
#ifndef CLI_STORE_ROLES_H
#define CLI_STORE_ROLES_H

#include "cli.h"
#include "database.h"

/* Prints the SQL that makes the roles; NULL is "sluice" for both. The exit code. */
int store_roles_print(const char *schema, const char *prefix);

#endif
