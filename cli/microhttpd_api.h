/* SPDX-License-Identifier: MIT */
/* microhttpd_api.h: the functions of GNU libmicrohttpd that are used, loaded late (late.h). */
#ifndef MICROHTTPD_API_H
#define MICROHTTPD_API_H

#include "late.h"

#include <microhttpd.h>

#define MICROHTTPD_API_LIST(F)                                                                     \
	F(MHD_start_daemon)                                                                        \
	F(MHD_stop_daemon)                                                                         \
	F(MHD_create_response_from_buffer)                                                         \
	F(MHD_add_response_header)                                                                 \
	F(MHD_queue_response)                                                                      \
	F(MHD_destroy_response)

struct microhttpd_api {
	MICROHTTPD_API_LIST(LATE_MEMBER)
};

#endif
