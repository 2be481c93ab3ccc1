/* SPDX-License-Identifier: MIT */
/*
 * policy.h: what generated Python may do, and whether this text keeps to it.
 *
 * A policy is YAML (docs/policy.md). It is loaded once, is immutable, and may be used from several
 * threads. A check parses the text with tree-sitter, collects facts, and matches rules against
 * them; nothing is ever run. What can't be understood is refused: DECISION_DENY is zero.
 */
#ifndef POLICY_H
#define POLICY_H

#include "hash.h"
#include "limit.h"
#include "validator.h"

enum decision {
	DECISION_DENY = 0,
	DECISION_ESCALATE,
	DECISION_ALLOW,
};
const char *decision_name(enum decision d);            /* "deny", "escalate", "allow" */
bool decision_of(struct str name, enum decision *out); /* false: it is none of them */

enum severity {
	SEVERITY_CRITICAL = 0,
	SEVERITY_HIGH,
	SEVERITY_MEDIUM,
	SEVERITY_LOW,
};
const char *severity_name(enum severity s);

/* A wall of the box that can hold a rule where the text does not tell. */
enum wall { WALL_NONE = 0, WALL_FILES, WALL_ATTRIBUTES, WALLS };
const char *wall_name(enum wall w); /* "files", "attributes"; "" */

struct policy_need {                  /* who must approve an escalation */
	struct str name, role, scope; /* scope: "*", or what the role must be held for */
	int64_t n;
};

/* Whether one vote of this need lets a program run before the others have decided. */
bool policy_need_is_emergency(const struct policy_need *need);

struct policy_escalation { /* all needs, each by n distinct people; spans in microseconds */
	struct policy_need *needs;
	size_t need_count, need_capacity;
	int64_t decide_us, remind_us, use_us; /* to decide, to be reminded, to use the decision */
	int64_t reason_min;                   /* code points */
	struct str ticket; /* a regular expression, or empty: none is asked for */
	bool blind;        /* votes are hidden from whoever has not voted yet */
};

struct words {
	struct str *items;
	size_t count, capacity;
};

/* The executor's tiers (enum box_start): each has less of its own than the one before. */
enum policy_start { POLICY_FRESH = 0, POLICY_POOLED, POLICY_FORKED };
const char *policy_start_name(enum policy_start s);

struct policy_settings { /* what a policy says to the other layers; zero: nothing is allowed */
	struct limits limits;
	struct policy_escalation escalation;
	struct words requires, wants; /* guarantees: or nothing runs; or a person is asked */
	struct str venv;              /* a virtual environment; empty: none */
	struct str backend;           /* what makes the sandbox's namespaces: "bubblewrap" ... */
	enum policy_start start;      /* how early a box may be begun, and how */
	struct words warm;            /* modules that they import before the program comes */
	bool live;          /* what a program prints is told as it comes, before it is validated */
	struct str framing; /* the only one of outputs ("json", "csv" ...); empty: any */
	enum decision leaks[LEAK_CLASSES]; /* in what leaves: deny stops, escalate asks, allow only
					      notes */
	struct words tools; /* published functions that a task may use: "name" or "name@version" */
	struct words sensitive; /* patterns of names whose values must not leave, in any input */
	int64_t sample_rows;    /* of each table, masked, that a model may see */
	bool program_output;    /* a model may see what a failed program printed and raised */
	bool escalates_evasion; /* a program that hides what it does waits for a reviewer; it is
				   denied all the same */
};

struct policy_source { /* a file that the policy was read from */
	struct str name, text;
	bool attached;        /* named by it, and nothing that it is merged from: a candidate's */
	struct digest digest; /* of the text; in policy_sources alone */
};

struct policy_bundle { /* a signed bundle (bundle.h) that a policy came in */
	struct str id;
	int64_t revision;
	char sha256[65]; /* of its statement, in hex */
};

struct policy;

/* Texts for some of a policy's files, by their whole paths: of an editor, not yet saved; or `only` of
 * them, where nothing is read from the machine. They must outlive the policy. */
