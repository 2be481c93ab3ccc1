/* SPDX-License-Identifier: MIT */
/*
 * bundle_scene.h: a bundle that two desks have signed and a machine believes, to be spoiled in one
 * place. `base` is not offered; `team` extends it, and has rules with tests and a suite.
 */
#ifndef BUNDLE_SCENE_H
#define BUNDLE_SCENE_H

#include "test.h"

#include "installed.h"

#define DAY_US INT64_C(86400000000)
#define NOW_US (20000 * DAY_US)

enum { DESK, SECOND, STRANGER, KEYS };

#define BASE_YAML                                                                                  \
	"apiVersion: sluice/v1\nid: base\nrevision: 1\nimports: {allow: [math]}\n"                 \
	"builtins: {allow: [print]}\nlimits: {wall_s: 5}\n"
#define TEAM_YAML                                                                                  \
	"apiVersion: sluice/v1\nid: team\nrevision: 3\nextends: [base]\n"                          \
	"imports: {deny: [math]}\n"
#define SUITE_YAML                                                                                 \
	"apiVersion: sluice-test/v1\npolicy: team\nlimits: {wall_s: 5}\ncases:\n"                  \
	"  - {name: prints, code: \"print(1)\", expect: allow}\n"                                  \
	"  - {name: math, file: programs/math.py, expect: deny, findings: {import.denied: 1}}\n"

struct scene {
	struct arena *a;
	struct secret_key *keys[KEYS];
	struct trust trust;
	struct trust_service services[KEYS];
	struct bundle_file files[8];
	struct bundle_policy policies[4];
	struct bundle b;
	struct err err;
	struct err_list errs;
};

/* Begins with the bundle as it should be; whatever a case spoils, it spoils before scene_write. */
void scene_begin(struct scene *s);
void scene_end(struct scene *s);
/* Has the trust file believe key `i` as a policy service called `name`. */
void scene_service(struct scene *s, size_t i, const char *name);
void scene_write(struct scene *s);
void scene_sign(struct scene *s, int key);
/* The list's text: a draft where nobody has signed. */
struct str scene_file(struct scene *s);
/* Written, signed by both desks, and its text. */
struct str scene_signed(struct scene *s);

#endif
