/* SPDX-License-Identifier: MIT */
/*
 * installed.h: the bundles that are in force on a machine.
 *
 * The trust file names their folder (default: `bundles`, next to it). It holds the bundles'
 * folders, unchanged, and `installed.json`, which records for each id the highest revision that was
 * ever installed, its digest, the time, and the policies that it offers. Opening a bundle reads and
 * verifies the signed file again, so that an edited, replaced, revoked or expired file is refused
 * by name, and nothing is used in its place.
 *
 * This can't detect someone who may write to the folder, puts an older signed bundle there and
 * edits installed.json, too. That is why others than root and the caller may not, and why an
 * installation is noted in the ledger.
 */
#ifndef PIPELINE_INSTALLED_H
#define PIPELINE_INSTALLED_H

#include "bundle.h"

#define INSTALLED_MAX 256

struct installed { /* one that is in force */
	struct str id;
	int64_t revision, installed_us;
	char sha256[DIGEST_HEX_BYTES]; /* of the statement */
	const struct str *policies;
	size_t policy_count;
};

struct installed_place {
	const struct trust *trust;
	const char *folder;
	struct installed *items; /* by id */
	size_t count;
	int64_t seen_us; /* the latest moment that was seen here */
};

/* Reads what is installed: nothing, where the folder is not there. */
bool installed_read(struct arena *a, const struct trust *t, const char *trust_path,
    struct installed_place *out, struct err *err);
const struct installed *installed_find(const struct installed_place *p, struct str id);
/* The one that offers a policy of that id; NULL where none does. */
const struct installed *installed_offers(const struct installed_place *p, struct str policy);
/* The bundle's folder, read and judged again at `now_us`; ERR_REFUSED says by name what is wrong.
 */
bool installed_open(struct arena *a, const struct installed_place *p, const struct installed *which,
    int64_t now_us, struct bundle *out, struct err *err);
/* Remembers the moment, where this user may write there and it is a minute since the last. */
void installed_seen(const struct installed_place *p, int64_t now_us);

/*
 * Puts a bundle into force that was judged (bundle_trusted) and proved: all of it or nothing,
 * also where the process is killed or the disk is full. Refused: a lower
 * revision than was ever installed, the same with other content, a policy that another bundle
 * offers. *fresh is false where the very same was in force already. The folder is made where it is
 * not there.
 */
bool installed_put(struct arena *a, const struct trust *t, const char *trust_path,
    const struct bundle *b, int64_t now_us, bool *fresh, struct err *err);
/* Whether installed_put would refuse it: for who wants to know first. */
bool installed_may_put(
    const struct installed_place *p, const struct bundle *b, int64_t now_us, struct err *err);

#endif