struct policy_texts {
	const struct policy_source *items;
	size_t count;
	bool only;
	/* Each may be NULL: gives the text of an installed pack, or an empty one; hears what was found at a path, and read there. */
	bool (*find_pack)(
	    void *context, struct arena *a, struct str package, struct str *text, struct err *err);
	void (*looked)(void *context, const char *path, bool there, const struct str *text);
	void *context;
};
/* The packs that it was read with, by number: packages that people reviewed; false behind the
 * last. */
struct policy_pack {
	struct str package, version;
	const char *sha256; /* of the file, in hex */
};
bool policy_pack_at(const struct policy *p, size_t number, struct policy_pack *out);
/*
 * Loads the policy in `path`; `extends` is looked up beside it, then in the folder of shipped
 * policies. `shipped_folder` and `open` may be NULL. All errors at once, each at its place.
 */
bool policy_load(struct arena *a, const char *path, const char *shipped_folder,
    const struct policy_texts *open, struct policy **out, struct err_list *errs);
/* The bundle that it was taken from stands in each verdict; borrowed. NULL: from none. */
void policy_comes_in(struct policy *p, const struct policy_bundle *bundle);
const struct policy_bundle *policy_bundle_of(const struct policy *p);
/* The policy as its profile has it, with a digest of its own; NULL where it has no such profile. */
struct policy *policy_profile(const struct policy *p, struct str name);
struct str policy_profile_at(const struct policy *p, size_t number); /* empty behind the last */
struct str policy_profile_name(const struct policy *p); /* which it is; empty: none was chosen */
/* The error of a name that is none, with the one that was meant; false. */
bool policy_unknown_profile(
    struct arena *a, const struct policy *p, struct str name, struct err *err);
/* Whether each of its files was built into this program. */
bool policy_is_shipped(const struct policy *p);
/* The table of names that this program judges by: whose, and its digest in hex. */
const char *policy_interpreter_name(void);
const char *policy_table_sha256(void);
/* `policy: {name, revision, sha256}` as verdicts and records have it, with `bundle: {id, revision,
 * sha256}` where it came in one. */
void policy_identity_json(const struct policy *p, struct json_writer *w);
void policy_bundle_json(const struct policy *p, struct json_writer *w); /* that member alone */

struct str policy_id(const struct policy *p);
struct str policy_title(const struct policy *p); /* one line for a person */
int64_t policy_revision(const struct policy *p);
const char *policy_digest(
    const struct policy *p); /* hex SHA-256 of everything that decides: files, tables, engine */
const struct policy_settings *policy_settings_of(const struct policy *p);
/* True where the policy admits packages outside the standard library (numpy ...): the sandbox then
 * mounts them. */
bool policy_admits_packages(const struct policy *p);
/* Its files, parents first, itself last: written side by side they load to the same digest. */
const struct policy_source *policy_sources(const struct policy *p, size_t *count);
/* Would `import module` pass? For plans. `message` gets the rule's words, may be NULL. */
enum decision policy_import(const struct policy *p, struct str module, struct str *message);

struct waiver; /* waiver.h */

/* The verdict of a policy that is tried beside the one in force. */
struct policy_trial {
	struct str policy; /* its id */
	int64_t revision;
	char sha256[65];
	enum decision decision;
};

struct finding {
	struct str rule;
	enum decision decision; /* deny or escalate */
	enum severity severity;
	struct str message; /* what is wrong */
	struct str remedy;  /* what to do instead; may be empty */
	unsigned line, column, end_line,
	    end_column;       /* from 1, columns in code points, the end exclusive */
	uint32_t at, end;     /* bytes */
	struct str snippet;   /* the source text of the span, cut to one line and 120 bytes */
	bool evasion;         /* hides what it does: no second chance for a model */
	bool whole;           /* made of places all over the program, whose last this is */
	char fingerprint[65]; /* of what may be waived: its rule and its syntax, without constants;
				 of a whole one, all of the program's */
	/* Members that decide nothing. */
	bool shadow;                      /* of a rule or a policy that is only tried */
	const struct policy_trial *trial; /* shadow: what says it */
	bool waivable;                    /* a waiver may let it pass */
	bool waived;                      /* `waiver` does */
	const struct waiver *waiver; /* that is for it, or NULL; not waived: it holds no more */
	enum wall wall;              /* of an obligation: what holds it */
};
/* Whether it counts for the verdict: neither in shadow, nor waived, nor an obligation. */
bool finding_decides(const struct finding *f);

