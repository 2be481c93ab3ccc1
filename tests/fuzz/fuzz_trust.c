/* SPDX-License-Identifier: MIT */
/* What is signed has one text: whatever is read, written again, is the same bytes. */
#include "tape.h"

#include "envelope.h"

static void
check_canonical(struct arena *a, struct str text)
{
	struct json_doc d;
	struct str again;
	struct err err;

	if (json_parse_canonical(a, text, NULL, &JSON_LIMITS, &d, &err)) {
		check_tape(&d);
		MUST(json_canonical_text(a, text, &again, &err) && str_eq(again, text));
	} else if (json_canonical_text(a, text, &again, &err)) {
		MUST(!str_eq(again, text));
		MUST(json_parse_canonical(a, again, NULL, &JSON_LIMITS, &d, &err));
	}
}

static void
check_statements(struct arena *a, struct str text)
{
	struct approval_rule rule;
	struct delegation d;
	struct str again;
	struct vote v;
	struct err err;

	if (vote_read(a, text, &v, &err)) {
		MUST(v.decision != VOTE_NONE);
		MUST(vote_statement(a, &v, &again, &err) && str_eq(again, text));
	}
	if (delegation_read(a, text, &d, &err))
		MUST(delegation_statement(a, &d, &again, &err) && str_eq(again, text));
	if (approval_rule_read(a, text, &rule, &err))
		MUST(rule.need_count > 0 && approval_rule_write(a, &rule, &again, &err) &&
		     str_eq(again, text));
}

static void
check_envelope(struct arena *a, struct str text)
{
	static const struct public_key nobody;
	struct envelope e;
	struct err err = {.code = ERR_NONE};

	if (!envelope_read(a, text, &e, &err)) {
		MUST(err.code != ERR_NONE && e.count == 0);
		return;
	}
	MUST(e.count >= 1 && e.count <= 8 && e.payload.n <= text.n);
	for (size_t i = 0; i < e.count; i++)
		MUST(
		    !envelope_verify(&e, i, &nobody) && is_digest(str_from(e.signatures[i].keyid)));
	check_statements(a, e.payload);
}

/* A key has one text. */
static void
check_key(struct str text)
{
	struct public_key k;
	struct buf again;
	struct err err;

	if (!person_key_read(text, &k, &err))
		return;
	buf_init(&again, 1024);
	public_key_write(&k, &again);
	MUST(str_eq(buf_view(&again), text));
	buf_release(&again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};
	struct arena *a = arena_new((size_t)64 << 20);

	check_canonical(a, text);
	check_key(text);
	check_envelope(a, text);
	check_statements(a, text);
	arena_free(a);
	return 0;
}
