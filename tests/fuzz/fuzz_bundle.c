/* SPDX-License-Identifier: MIT */
/* A bundle's list: what is read names files below its folder alone, and nobody believes it
 * unsigned. */
#include "tape.h"

#include "bundle.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct trust nobody = {.policies = {.signatures = 1}};
	struct str text = {(const char *)data, size};
	struct arena *a = arena_new((size_t)256 << 20);
	struct bundle b;
	struct err err = {.code = ERR_NONE};

	MUST(a != NULL);
	if (!bundle_parse(a, text, "x", &b, &err)) {
		MUST(err.code != ERR_NONE && b.count == 0 && b.policy_count == 0);
	} else {
		MUST(bundle_id_is_plain(b.name.id) && b.policy_count > 0);
		MUST(!bundle_trusted(&b, &nobody, b.not_before_us, &err));
		for (size_t i = 0; i < b.count; i++)
			MUST(b.files[i].name.n > 0 && b.files[i].name.p[0] != '/' &&
			     str_find(b.files[i].name, STR(".."), 0) != 0);
	}
	arena_free(a);
	return 0;
}