struct policy_verdict {
	enum decision decision;   /* the strictest of the findings that decide */
	struct finding *findings; /* by place, then rule; those in shadow behind the others */
	size_t count;
	/* What `decision` rests on, by place, then rule: what the text can't decide and a wall of the
	 * box holds. The program may run if the executor shows the wall as enforced. */
	struct finding *obligations;
	size_t obligation_count;
	struct policy_trial *trials;
	size_t trial_count;
	char code_sha256[65];
	struct str facts; /* as policy_facts gives them; empty where the decision is deny */
};

/* False where the world failed (memory); the verdict is then DENY. Findings live in `a`. Same text,
 * same bytes out. */
bool policy_check(const struct policy *p, struct arena *a, struct str code,
    struct policy_verdict *out, struct err *err);
/* The place and time of a check; zeroed, it is the one of policy_check. */
struct waivers;
struct check_setting {
	int64_t now_us;       /* UTC; 0: no waiver holds */
	struct str path;      /* of the file, as its caller names it; empty: it has none */
	struct str requester; /* a principal's id, or empty; what he approved does not hold */
	const struct waiver_people *people; /* under which names people go, or NULL (waive.h) */
	const struct waivers *waivers;      /* beside the policy's own, or NULL */
	const struct policy *const *trials; /* policies to try, beside the policy's own */
	size_t trial_count;
	bool without_box; /* no executor of Sluice's runs it: obligations are escalations */
};
bool policy_check_at(const struct policy *p, struct arena *a, struct str code,
    const struct check_setting *at, struct policy_verdict *out, struct err *err);

/*
 * The gate's facts about a text, as lines that the sandbox makes again from CPython's own parse and
 * compares before it runs the text (fact_list.h in this folder has the form). False where the text
 * is no Python that the gate can read, or a ceiling was met.
 */
bool policy_facts(struct arena *a, struct str code, struct str *out, struct err *err);

/* A finding as JSON, as `sluice check --json` and run records print it: of one in shadow also
 * "shadow": true, "policy" and "policy_sha256", of a waived one "waived": true and "waiver" (its
 * id), and "expired_waiver" where the waiver for it holds no more. */
void finding_json(const struct finding *f, struct json_writer *w);
/* "obligations": [{"rule", "line", "column", "what", "wall"}]. */
void obligations_json(const struct policy_verdict *v, struct json_writer *w);
/* "shadow": [{"policy", "revision", "sha256", "verdict"}]; nothing where nothing was tried. */
void trials_json(const struct policy_verdict *v, struct json_writer *w);
/* ", waived by W-1", ", in shadow of next@2", or nothing: behind a finding's decision. */
void finding_standing(const struct finding *f, struct buf *out);
/* For a person: place, message, the line with carets, the remedy. */
void finding_render(
    const struct finding *f, const char *file, struct str source, bool colour, struct buf *out);
/* Whole reports over files. */
struct check_result {
	const char *path;
	struct str source;
	struct policy_verdict verdict;
};
enum check_format {
	CHECK_HUMAN = 0,
	CHECK_JSON,
	CHECK_SARIF,
	CHECK_JUNIT,
	CHECK_GITHUB,
};
#define CHECK_FORMATS "human|json|sarif|junit|github"
/* By its name; false where it is none. */
bool check_format_find(const char *name, enum check_format *out);
void check_report(const struct policy *p, const struct check_result *results, size_t count,
    enum check_format format, bool colour, struct buf *out);

/* Describes a rule and its remedy, if its findings are not the gate's. */
typedef void report_describe(struct str rule, struct str *about, struct str *help);
/* The kind of text that is judged, if it is no Python under a policy: a policy by lint, a document by a schema. */
struct report_kind {
	const char *suite, *class; /* of JUnit's */
	const char *language;      /* of SARIF's, as its specification lists them */
	report_describe *describe;
};
/* CHECK_SARIF, CHECK_JUNIT or CHECK_GITHUB. */
void report_kind_as(enum check_format format, const struct report_kind *kind,
    const struct check_result *results, size_t count, struct buf *out);

#endif
