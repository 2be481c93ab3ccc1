/* SPDX-License-Identifier: MIT */
#include "sluice.h"

const char *
sluice_version(void)
{
	return SLUICE_VERSION;
}
