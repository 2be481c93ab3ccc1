/* SPDX-License-Identifier: MIT */
/* bundles.h: what the words of `sluice policy bundle` share. */
#ifndef CLI_BUNDLES_H
#define CLI_BUNDLES_H

#include "installed.h"
#include "place.h"

#define BUNDLES_BYTES_MAX ((size_t)2 << 30)

struct bundles_options {
	struct option_values words; /* the action's name first */
	struct place_options place;
	const char *id, *revision, *from, *until, *out;
	bool json;
};

struct bundles {
	const struct verb *verb;
	const struct bundles_options *o;
	struct arena *a;
	const char *trust_path; /* NULL where there is none */
	struct trust *trust;
	int64_t now_us;
};

typedef int bundles_action(struct bundles *w);
bundles_action bundle_create, bundle_sign, bundle_show, bundle_install;

/* Reads the trust file; false (told) where it is wrong. Without one, w->trust is NULL. */
bool bundles_trust(struct bundles *w, struct err_list *errs);
/* What it is, for a person: id, times, policies, files. */
void bundles_draw(const struct bundle *b, struct buf *out);
const char *bundles_day(struct bundles *w, int64_t us);
/* Whose keys have signed it; only for one that is trusted. */
const char *const *bundles_signers(struct bundles *w, const struct bundle *b, size_t *count);

#endif
