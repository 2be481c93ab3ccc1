/* SPDX-License-Identifier: MIT */
/* A line of the Model Context Protocol: whatever it is, what is said to it is whole lines of JSON-RPC
 * with the line's own id, and nothing but a request is answered. */
#include "mcp.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MUST(condition)                                                                            \
	do {                                                                                       \
		if (!(condition))                                                                  \
			abort();                                                                   \
	} while (0)

static struct serving *serving;
static const volatile int stop = 0;

/* It may read and check; nothing that it says makes a run. */
static const struct caller WHO = {
    .id = "fuzz", .rights = RIGHT_CHECK | RIGHT_READ, .until_us = INT64_MAX};

static char folder[] = "/tmp/sluice-fuzz-XXXXXX";

static void
leave(void)
{
	static const char *const files[] = {"store.db", "store.db-shm", "store.db-wal",
	    "store.db.key", "store.db.vault", "store.db.vault-shm", "store.db.vault-wal"};
	char path[64];

	for (size_t i = 0; i < ARRAY_LENGTH(files); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, files[i]);
		(void)unlink(path);
	}
	(void)rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static struct service_options o = {.policy = FUZZ_POLICIES "/pure-compute.yaml"};
	static struct arena *a; /* of the service, to the end of the process */
	struct err_list errs;

	(void)argc;
	(void)argv;
	a = arena_new((size_t)64 << 20);
	MUST(a && mkdtemp(folder));
	o.store = arena_printf(a, "sqlite:%s/store.db", folder);
	serving = serving_begin(a, &o, &stop, &errs);
	MUST(serving && atexit(leave) == 0);
	return 0;
}

static void
judge(struct request *r, const struct mcp_message *m, enum mcp_heard heard, struct str said)
{
	struct json_doc d;
	struct err err;

	MUST(said.n > 0 && said.p[said.n - 1] == '\n');
	MUST(!memchr(said.p, '\n', said.n - 1));
	MUST(json_parse(r->a, said, "said", &JSON_LIMITS, &d, NULL, &err));
	const struct json_node *root = json_root(&d), *id = json_get(&d, root, "id");
	MUST(id && (heard == MCP_ANSWERED) == (json_get(&d, root, "result") != NULL));
	MUST((heard == MCP_REFUSED) == (json_get(&d, root, "error") != NULL));
	if (m->id)
		MUST(str_eq(json_source(&d, id), json_source(&m->doc, m->id)));
	else
		MUST(id->kind == JSON_NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mcp_message m = {.http_status = 0};
	struct mcp_call call = {.steps = 0};
	struct request r;
	struct buf out;

	MUST(request_begin(&r, serving));
	r.caller = WHO;
	r.who = &r.caller;
	buf_init(&out, REQUEST_BYTES_MAX);
	enum mcp_heard heard =
	    mcp_hear(&r, (struct str){(const char *)data, size}, &m, &call, &out);
	if (heard == MCP_SILENT || heard == MCP_WAITS)
		MUST(out.n == 0);
	else
		judge(&r, &m, heard, buf_view(&out));
	MUST(!call.owner);
	buf_release(&out);
	request_end(&r);
	return 0;
}
