/* SPDX-License-Identifier: MIT */
#include "bundle_scene.h"

void
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

void
scene_begin(struct scene *s)
{
	const struct bundle_file files[] = {{.name = STR("team.yaml"), .text = STR(TEAM_YAML)},
	    {.name = STR("base.yaml"), .text = STR(BASE_YAML)},
	    {.name = STR("team.test.yaml"), .text = STR(SUITE_YAML)},
	    {.name = STR("programs/math.py"), .text = STR("import math\n")}};

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

void
scene_end(struct scene *s)
{
	for (size_t i = 0; i < KEYS; i++)
		key_free(s->keys[i]);
	arena_free(s->a);
}

void
scene_write(struct scene *s)
{
	if (!bundle_write(s->a, &s->b, &s->err))
		fail_msg("%s", s->err.message);
}

void
scene_sign(struct scene *s, int key)
{
	if (!envelope_add(&s->b.envelope, s->keys[key], &s->err))
		fail_msg("%s", s->err.message);
}

struct str
scene_file(struct scene *s)
{
	struct str kept = s->b.envelope.payload;
	struct buf out;

	if (s->b.envelope.count == 0)
		return kept;
	buf_init(&out, BUNDLE_LIST_BYTES_MAX);
	assert_true(envelope_write(&s->b.envelope, &out, &s->err));
	assert_true(arena_copy(s->a, buf_view(&out), &kept));
	buf_release(&out);
	return kept;
}

struct str
scene_signed(struct scene *s)
{
	scene_write(s);
	scene_sign(s, DESK);
	scene_sign(s, SECOND);
	return s->b.list = scene_file(s);
}
