/* SPDX-License-Identifier: MIT */
/* ledger_view.h: how `sluice ledger` tells of events, proofs and problems. */
#ifndef CLI_LEDGER_VIEW_H
#define CLI_LEDGER_VIEW_H

#include "receipt.h"
#include "actions.h"

struct ledger_telling {
	struct arena *a;
	const char *format; /* "text", "jsonl", "csv", "ocsf" */
	struct str origin;  /* the log's name; of "ocsf" */
	struct err *err;
};
bool ledger_tell(void *telling, const struct ledger_event *event);
/* Appends the event as an OCSF line; ERR_INPUT where its body can't be read. */
bool ledger_ocsf(const struct ledger_telling *t, const struct ledger_event *e, struct buf *out);
void ledger_head_line(const char *format);

struct ledger_showing {
	struct arena *a;
	struct store *store;
	bool found;
};
bool ledger_show(void *showing, const struct ledger_event *event);

struct ledger_proof {
	struct arena *a;
	int64_t seq;
	struct str note;
	struct checkpoint head;
	struct tree_proof path;
};
bool ledger_prove(void *proof, const struct ledger_event *event);

struct ledger_verdict {
	const char *only; /* a kind of problem, or NULL */
	bool json, live;
	size_t told;
};
void ledger_problem(void *verdict, const struct ledger_problem *p);
void ledger_progress(void *verdict, int64_t done, int64_t total);
void ledger_verdict_end(const struct ledger_verdict *v, int64_t events, bool judged);

#endif
