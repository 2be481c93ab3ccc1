/* SPDX-License-Identifier: MIT */
/* witness_serve.h: a witness that is asked over HTTP. */
#ifndef WITNESS_SERVE_H
#define WITNESS_SERVE_H

#include "witness.h"

/* Answers `POST /add-checkpoint` until `stop` is set; `said` gets a line when it is ready. */
bool witness_serve(struct witness *w, const char *host, unsigned port, const volatile int *stop,
    void (*said)(const char *line), struct err *err);

#endif
