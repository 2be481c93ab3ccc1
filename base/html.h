/* SPDX-License-Identifier: MIT */
/* html.h: text in HTML, in an element or a quoted attribute. */
#ifndef BASE_HTML_H
#define BASE_HTML_H

#include <stdint.h>

/* The reference for a character that means something there; NULL: it stands for itself. */
const char *html_reference(uint32_t c);

#endif
