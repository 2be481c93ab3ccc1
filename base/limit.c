/* SPDX-License-Identifier: MIT */
#include "limit.h"

const struct limit LIMIT_LIST[LIMITS] = {
#define OPEN LIMIT_OPEN
#define LIMIT(name, member, unit, least, meaning) {#name, #member, unit, least, meaning},
#include "limits.def"
#undef LIMIT
#undef OPEN
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

bool
limit_is_open(size_t number, int64_t amount)
{
	return LIMIT_LIST[number].least == LIMIT_OPEN && amount == 0;
}

bool
limit_is_more(size_t number, int64_t now, int64_t was)
{
	if (limit_is_open(number, was))
		return false;
	return limit_is_open(number, now) || now > was;
}

void
limits_json(const struct limits *l, struct json_writer *w)
{
	json_object(w);
	for (size_t i = 0; i < LIMITS; i++)
		if (!limit_is_open(i, limits_get(l, i)))
			json_put_number(w, LIMIT_LIST[i].member, limits_get(l, i));
	json_end_object(w);
}
