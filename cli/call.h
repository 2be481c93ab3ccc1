/* SPDX-License-Identifier: MIT */
/*
 * call.h: one call of the program: an action, its options and words, and what it needs.
 *
 * A verb is a tree of actions (verbs.c); options.def has every option once, and an action takes
 * those that it names, no others. Dispatch, help, manual page and completion read these tables.
 */
#ifndef CLI_CALL_H
#define CLI_CALL_H

#include "cli.h"
#include "work.h"

enum option_kind {
	KIND_FLAG,   /* bool */
	KIND_TEXT,   /* const char *, NULL where it is not given; so the next two */
	KIND_FILE,   /* a path: a file or a folder */
	KIND_CHOICE, /* one of the use's choices */
	KIND_COUNT,  /* int64_t: the use's `least` to `most`, its `usual` where it is not given */
	KIND_TIME,   /* int64_t, microseconds since 1970; 0 where it is not given */
	KIND_SPAN,   /* int64_t, microseconds; -1 where it is not given */
	KIND_TEXTS,  /* struct option_values */
	KIND_FILES,
};

#define TYPE_FLAG bool
#define TYPE_TEXT const char *
#define TYPE_FILE const char *
#define TYPE_CHOICE const char *
#define TYPE_COUNT int64_t
#define TYPE_TIME int64_t
#define TYPE_SPAN int64_t
#define TYPE_TEXTS struct option_values
#define TYPE_FILES struct option_values

struct options {
#define OPTION(member, name, kind, value, help) TYPE_##kind member;
#include "options.def"
#undef OPTION
};

enum option_id {
	OPT_NONE,
#define OPTION(member, name, kind, value, help) OPT_##member,
#include "options.def"
#undef OPTION
	OPT_COUNT
};

struct option_rule { /* of options.def */
	const char *name, *value, *help;
	enum option_kind kind;
	size_t at; /* in struct options */
};
extern const struct option_rule OPTION_RULES[OPT_COUNT];

struct option_use { /* what an action says of an option that it takes */
	enum option_id id;
	const char *help;           /* NULL: the option's own */
	const char *choices;        /* "a|b", of CHOICE */
	int64_t usual, least, most; /* of COUNT; most 0: no bound */
	bool must;                  /* nothing goes without it */
	const char *value;          /* NULL: the option's own */
};
#define ACTION_USES_MAX 32

enum call_need {
	MAY_STORE = 1,      /* --store, --trust: the action opens it (call_open) */
	NEED_STORE = 2,     /* it is open when the action begins; --store, --trust */
	MAY_TRUST = 4,      /* --trust: the trust file is read where there is one */
	NEED_TRUST = 8,     /* nothing goes without a trust file; --trust */
	MAY_KEY = 16,       /* --key: who asks */
	NEED_LOOK = 32,     /* whose key it says it is; --key */
	NEED_PERSON = 64,   /* the key is unlocked, and is a person's; --key */
	MAKES_STORE = 512,  /* a store that is named and is not there is made */
	FAILS_CLOSED = 256, /* whatever is wrong, the exit code is 2 */
	ANY_TIME = 128,     /* with NEED_STORE: wherever the clock stands */
};

struct call;

/* A node of the tree. Without `run` it is a branch, and `usual` is what it does alone. */
struct action {
	const char *path;    /* "approvals approve" */
	const char *summary; /* one line */
	const char *words;   /* behind the path: "RUN", "[FILE]", "POLICY...", NULL for none */
	unsigned needs;      /* enum call_need */
	const struct option_use *uses; /* ends with OPT_NONE; NULL for none */
	const char *usual;
	const char *more;           /* what a reader of the help has to know besides, or NULL */
	const char *example;        /* behind "sluice "; NULL: the path alone */
	int (*run)(struct call *c); /* returns the exit code */
};
extern const struct action ACTIONS[];
extern const size_t ACTION_COUNT;

/* Refuses a SQLite store that --store names on the command line and that is not there, unless the action
 * makes stores, its folder is there and no store beside it is named nearly so; says when one is new. */
bool store_is_meant(struct call *c);
/* The action or branch of this path, or NULL. */
const struct action *action_find(struct str path);
/* Whether `child` stands right below `path`, a verb below "". */
bool action_is_below(const struct action *child, const char *path);
/* The options of an action: its uses, and before --json those that its needs add; returns how many. */
size_t action_options(const struct action *a, struct option_use out[ACTION_USES_MAX]);
const char *option_value_name(const struct option_use *u);

struct place { /* the store, the trust file, the person */
	struct store *store;
	struct trust *trust; /* NULL where there is no trust file */
	const char *trust_path;
	const char *key; /* its path, or NULL */
};

