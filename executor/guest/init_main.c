/* SPDX-License-Identifier: MIT */
/* sluice-init: executes the interpreter in the program's process. */
#include "init.h"

#include <stddef.h>

int
main(void)
{
	static const struct init_start executed = {init_execute, NULL};

	return init_serve(&executed);
}
