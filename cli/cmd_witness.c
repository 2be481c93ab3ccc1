/* SPDX-License-Identifier: MIT */
/* sluice witness: signs another log's checkpoints, at a second place. */
#include "actions.h"

#include "clock.h"
#include "file.h"
#include "witness_serve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUEST_FILE_BYTES_MAX ((size_t)1 << 17)

static void
said(const char *line)
{
	fprintf(stderr, "%s\n", line);
}

static int
serve(struct call *c, struct witness *w)
{
	return witness_serve(w, c->o->host ? c->o->host : "127.0.0.1", (unsigned)c->o->port,
		   call_stops(), said, &c->err)
		   ? EXIT_ANSWERED
		   : call_fail(c);
}

/* The request by a file, the answer by standard output: for a stick that is carried. */
static int
sign(struct call *c, struct witness *w)
{
	struct witness_answer answer;
	struct str request;

	if (!file_read(c->a, word(c, 0), REQUEST_FILE_BYTES_MAX, &request, &c->err) ||
	    !witness_add(w, c->a, request, &answer, &c->err))
		return call_fail(c);
	if (answer.status == 200) {
		printf("%.*s", STR_ARG(answer.body));
		return EXIT_ANSWERED;
	}
	if (answer.status == 409)
		err_set(&c->err, ERR_REFUSED,
		    "the witness knows %.*s events of this log, or different ones",
		    (int)answer.body.n - 1, answer.body.p);
	else
		err_set(&c->err, answer.status == 400 ? ERR_INPUT : ERR_REFUSED, "%.*s",
		    STR_ARG(str_trim(answer.body)));
	return call_fail(c);
}

static void
tell(void *context, const struct checkpoint *seen)
{
	buf_printf(context, "%.*s  %" PRId64 " events\n", STR_ARG(seen->origin), seen->size);
}

static int
status(struct call *c, struct witness *w)
{
	call_begin(c);
	buf_text(&c->out, "services:\n");
	service_line(&c->out, str_from(c->o->name), "witness", witness_key(w), SPAN_TO_FILL);
	return witness_status(w, c->a, tell, &c->out, &c->err) ? call_print(c) : call_fail(c);
}

static int
with_witness(struct call *c, int (*act)(struct call *c, struct witness *w))
{
	struct witness *w = NULL;

	int code =
	    witness_open(c->a, c->o->folder, str_from(c->o->name), c->place.trust, &w, &c->err)
		? act(c, w)
		: call_fail(c);
	witness_close(w);
	return code;
}

int
witness_listen(struct call *c)
{
	return with_witness(c, serve);
}

int
witness_sign_file(struct call *c)
{
	return with_witness(c, sign);
}

int
witness_tell(struct call *c)
{
	return with_witness(c, status);
}
