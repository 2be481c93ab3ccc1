# SPDX-License-Identifier: MIT
# Run at build time by embed(): writes FILE as a C array named SYMBOL to OUT.
file(READ ${FILE} hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR bytes "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "(char)0x\\1," list "${hex}")
string(REPLACE "(char)0x0a," "(char)0x0a,\n" list "${list}")
file(WRITE ${OUT} "#include <stddef.h>
extern const char ${SYMBOL}[];
extern const size_t ${SYMBOL}_bytes;
const char ${SYMBOL}[] = {${list}0};
const size_t ${SYMBOL}_bytes = ${bytes};
")
