/* SPDX-License-Identifier: MIT */
/* receipt_write.h: what a receipt is written from. Private to this folder. */
#ifndef STORE_RECEIPT_WRITE_H
#define STORE_RECEIPT_WRITE_H

#include "receipt.h"

struct receipt_event {
	int64_t seq;
	struct str body;
	struct tree_proof proof;
};

struct receipt_material {
	struct arena *a;
	struct stored_run run; /* as it ends */
	int64_t made_us, code_bytes, output_bytes;
	/* Contents as they are stored; empty where there is none. */
	struct str subject, findings, result;
	struct str request;        /* the act that asked for the run, or empty: nobody signed one */
	struct json_doc record;    /* no nodes where there is none */
	struct json_doc execution; /* the record that says how the code ran */
	struct json_doc decided;   /* the subject, read */
	struct stored_approval *approvals;
	struct evidence *evidence; /* of the approvals */
	size_t approval_count;
	struct str origin, checkpoint;
	struct receipt_event *events;
	size_t event_count;
};

/* The statement, canonical; the arena's. */
bool receipt_write(const struct receipt_material *m, struct str *out, struct err *err);

#endif
