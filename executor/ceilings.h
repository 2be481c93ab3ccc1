/* SPDX-License-Identifier: MIT */
/* ceilings.h: every bound of the executor that no policy sets. */
#ifndef EXECUTOR_CEILINGS_H
#define EXECUTOR_CEILINGS_H

#include <stdint.h>

#define BOX_INPUTS_MAX 64
#define BOX_INPUT_BYTES_MAX ((size_t)256 << 20) /* of all inputs */
#define BOX_CODE_BYTES_MAX ((size_t)1 << 20)
#define BOX_REQUIRE_MAX 32
/* Threads that a program may have beside its processes; the kernel counts both as one. */
#define BOX_THREADS 16
#define BOX_MEMORY_MIN ((int64_t)16 << 20)
#define BOX_OPEN_FILES_MIN 32 /* fewer are taken for this many */
#define BOX_CORES_MAX 4096
#define BOX_CPU_WEIGHT_MAX 10000 /* the kernel's */
#define BOX_LIMIT_MAX ((int64_t)1 << 42)
#define REPORT_BYTES_MAX ((size_t)512 << 10)
#define DISPLAY_BYTES_MAX ((int64_t)32 << 20) /* of all displays, where the limits allow more */
#define TAIL_BYTES_MAX ((size_t)64 << 10)     /* the end of a cut stream that is kept */
#define ARTIFACT_ENTRIES_MAX 2000             /* looked at, folders included */
#define ARTIFACT_DEPTH_MAX 4
#define ARTIFACT_NAME_BYTES_MAX (ARTIFACT_DEPTH_MAX * 256)
#define ARTIFACT_NAME_SHOWN 200 /* bytes, where it is told why one was left */
#define REJECTED_MAX 64
#define CALL_DETAIL_BYTES 160
#define RULE_NAME_BYTES_MAX ((size_t)40)
#define ADDRESS_BYTES_MAX ((size_t)300) /* of a name look-up or connection that was refused */
#define MISFITS_MAX 32                  /* files that fit no pattern, told one by one */

#define SETUP_MS 30000   /* from the start to READY, the modules of `warm` imported */
#define GRACE_MS 1500    /* from a limit to the supervisor's own force */
#define CANCEL_MS 250    /* the same, where a person wants the end */
#define FAREWELL_MS 3000 /* from the last word to the end of all streams */
#define POLL_MS 100      /* between looks at what sends no event */

#endif
