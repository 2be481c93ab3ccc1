/* SPDX-License-Identifier: MIT */
/*
 * config.h: the file of settings, for what would else be said with every call.
 *
 *     store: postgresql:///sluice      # an option's name without its dashes, for all verbs that
 * take it trust: trust.yaml                # paths are seen from the file's own folder serve: # a
 * verb's name: for this verb alone tokens: tokens.yaml host: [sluice.example.net]
 *
 * The file is SLUICE_CONFIG, else $XDG_CONFIG_HOME/sluice/sluice.yaml, else
 * /etc/sluice/sluice.yaml; none of them has to exist. It must belong to root or to the calling
 * user, and other users must not be able to write it.
 */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "call.h"

enum setting_where { ANYWHERE = 1, IN_VERB };
struct setting { /* of settings.def */
	enum option_id id;
	const char *variable; /* of the environment, which wins; NULL where there is none */
	enum setting_where where;
};
enum {
#define SETTING(member, variable, where) SETTING_##member,
#include "settings.def"
#undef SETTING
	SETTING_COUNT
};

struct config {
	struct json_doc doc;
	const char *path; /* NULL: there is none */
};

bool config_knows(enum option_id id); /* whether it may stand in the file */
/* Reads the file, where there is one, and checks all of it. */
bool config_read(struct arena *a, struct config *out, struct err_list *errs);
/* The file's value of an option to an action: a scalar, or a list of them; NULL where it says
 * nothing, or the environment wins. */
const struct json_node *config_get(
    const struct config *c, const char *action_path, enum option_id id);
/* A scalar of it as an option's value: a path is seen from the file's folder. */
const char *config_value(
    struct arena *a, const struct config *c, enum option_id id, const struct json_node *n);

#endif
