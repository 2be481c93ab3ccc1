/* SPDX-License-Identifier: MIT */
/* test.h: cmocka, with the headers that it wants before it. */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "text.h"

#define assert_str_equal(s, z)                                                                     \
	do {                                                                                       \
		struct str str_ = (s);                                                             \
		assert_int_equal(str_.n, strlen(z));                                               \
		assert_memory_equal(str_.p, z, str_.n);                                            \
	} while (0)

#endif