struct call {
	const struct action *action;
	struct options *o;
	struct option_values words; /* behind the action's path */
	struct arena *a;
	struct place place;
	const char *typed_store; /* what --store says, not the settings; NULL without */
	bool colour;             /* of standard output */
	int64_t now_us;          /* the store's time where it is open, else this machine's */
	char me[STORE_ID_BYTES]; /* empty where no key was named */
	const struct person *person;
	struct secret_key *key; /* unlocked, or NULL */
	struct err err;         /* why it can't go on: call_fail tells it */
	struct err_list errs;   /* the mistakes in what was read, if that is why */
	struct buf out;         /* what call_list and call_print print */
	struct json_writer j;
};

/* Functions that take a call and can fail return false then, with the reason in c->err or c->errs. */

/* Runs what argv says; returns the exit code. */
int call_run(int argc, char **argv);
/* The word at i behind the action, or NULL. */
const char *word(const struct call *c, size_t i);
/* Opens the store that the options name (without them SLUICE_STORE, else the user's own) and reads the trust
 * file, which has to be the one in force. */
bool call_open(struct call *c);
/* Reads the trust file that the options name into c->place; true too where there is none. */
bool call_trust(struct call *c);

/*
 * The requester, for the open store: the owner of the key, which is unlocked as proof and locked
 * again; without a key, the account on this machine.
 */
bool call_requester(struct call *c, char id[STORE_ID_BYTES]);

/* Opens a key file by the passphrase that it asks for. */
bool key_ask(struct arena *a, const char *prompt, const char *path, struct secret_key **out,
    struct err *err);

/* parse.c: fills c->o and c->words from what stands behind the action's path. Returns -1 to go on, or the exit
 * code: 0 where help was asked for and printed, 2 where something is wrong and was said. */
int parse(struct call *c, int argc, char **argv);

/* A wrong call: says it and where help is; returns the exit code. */
int call_error(const struct call *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Tells c->errs, or without any c->err; returns the exit code. */
int call_fail(const struct call *c);

/* From now on this signal does not end the process: it is noted, and call_is_interrupted says so
 * (its context is not used) until it is forgotten. */
void call_note_signal(int signal_number);
void call_forget_signals(void);
/* Notes the signals that end a process; what is not 0 from the first one on. */
const volatile int *call_stops(void);
/* The process stays, for many runs or requests: it takes the time to set up fast hashes, and keeps memory that one
 * of them gives back for the next. */
void call_lasts(void);
bool call_is_interrupted(void *context);

/* Begins c->out and c->j; call_print prints them and returns the exit code. */
void call_begin(struct call *c);
int call_print(struct call *c);
/* The same, with this exit code where it was printed. */
int call_end(struct call *c, int code);
struct form; /* record.h */

/* How the things of a list are told: as elements of a JSON array, by `form` or `put`; or by `draw`,
 * below `heading` (NULL: each tells what it is), and `none` without any. */
struct call_list {
	const struct form *form;
	void (*put)(struct call *c, const void *item);
	void (*draw)(struct call *c, const void *item);
	const char *heading, *none;
};
/* `count` things of `size` bytes each. Returns the exit code. */
int call_list(
    struct call *c, const struct call_list *list, const void *items, size_t count, size_t size);

/* help.c: of an action or a branch, or of the whole program (NULL). */
void help_print(const struct action *a, struct buf *out);
void help_choices(const struct option_use *u, struct buf *out);
/* Writes an option's purpose, its choices and its default. */
void help_of_option(const struct option_use *u, struct buf *out);
/* keys_list.c: "valid", "revoked", "not yet" or "expired": a key, or a role (revoked_us 0: not revoked). */
const char *key_standing(int64_t from_us, int64_t until_us, int64_t revoked_us, int64_t now_us);
/* cmd_keys.c: a line of a trust file's `services`; `span`: when the key counts. */
#define SPAN_TO_FILL "from: .., until: .."
void service_line(struct buf *out, struct str name, const char *purpose,
    const struct public_key *key, const char *span);
/* trust_init.c: the text of a trust file for one person, who may approve his own runs; made with the
 * log's and the worker's key of the store at `where`. */
bool trust_of_one(struct arena *a, const char *where, const char *id, const struct public_key *key,
    struct buf *out, struct err *err);
/* serve_demo.c: fills what `sluice serve --demo` needs into c->o, says where to look. */
bool demo_prepare(struct call *c, const char *program);
/* manual.c: tables that end with a name of NULL; and the page. */
struct named {
	const char *name, *says;
};
extern const struct named EXIT_CODES[], VARIABLES[];
void manual_print(struct buf *out);
/* completion.c */
int completion(struct call *c);
int help(struct call *c);

#endif
