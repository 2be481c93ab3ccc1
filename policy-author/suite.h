/* SPDX-License-Identifier: MIT */
/*
 * suite.h: tests of a policy: what its rules say inline, and `*.test.yaml` suites beside it.
 *
 * An inline sample passes where the verdict is the one of its list and every finding is of its
 * rule. A suite's case passes where the verdict is the expected one and the findings are exactly
 * the expected rules on the expected lines. What is not a test that could fail is broken, which is
 * worse than a failure: unknown rules and keys, no cases, the same code twice, code that does not
 * parse. docs/policy-tests.md is the manual for authors.
 */
#ifndef POLICY_SUITE_H
#define POLICY_SUITE_H

#include "policy.h"

#define SUITE_BYTES_MAX ((size_t)1 << 20)
#define SUITE_SAMPLE_BYTES_MAX ((size_t)256 << 10) /* of a `file` */

struct sample_finding {
	struct str rule;
	unsigned line; /* of the code, from 1 */
};

struct sample_findings { /* by line, then rule */
	struct sample_finding *items;
	size_t count, capacity;
};

struct sample {
	struct str name; /* "open-scope deny 2", or the case's own */
	struct str rule; /* an inline sample's, else empty */
	struct str code;
	enum decision expect;
	struct sample_findings findings;    /* of a case */
	struct sample_findings obligations; /* of a case, where it names them */
	bool has_obligations;
	const char *file;      /* where the test stands */
	unsigned line, column; /* from 1 */
	bool is_code_refused;  /* it expects a finding of `syntax.` or `source.` */
};

struct suite_limit { /* a limit as it must be: its name, and the amount in the policy's unit */
	struct str name;
	int64_t amount;
	const char *file;
	unsigned line;
};

struct suite {
	const struct policy *policy;
	const char *path; /* the policy's file */
	struct sample *samples;
	size_t count, capacity;
	struct suite_limit *limits;
	size_t limit_count, limit_capacity;
};

enum sample_outcome { SAMPLE_BROKEN = 0, SAMPLE_FAILED, SAMPLE_PASSED };

struct sample_result {
	struct str name;
	const char *file;
	unsigned line;
	const struct sample *sample; /* NULL: of a limit */
	enum sample_outcome outcome;
	struct policy_verdict verdict;
	struct str want, got; /* one line each */
};

struct suite_result {
	struct sample_result *items; /* one a sample, then one a limit */
	size_t count, failed, broken;
};

/* The inline tests of the rules in the policy's own file. */
bool suite_load_rules(struct arena *a, struct suite *s, struct err_list *errs);
/* Adds the cases of a suite's file. All mistakes at once, each at its place. */
bool suite_load_file(struct arena *a, struct suite *s, const char *path, struct err_list *errs);
/* The same of one among texts that stand for files, as do the programs that it names. */
bool suite_load_open(struct arena *a, struct suite *s, const struct policy_texts *texts,
    const char *path, struct err_list *errs);
/* The names of the programs that a suite's text names as `file`. */
bool suite_programs(
    struct arena *a, struct str text, struct str **names, size_t *count, struct err_list *errs);
/* Reports where there is nothing to run, or two tests are the same. */
bool suite_finish(const struct suite *s, struct err_list *errs);
/* Samples that don't parse are added to `errs`. False only where the world failed. */
bool suite_run(struct arena *a, const struct suite *s, struct suite_result *out,
    struct err_list *errs, struct err *err);
/* Whether the policy's verdict on one sample is the expected one: for policies that differ. */
bool sample_holds(struct arena *a, const struct policy *p, const struct sample *s,
    struct policy_verdict *verdict, struct err *err);
/* Whether the policy has exactly this limit. */
bool suite_limit_holds(const struct policy *p, const struct suite_limit *l, int64_t *amount);

#define SUITE_SUFFIX STR(".test.yaml")
/* The policies and suites of a folder, with its path before them, sorted. */
bool suite_folder(
    struct arena *a, const char *folder, const char ***out, size_t *count, struct err *err);
/* NAME.test.yaml and NAME.part.test.yaml belong to NAME.yaml; the longest name that is there. */
const char *suite_policy(struct arena *a, const char *suite);
/* The suites that lie beside a policy's file and belong to it. */
bool suites_beside(
    struct arena *a, const char *policy, const char ***out, size_t *count, struct err *err);

enum suite_format { SUITE_HUMAN = 0, SUITE_JUNIT, SUITE_JSON };

struct coverage;

struct suite_report {
	const struct suite *suite;
	const struct suite_result *result;
	const struct coverage
	    *coverage; /* NULL where it was not measured; human and JSON tell it */
};
void suite_report(const struct suite_report *reports, size_t count, enum suite_format format,
    bool colour, struct buf *out);

/* The JSON Schemas of suites and of policies, as texts. */
struct str suite_schema(void);
struct str policy_schema_text(void);

#endif
