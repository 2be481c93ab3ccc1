/* SPDX-License-Identifier: MIT */
/* routes.h: every handler, and the table that leads to them. Private to this folder. */
#ifndef SERVICE_ROUTES_H
#define SERVICE_ROUTES_H

#include "http.h"

#define ROUTE(handle, method, path, right, bytes, type, summary) handler handle;
#include "routes.def"
#undef ROUTE

extern const struct route_table route_table;

#endif
