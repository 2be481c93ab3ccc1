/* SPDX-License-Identifier: MIT */
/* format_text.h: what the recognisers of formats share. */
#ifndef VALIDATOR_FORMAT_TEXT_H
#define VALIDATOR_FORMAT_TEXT_H

#include "format.h"

#include "ascii.h"

/* format_time.c */
bool is_date(struct str s);
bool is_time(struct str s);
bool is_date_time(struct str s);
bool is_duration(struct str s);
/* format_host.c */
bool is_ipv4(struct str s);
bool is_ipv6(struct str s);
bool is_hostname(struct str s);
bool is_email(struct str s);
bool is_idn_email(struct str s);
/* format_idn.c */
bool is_idn_hostname(struct str s);
bool is_a_label(struct str s); /* one label that begins with xn-- */
/* format_uri.c */
bool is_uri(struct str s);
bool is_uri_reference(struct str s);
bool is_iri(struct str s);
bool is_iri_reference(struct str s);
bool is_uri_template(struct str s);
bool is_json_pointer(struct str s);
bool is_relative_json_pointer(struct str s);

#endif
