/* SPDX-License-Identifier: MIT */
/* envelope.h: what ssh_agent.c needs of envelopes. */
#ifndef TRUST_ENVELOPE_H
#define TRUST_ENVELOPE_H

#include "record.h"
#include "trust.h"

/* DSSE's pre-authentication encoding: what is signed. Fills `out`, which the caller releases where
 * true. */
bool envelope_pae(struct str type, struct str payload, struct buf *out, struct err *err);
bool envelope_wrap(struct str statement, const struct public_key *k,
    const struct signature *signature, struct buf *out, struct err *err);

#endif
