/* SPDX-License-Identifier: MIT */
/* ceilings.h: every bound of the planner. */
#ifndef PLANNER_CEILINGS_H
#define PLANNER_CEILINGS_H

#define GOAL_BYTES_MAX ((size_t)32 << 10)
#define INPUTS_MAX 64
#define PROMPT_BYTES_MAX ((size_t)512 << 10)  /* one message */
#define REQUEST_BYTES_MAX ((size_t)4 << 20)   /* a request's body */
#define REPLY_BYTES_MAX ((size_t)2 << 20)     /* a reply's body, as received */
#define STREAM_BYTES_MAX ((size_t)8 << 20)    /* the same of a stream, which wraps each word */
#define EVENTS_MAX 100000                     /* of a stream: about one a token */
#define EVENT_MEMORY_BYTES ((size_t)64 << 20) /* the arena of one event */
#define SCRIPT_BYTES_MAX ((size_t)8 << 20)
#define ASK_MEMORY_BYTES ((size_t)256 << 20) /* the arena of one exchange, requests and all */

#define TASK_MEMORY_BYTES ((size_t)768 << 20) /* the arena in which the inputs are described */

#define CODE_BYTES_MAX ((size_t)256 << 10)
#define PLAN_ITEMS_MAX 64
#define PLAN_TEXT_BYTES_MAX ((size_t)8 << 10)
#define ATTEMPTS_MAX 32 /* that are remembered for `already_tried` */

#define CSV_COLUMNS_MAX 64
#define CSV_CELL_BYTES_MAX 256
#define SHAPE_MEMBERS_MAX 40
#define SHAPE_NAME_BYTES_MAX 100
#define SHAPE_NAMES_MAX 160    /* of one document */
#define SHAPE_DEPTH_MAX 5      /* below it only the kind is told */
#define SHAPE_ELEMENTS_MAX 500 /* of a list that are looked at for names which the first lacks */
#define SHAPE_OTHERS_MAX 20    /* of such names */

#define ANSWER_BYTES_MAX ((size_t)256 << 10) /* an output that is put into words */

#define OUTPUT_HEAD_BYTES 2048 /* of a failed program's output, in the feedback */
#define OUTPUT_TAIL_BYTES 2048
#define FEEDBACK_TEXT_BYTES_MAX ((size_t)16 << 10)
#define CELLS_TOLD_MAX 8                      /* of a session */
#define CELL_TOLD_BYTES_MAX ((size_t)8 << 10) /* of the code of one */
#define CHANGE_BYTES_MAX ((size_t)1200) /* of what an attempt changed, in the history of a repair */
#define SUMMARY_BYTES_MAX ((size_t)240)

#define HTTP_REQUESTS_MAX 3 /* of one exchange: the first and two more */
#define RETRY_FIRST_MS 500
#define RETRY_STEP_MAX_MS 8000
#define RETRY_AFTER_MAX_MS 60000
#define IMPATIENT_MS 5000 /* of a wait, where another model can be asked */
#define TIMEOUT_DEFAULT_MS 120000
#define IDLE_DEFAULT_MS 60000 /* that a stream may be silent */
#define IDLE_MAX_MS 600000
#define TOKENS_DEFAULT 4096

#endif
