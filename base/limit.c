/* SPDX-License-Identifier: MIT */
#include "limit.h"

const struct limit LIMIT_LIST[LIMITS] = {
#define LIMIT(name, member, unit, least, meaning) {#name, #member, unit, least, meaning},
#include "limits.def"
#undef LIMIT
};

_Static_assert(sizeof(struct limits) == LIMITS * sizeof(int64_t), "limits are amounts alone");

int64_t
limits_get(const struct limits *l, size_t number)
{
	int64_t amount;

	memcpy(&amount, (const char *)l + number * sizeof(amount), sizeof(amount));
	return amount;
}

void
limits_set(struct limits *l, size_t number, int64_t amount)
{
	memcpy((char *)l + number * sizeof(amount), &amount, sizeof(amount));
}

void
limits_json(const struct limits *l, struct json_writer *w)
{
	json_object(w);
	for (size_t i = 0; i < LIMITS; i++)
		json_put_number(w, LIMIT_LIST[i].member, limits_get(l, i));
	json_end_object(w);
}
