/* SPDX-License-Identifier: MIT */
/* zygote.h: a warm interpreter that runs no program, and is forked for each that does. */
#ifndef GUEST_ZYGOTE_H
#define GUEST_ZYGOTE_H

_Noreturn void zygote_serve(void); /* until its control socket ends */

#endif
