/* SPDX-License-Identifier: MIT */
/* ledger_tell.c: what a verification finds is told as it is found. */
#include "ledger_verify.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 3, 0))) static void
tell(struct ledger_walk *w, struct ledger_problem *p, const char *format, va_list ap)
{
	char text[400];
	int n = vsnprintf(text, sizeof(text), format, ap);

	p->message.p = text;
	p->message.n = n < 0 ? 0 : (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1;
	if (w->check->problem)
		w->check->problem(w->check->context, p);
}

void
ledger_problem_tell(struct ledger_walk *w, int64_t seq, const char *kind, const char *format, ...)
{
	struct ledger_problem p = {.seq = seq, .kind = kind};
	va_list ap;

	w->problems++;
	va_start(ap, format);
	tell(w, &p, format, ap);
	va_end(ap);
}

void
ledger_note_tell(struct ledger_walk *w, int64_t seq, const char *kind, const char *format, ...)
{
	struct ledger_problem p = {.seq = seq, .kind = kind, .note = true};
	va_list ap;

	va_start(ap, format);
	tell(w, &p, format, ap);
	va_end(ap);
}
