/* SPDX-License-Identifier: MIT */
/* sluice-init without Landlock, for sandbox_walls: the linker puts this in its place (--wrap). */
#include "init.h"

void __wrap_confine_landlock(int abi, const struct wire_go *go);

void
__wrap_confine_landlock(int abi, const struct wire_go *go)
{
	(void)abi;
	(void)go;
}
