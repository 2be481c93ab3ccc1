/* SPDX-License-Identifier: MIT */
#include "inside.h"

#include "clock.h"
#include "hash.h"

#include <string.h>

int64_t
store_now_us(struct store *s)
{
	struct err ignored;
	int64_t now;

	return db_number(s->db, "SELECT now_us()", NULL, 0, 0, &now, &ignored) ? now : 0;
}

/* 48 bits of milliseconds, 80 of chance, five bits a digit. */
void
store_id(const char *prefix, char out[STORE_ID_BYTES])
{
	static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
	uint8_t bytes[16];
	uint64_t ms = (uint64_t)clock_utc_us() / 1000;
	size_t n = strlen(prefix);

	random_bytes(bytes, sizeof(bytes));
	for (int i = 0; i < 6; i++)
		bytes[i] = (uint8_t)(ms >> (40 - 8 * i));
	if (n > STORE_ID_BYTES - 28)
		n = STORE_ID_BYTES - 28;
	memcpy(out, prefix, n);
	out[n++] = '_';
	for (int digit = 0; digit < 26; digit++) {
		unsigned value = 0;
		for (int bit = digit * 5 - 2; bit < digit * 5 + 3; bit++)
			value = value << 1 | (bit >= 0 && (bytes[bit / 8] >> (7 - bit % 8) & 1));
		out[n++] = digits[value];
	}
	out[n] = '\0';
}
