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

static void
scene_service(struct scene *s, size_t i, const char *name)
{
	s->services[i] = (struct trust_service){.name = str_from(name),
	    .scope = STR("*"),
	    .purpose = SERVICE_POLICY,
	    .key = *key_public(s->keys[i]),
	    .from_us = NOW_US - DAY_US,
	    .until_us = NOW_US + DAY_US};
	public_key_id(&s->services[i].key, s->services[i].id);
}

static void
scene_begin(struct scene *s)
{
	const struct bundle_file files[] = {{BUNDLE_POLICY, STR("team.yaml"), STR(TEAM_YAML)},
	    {BUNDLE_POLICY, STR("base.yaml"), STR(BASE_YAML)},
	    {BUNDLE_SUITE, STR("team.test.yaml"), STR(SUITE_YAML)},
	    {BUNDLE_PROGRAM, STR("programs/math.py"), STR("import math\n")}};

	*s = (struct scene){.a = arena_new((size_t)1 << 30)};
	assert_non_null(s->a);
	for (size_t i = 0; i < KEYS; i++)
		assert_non_null(s->keys[i] = key_new(&s->err));
	scene_service(s, DESK, "desk");
	scene_service(s, SECOND, "second");
	s->trust = (struct trust){.services = s->services,
	    .service_count = 2,
	    .policies = {.signed_only = true, .signatures = 2}};
	memcpy(s->files, files, sizeof(files));
	s->policies[0] = (struct bundle_policy){STR("team"), STR("team.yaml"), 3};
	s->b = (struct bundle){.name = {.id = STR("team"), .revision = 7},
	    .made_us = NOW_US,
	    .not_before_us = NOW_US,
	    .not_after_us = NOW_US + DAY_US,
	    .policies = s->policies,
	    .policy_count = 1,
	    .files = s->files,
	    .count = ARRAY_LENGTH(files),
	    .label = "x.bundle"};
}

static void
scene_end(struct scene *s)
{
	for (size_t i = 0; i < KEYS; i++)
		key_free(s->keys[i]);
	arena_free(s->a);
}

static void
scene_write(struct scene *s)
{
	if (!bundle_write(s->a, &s->b, &s->err))
		fail_msg("%s", s->err.message);
}

static void
scene_sign(struct scene *s, int key)
{
	if (!envelope_add(&s->b.envelope, s->keys[key], &s->err))
		fail_msg("%s", s->err.message);
}

/* The file: a draft where nobody has signed. */
static struct str
scene_file(struct scene *s)
{
	struct str kept = s->b.envelope.payload;
	struct buf out;

	if (s->b.envelope.count == 0)
		return kept;
	buf_init(&out, BUNDLE_BYTES_MAX);
	assert_true(envelope_write(&s->b.envelope, &out, &s->err));
	assert_true(arena_copy(s->a, buf_view(&out), &kept));
	buf_release(&out);
	return kept;
}

static struct str
scene_signed(struct scene *s)
{
	scene_write(s);
	scene_sign(s, DESK);
	scene_sign(s, SECOND);
	return scene_file(s);
}

#endif
