/* SPDX-License-Identifier: MIT */
#include "spec.h"

#include "backend.h"
#include "ceilings.h"
#include "wire.h"

bool
limits_check(const struct limits *l, struct err *err)
{
	for (size_t i = 0; i < LIMITS; i++) {
		const struct limit *one = &LIMIT_LIST[i];
		int64_t amount = limits_get(l, i);

		if (amount < (one->least == LIMIT_OPEN ? 0 : one->least)) {
			err_set(err, ERR_INPUT, "the limit '%s' is not above 0", one->member);
			return err_help(err,
			    "set the limit in the policy's `limits`, or extend a shipped policy");
		}
		if (amount > BOX_LIMIT_MAX)
			return err_set(err, ERR_INPUT, "the limit '%s' is too large", one->member);
	}
	if (l->cpu_weight > BOX_CPU_WEIGHT_MAX || l->cores > BOX_CORES_MAX)
		return err_set(err, ERR_INPUT, "the limit '%s' is above %d",
		    l->cores > BOX_CORES_MAX ? "cores" : "cpu_weight",
		    l->cores > BOX_CORES_MAX ? BOX_CORES_MAX : BOX_CPU_WEIGHT_MAX);
	if (l->memory_bytes < BOX_MEMORY_MIN)
		return err_set(err, ERR_INPUT,
		    "the limit 'memory_bytes' is below %lld, which an interpreter needs",
		    (long long)BOX_MEMORY_MIN);
	return true;
}

/* A plain file name that a program and a person read alike. */
static bool
is_plain(struct str name)
{
	if (name.n == 0 || name.n >= WIRE_NAME_BYTES || name.p[0] == '-' || str_is(name, ".") ||
	    str_is(name, ".."))
		return false;
	for (size_t at = 0; at < name.n;) {
		int32_t c = utf8_next(name, &at);
		if (c <= 0 || c == '/' || codepoint_is_invisible((uint32_t)c))
			return false;
	}
	return true;
}

static bool
name_check(struct str name, struct err *err)
{
	struct buf shown;

	if (is_plain(name))
		return true;
	buf_init(&shown, ERR_MESSAGE_BYTES);
	buf_visible(&shown, name, 60);
	err_set(err, ERR_INPUT, "'%s' can't be an input's name", shown.p ? shown.p : "");
	buf_release(&shown);
	return err_help(err,
	    "an input becomes a file in the working directory: give it a plain name, without a folder");
}

static bool
inputs_check(const struct box_spec *spec, struct err *err)
{
	size_t total = 0;

	if (spec->input_count > BOX_INPUTS_MAX)
		return err_set(err, ERR_LIMIT, "there are %zu inputs; at most %d are allowed",
		    spec->input_count, BOX_INPUTS_MAX);
	for (size_t i = 0; i < spec->input_count; i++) {
		const struct box_input *input = &spec->inputs[i];
		if (!name_check(input->name, err))
			return false;
		for (size_t k = 0; k < i; k++)
			if (str_eq(spec->inputs[k].name, input->name))
				return err_set(err, ERR_INPUT, "two inputs have the name '%.*s'",
				    STR_ARG(input->name));
		if (input->bytes.n > BOX_INPUT_BYTES_MAX - total)
			return err_set(err, ERR_LIMIT,
			    "the inputs are larger than %zu bytes in all", BOX_INPUT_BYTES_MAX);
		total += input->bytes.n;
	}
	return true;
}

bool
spec_check(const struct box_spec *spec, struct err *err)
{
	if (spec->code.n > BOX_CODE_BYTES_MAX)
		return err_set(
		    err, ERR_LIMIT, "the program is larger than %zu bytes", BOX_CODE_BYTES_MAX);
	if (spec->require_count > BOX_REQUIRE_MAX)
		return err_set(err, ERR_LIMIT,
		    "there are %zu required guarantees; at most %d are allowed",
		    spec->require_count, BOX_REQUIRE_MAX);
	if (spec->start == START_FORKED && spec->backend.n > 0 &&
	    !str_is(spec->backend, BACKEND_DEFAULT)) {
		err_set(err, ERR_INPUT, "the sandbox backend '%.*s' can't fork a warm interpreter",
		    STR_ARG(spec->backend));
		return err_help(
		    err, "'executor: {start: pooled}', or the backend " BACKEND_DEFAULT);
	}
	return limits_check(&spec->limits, err) && inputs_check(spec, err);
}
