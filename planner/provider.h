/* SPDX-License-Identifier: MIT */
/*
 * provider.h: one request to a model and one reply, whatever speaks for the model.
 *
 * A provider returns false (ERR_PROVIDER) only where no reply came; how a reply ended is `finish`,
 * and only FINISH_STOP may be read any further. A provider keeps its state in the arena that it was
 * opened with.
 */
#ifndef PLANNER_PROVIDER_H
#define PLANNER_PROVIDER_H

#include "spending.h"
#include "watch.h"

enum finish {
	FINISH_UNKNOWN = 0, /* nobody said how it ended: never used */
	FINISH_STOP,
	FINISH_LENGTH,   /* cut at the token limit */
	FINISH_REFUSED,  /* the model declined */
	FINISH_FILTERED, /* the provider's filter took it */
	FINISH_TOOL,     /* the model called a tool, and none was offered */
	FINISH_EMPTY,    /* ended well, and said nothing */
};
const char *finish_name(enum finish f);
enum finish finish_find(struct str name); /* FINISH_UNKNOWN where none has it */

struct message {
	const char *role; /* "system", "user", "assistant" */
	struct str text;
};

struct model_request {
	const char *name; /* of the reply's schema: "plan_1" */
	const struct message *messages;
	size_t count;
	struct str schema; /* that the reply must fit, as JSON */
	int64_t max_tokens;
	int64_t deadline_us;
	bool repair;               /* the model for repairs is asked first, where there is one */
	bool impatient;            /* a server that asks for a long wait is left to another model */
	const struct watch *watch; /* may be NULL */
};

struct model_reply {
	enum finish finish;
	enum model_trouble trouble; /* where no reply came */
	struct str text;            /* FINISH_STOP: what the model said */
	struct str hint; /* why this reply may be worse than the model could; may be empty */
	struct str note; /* else: the model's or the provider's words, for a person; may be empty */
	struct str model, id, fingerprint; /* as the provider names them; may be empty */
};

struct provider;

/* Opens the providers that `spec` names: the model's, and those of its fallbacks. */
bool provider_open(
    struct arena *a, const struct model_spec *spec, struct provider **out, struct err *err);
/* `scratch` holds the reply. *spending gets whatever was spent, also where it fails. */
bool provider_ask(struct provider *p, struct arena *scratch, const struct model_request *request,
    struct spending *spending, struct model_reply *out, struct err *err);
/* True where the last reply may also be one fenced block, because nothing holds its model to the
 * schema; before any reply, where one of the models is that free. */
bool provider_is_free_form(const struct provider *p);
/* True where the schema goes out with each request; else the prompt must quote it. */
bool provider_sends_schema(const struct provider *p);

size_t provider_models(const struct provider *p, struct planner_model out[PLANNER_MODELS_MAX]);
struct str provider_answered(const struct provider *p);

struct provider_traits {
	bool free_form, sends_schema;
};

/* The functions of a kind of provider. */
struct provider_kind {
	const char *name; /* NULL: it has many, the profiles' */
	bool (*open)(struct arena *a, const struct model_spec *spec, void **state,
	    struct provider_traits *traits, struct err *err);
	bool (*ask)(void *state, struct arena *scratch, const struct model_request *request,
	    struct spending *spending, struct model_reply *out, struct err *err);
};
extern const struct provider_kind PROVIDER_SCRIPT, PROVIDER_COMMAND, PROVIDER_REMOTE;

#endif
