/* SPDX-License-Identifier: MIT */
/*
 * bundle.h: policies as a folder with a signed list, from their author's machine to the one that
 * runs under them.
 *
 * The folder holds the policies, their suites and the programs that these name, as plain files, and
 * `bundle.json`, which lists them. The list is an in-toto statement (version 1) in canonical JSON.
 * Its subjects are the files, by name and digest; its predicate, `urn:sluice:policy-bundle:v2`,
 *says what they offer:
 *
 *	{"id": "team", "interpreter": "cpython-3.11", "made_us": .., "not_after_us": ..,
 *	 "not_before_us": .., "policies": [{"file": "team.yaml", "id": "team", "revision": 3}],
 *	 "revision": 7, "table_sha256": ".."}
 *
 * As a draft that is `bundle.json` itself; signed, it is the payload of a DSSE envelope with one
 * signature a key (trust.h). There is one text for one list: what is read is written again and
 * compared. The folder holds exactly what the list names: a file that was added, removed, moved or
 * changed, and whatever is no plain file, is refused by its name.
 *
 * Sources: in-toto attestation v1, DSSE v1, RFC 8785.
 */
#ifndef PIPELINE_BUNDLE_H
#define PIPELINE_BUNDLE_H

#include "policy.h"
#include "trust.h"

#define BUNDLE_PREDICATE_TYPE "urn:sluice:policy-bundle:v2"
#define BUNDLE_LIST "bundle.json"
#define BUNDLE_LIST_BYTES_MAX ((size_t)1 << 20)
#define BUNDLE_BYTES_MAX ((size_t)8 << 20) /* of all files together */
#define BUNDLE_FILES_MAX 256
#define BUNDLE_POLICIES_MAX 64
#define BUNDLE_REVISION_MAX INT64_C(1000000000)
#define BUNDLE_CLOCK_SLACK_US INT64_C(60000000) /* between the clocks of two machines */

struct bundle_file {
	struct str name;               /* below the folder, with '/' */
	char sha256[DIGEST_HEX_BYTES]; /* as the list has it */
	struct str text;
};

struct bundle_policy { /* what is offered by its id */
	struct str id, file;
	int64_t revision;
};

struct bundle {
	struct policy_bundle name;                    /* id, revision, the statement's digest */
	int64_t made_us, not_before_us, not_after_us; /* since 1970; not_after is exclusive */
	struct str interpreter;
	struct str table_sha256;
	struct bundle_policy *policies; /* by id */
	size_t policy_count;
	struct bundle_file *files; /* by name */
	size_t count;
	struct str statement_type, predicate_type; /* as in-toto has them */
	struct envelope envelope;                  /* the statement; no signatures: a draft */
	struct str list;                           /* the bytes of bundle.json */
	const char *label;                         /* its folder: how errors name it */
};

/* The statement of id, revision, times, policies and files; sorts them; fills the rest. */
bool bundle_write(struct arena *a, struct bundle *b, struct err *err);
/* A list, draft or signed, strictly; verifies no signature. The files have no texts yet. `label`
 * must live as long. */
bool bundle_parse(
    struct arena *a, struct str bytes, const char *label, struct bundle *out, struct err *err);
/* Empties it and says "'label' is no bundle: " before the error; false. */
bool bundle_is_none(struct bundle *b, struct err *err);
bool bundle_id_is_plain(struct str id);

/*
 * bundle_folder.c. Reads a folder whole: the list, and the very bytes that its digests name.
 * `ours`: whose folder it must be (ours_read of trust.h says this of the list), or NULL where
 * anybody's will do, because nothing is believed yet.
 */
bool bundle_read(
    struct arena *a, const char *folder, const char *ours, struct bundle *out, struct err *err);
/* Writes list and files as that folder, whole or not at all, also where the process is killed. One
 * that is there already is an error, or with `replace` gives way and is removed. */
bool bundle_put(
    struct arena *a, const struct bundle *b, const char *folder, bool replace, struct err *err);
void bundle_remove(const char *folder);

/* The contents that bundle_gather puts into a bundle. */
struct bundle_wish {
	const char *policy; /* a file */
	const char *const *suites;
	size_t suite_count;
};
/* Adds the policy with all that it extends and names, its suites and the programs that they name.
 */
bool bundle_gather(
    struct arena *a, const struct bundle_wish *wish, struct bundle *b, struct err_list *errs);

/*
 * Whether this machine believes it at that moment: every signature is by a key for policies, in its
 * scope and time; they are of as many signers as the trust file asks for (of one at least); the
 * bundle's own time holds; it was made for this program's table. ERR_REFUSED says what is wrong, by
 * name.
 */
bool bundle_trusted(const struct bundle *b, const struct trust *t, int64_t now_us, struct err *err);
/* One signature alone: the key's line in the trust file, or why it does not count. */
bool bundle_signer(const struct bundle *b, const struct trust *t, size_t signature, int64_t now_us,
    const struct trust_service **out, struct err *err);

/* The policy that it offers under this id. */
bool bundle_open_policy(struct arena *a, const struct bundle *b, struct str id, struct policy **out,
    struct err_list *errs);
/* Loads all that it offers and runs their tests. One that fails, or a policy without any, is an
 * error, and so is a waiver that is over, and a manifest that says otherwise than the files. */
bool bundle_prove(
    struct arena *a, const struct bundle *b, int64_t now_us, size_t *tests, struct err_list *errs);

#endif
