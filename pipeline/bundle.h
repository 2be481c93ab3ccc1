/* SPDX-License-Identifier: MIT */
/*
 * bundle.h: policies as one signed file, from their author's machine to the one that runs under
 * them.
 *
 * A bundle is an in-toto statement (version 1) in canonical JSON. Its subjects are the files that
 *it holds, by digest; its predicate, `urn:sluice:policy-bundle:v1`, is the manifest with the files'
 * texts:
 *
 *	{"files": [{"bytes": 812, "kind": "policy", "name": "team.yaml", "sha256": "..", "text":
 *".."}], "id": "team", "interpreter": "cpython-3.11", "made_us": .., "not_after_us": ..,
 *	 "not_before_us": .., "policies": [{"file": "team.yaml", "id": "team", "revision": 3}],
 *	 "revision": 7, "table_sha256": "..", "v": 1}
 *
 * As a draft that is the file itself; signed, it is the payload of a DSSE envelope with one
 * signature a key (trust.h). There is one text for one bundle: what is read is written again and
 * compared. A file's name is a key in that list and is never a path of the machine.
 *
 * Sources: in-toto attestation v1, DSSE v1, RFC 8785.
 */
#ifndef PIPELINE_BUNDLE_H
#define PIPELINE_BUNDLE_H

#include "policy.h"
#include "trust.h"

#define BUNDLE_PREDICATE_TYPE "urn:sluice:policy-bundle:v1"
#define BUNDLE_BYTES_MAX ENVELOPE_BYTES_MAX /* of the signed file */
#define BUNDLE_FILES_MAX 256
#define BUNDLE_POLICIES_MAX 64
#define BUNDLE_REVISION_MAX INT64_C(1000000000)
#define BUNDLE_CLOCK_SLACK_US INT64_C(60000000) /* between the clocks of two machines */

enum bundle_kind {
	BUNDLE_NONE = 0,
	BUNDLE_POLICY,  /* a policy, or what one stands on */
	BUNDLE_SUITE,   /* its tests: NAME.test.yaml is for NAME.yaml */
	BUNDLE_PROGRAM, /* that a suite names */
};
const char *bundle_kind_name(enum bundle_kind k);

struct bundle_file {
	enum bundle_kind kind;
	struct str name, text;
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
	struct envelope envelope; /* the statement; no signatures: a draft */
	const char *label;        /* how errors name it */
};

/* `policies` of a bundle, as its statement has it: the member, in an object that is open. */
void bundle_policies_json(const struct bundle *b, struct json_writer *w);
/* The statement of id, revision, times, policies and files; sorts them; fills the rest. */
bool bundle_write(struct arena *a, struct bundle *b, struct err *err);
/* A draft or a signed file, strictly; verifies no signature. `label` must live as long. */
bool bundle_read(
    struct arena *a, struct str bytes, const char *label, struct bundle *out, struct err *err);
bool bundle_id_is_plain(struct str id);

/* What bundle_gather puts into one. */
struct bundle_wish {
	const char *policy; /* a file */
	const char *const *suites;
	size_t suite_count;
};
/* Adds the policy with all that it extends and names, its suites and the programs that they name.
 */
bool bundle_gather(struct arena *a, const struct bundle_wish *wish, const char *shipped_folder,
    struct bundle *b, struct err_list *errs);

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
