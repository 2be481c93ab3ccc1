/* SPDX-License-Identifier: MIT */
/* postgres_api.h: the functions of libpq that are used, loaded late (late.h). Private to
 * postgres.c. */
#ifndef STORE_POSTGRES_API_H
#define STORE_POSTGRES_API_H

#include "late.h"

#include <libpq-fe.h>

#define POSTGRES_API_LIST(F)                                                                       \
	F(PQclear)                                                                                 \
	F(PQcmdStatus)                                                                             \
	F(PQcmdTuples)                                                                             \
	F(PQconnectdbParams)                                                                       \
	F(PQconninfoFree)                                                                          \
	F(PQconninfoParse)                                                                         \
	F(PQerrorMessage)                                                                          \
	F(PQexec)                                                                                  \
	F(PQexecParams)                                                                            \
	F(PQexecPrepared)                                                                          \
	F(PQfinish)                                                                                \
	F(PQfreemem)                                                                               \
	F(PQftype)                                                                                 \
	F(PQgetisnull)                                                                             \
	F(PQgetlength)                                                                             \
	F(PQgetvalue)                                                                              \
	F(PQnfields)                                                                               \
	F(PQntuples)                                                                               \
	F(PQprepare)                                                                               \
	F(PQresultErrorField)                                                                      \
	F(PQresultStatus)                                                                          \
	F(PQserverVersion)                                                                         \
	F(PQsetNoticeProcessor)                                                                    \
	F(PQstatus)                                                                                \
	F(PQtransactionStatus)

struct postgres_api {
	POSTGRES_API_LIST(LATE_MEMBER)
};

bool postgres_api_load(struct postgres_api *out, struct err *err);

#endif
