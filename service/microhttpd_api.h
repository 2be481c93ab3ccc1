/* SPDX-License-Identifier: MIT */
/* microhttpd_api.h: the functions of GNU libmicrohttpd that are used, loaded late (late.h). */
#ifndef MICROHTTPD_API_H
#define MICROHTTPD_API_H

#include "late.h"

#include <microhttpd.h>

#define MICROHTTPD_API_LIST(F)                                                                     \
	F(MHD_start_daemon)                                                                        \
	F(MHD_quiesce_daemon)                                                                      \
	F(MHD_stop_daemon)                                                                         \
	F(MHD_get_connection_info)                                                                 \
	F(MHD_get_connection_values)                                                               \
	F(MHD_lookup_connection_value)                                                             \
	F(MHD_create_response_from_buffer)                                                         \
	F(MHD_create_response_from_callback)                                                       \
	F(MHD_add_response_header)                                                                 \
	F(MHD_create_post_processor)                                                               \
	F(MHD_post_process)                                                                        \
	F(MHD_destroy_post_processor)                                                              \
	F(MHD_queue_response)                                                                      \
	F(MHD_destroy_response)

struct microhttpd_api {
	MICROHTTPD_API_LIST(LATE_MEMBER)
};
extern struct microhttpd_api mhd;

bool microhttpd_load(struct err *err); /* before `mhd` is used */

#endif
