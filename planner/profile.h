/* SPDX-License-Identifier: MIT */
/*
 * profile.h: how a provider's HTTP API differs from the others, as data: planner/profiles.json, or
 * a file of the operator's.
 *
 * Nothing is sent that the profile does not name. A profile may have rows by what a model's name
 * `starts` with or `holds` (`models`), of which the first that fits wins over the profile's own
 * settings.
 */
#ifndef PLANNER_PROFILE_H
#define PLANNER_PROFILE_H

#include "planner.h"
#include "transport.h"

struct wire;

enum profile_format { /* what holds the model to the reply schema */
	PROFILE_NOTHING = 0,
	PROFILE_JSON_OBJECT,
	PROFILE_JSON_SCHEMA,
};

#define PROFILE_HEADERS_MAX 8

struct profile {
	struct str name;
	const struct wire *wire;
	enum profile_format format;
	/* {model}, {api_version} and {region} are replaced by the settings of those names. */
	struct str url, path;
	struct str stream_path; /* where a stream has an address of its own; else empty */
	struct str key_header, key_prefix;
	struct str aws_service; /* of whoever wants requests signed instead; else empty */
	struct str tokens;      /* the name of the token limit */
	bool free_form;         /* a reply may be a fenced block */
	bool stream_usage;      /* a stream tells its usage when asked to */
	bool cache_marks; /* the end of what does not change is marked for the provider's cache */
	bool truncates;   /* a prompt that is too long is cut silently */
	struct header headers[PROFILE_HEADERS_MAX];
	size_t header_count;
	const struct json_doc *doc;    /* that `extra` points into */
	const struct json_node *extra; /* members to send as they are; may be NULL */
};

/* Finds the profile that `spec` names. `a` keeps it. */
bool profile_find(
    struct arena *a, const struct model_spec *spec, struct profile *out, struct err *err);
/* The address of a request: base and path, with the names filled in. */
bool profile_address(struct arena *a, const struct profile *p, const struct model_spec *spec,
    struct str *out, struct err *err);

#endif
