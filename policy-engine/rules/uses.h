/* SPDX-License-Identifier: MIT */
/*
 * uses.h: what a program mentions of libraries: functions, methods by their names, modules.
 *
 * A mention counts, called or not: what is handed on may be called elsewhere.
 */
#ifndef POLICY_USES_H
#define POLICY_USES_H

#include "judge.h"

enum use_kind { USE_SYMBOL = 0, USE_METHOD, USE_MODULE };

struct use {
	uint32_t node;
	enum use_kind kind;
	struct str
	    name; /* "os.system"; of a method with its dot, of any receiver that may have it */
	unsigned capabilities;
	bool is_called;
};

struct uses {
	struct use *items; /* by node */
	size_t count, capacity;
};

/* False where memory ran out. */
bool uses_find(struct judge *j, struct uses *out);
/* `name` as in a policy: the function itself, or what lies below it; or ".method". */
bool use_is_of(const struct use *u, struct str name);

#endif
