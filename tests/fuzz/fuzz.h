/* SPDX-License-Identifier: MIT */
/* fuzz.h: what each harness gives to libFuzzer, which has no header that says so (its documentation does). */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
