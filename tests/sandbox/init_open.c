/* SPDX-License-Identifier: MIT */
/* sluice-init without Landlock, for sandbox_walls: the linker puts this in its place (--wrap). */
#include "init.h"

void __wrap_confine_landlock(int abi, const struct wire_setup *setup);

void
__wrap_confine_landlock(int abi, const struct wire_setup *setup)
{
	(void)abi;
	(void)setup;
}
