/* SPDX-License-Identifier: MIT */
/* surroundings.h: the user and the control groups that the hostile programs are run under. */
#ifndef SANDBOX_SURROUNDINGS_H
#define SANDBOX_SURROUNDINGS_H

#include <stdbool.h>

enum taken { TAKEN_NOT = 0, TAKEN_WRONG, TAKEN };

/* By name: root-cgroup, root-rlimit, user-cgroup, user-rlimit. TAKEN_NOT: can't be had here, and
 * *why says so. */
enum taken surroundings_take(const char *way, const char **why);
/* Has the kernel a 32-bit table of calls? Without one, int 0x80 is a segmentation fault. */
bool surroundings_have_int80(void);
/* Every orphan inside comes to us, so that none is lost from sight. */
bool surroundings_adopt(void);
/* Waits a moment for what is dying; true where no descendant is left but `keep`. */
bool surroundings_empty(int keep);

#endif
