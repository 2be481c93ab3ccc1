/* SPDX-License-Identifier: MIT */
/* policy_installed.c: which policies were put into force, as the ledger has it. */
#include "ledger_parts.h"
#include "parts.h"

static bool
note_installed(struct db *db, void *context, struct err *err)
{
	const struct policy_installed *b = context;
	char file[DIGEST_HEX_BYTES];

	if (!content_put_in(db, b->file, "application/json", file, err))
		return false;
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_POLICY_INSTALLED,
		.actor = b->actor,
		EVENT_VALUES({.name = "bundle", .text = str_from(b->sha256)},
		    {.name = "file", .text = str_from(file)}, {.name = "id", .text = b->id},
		    {.name = "policies", .items = b->policies, .count = b->policy_count},
		    {.name = "revision", .number = b->revision},
		    {.name = "signers", .items = b->signers, .count = b->signer_count})},
	    err);
}

bool
ledger_policy_installed(struct store *s, const struct policy_installed *b, struct err *err)
{
	struct policy_installed note = *b;

	return db_do(s->db, note_installed, &note, err);
}
