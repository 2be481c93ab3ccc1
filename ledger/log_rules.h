/* SPDX-License-Identifier: MIT */
/*
 * log_rules.h: the rules by which a log is judged, each once, wherever the log lies: in a store, a
 * bundle, a receipt, or before a witness. Private to this folder and to receipts/.
 *
 * Beside them stand tree_verify_* and checkpoint_* (ledger.h), event_read (events.h), what a walk
 * over a whole log asks (ledger_verify.h), and quorum_holds and act_counts (trust/).
 */
#ifndef LEDGER_LOG_RULES_H
#define LEDGER_LOG_RULES_H

#include "act.h"
#include "events.h"

/* -- checkpoints ----------------------------------------------------------------------------- */

/* The key of its log in the trust file that signed it, as a log signs, and counts at `at_us`. NULL
 * with ERR_REFUSED where there is none. */
const struct trust_service *log_signer(
    const struct trust *t, const struct checkpoint *c, int64_t at_us, struct err *err);
/* Has this witness cosigned it, at a time (*seen_us) at which its key counts? ERR_REFUSED where its
 * signature does not hold, ERR_NONE where there is none that counts. */
bool log_witness(const struct checkpoint *c, const struct trust_service *witness, int64_t *seen_us,
    struct err *err);

struct cosigned {
	int64_t count;    /* of witnesses: each once, whichever of its keys it used */
	int64_t first_us; /* when the first did; 0: none has */
	int64_t
	    enough_us; /* when as many as are asked for, and one at least, had; 0: they have not */
	struct err forged; /* a witness's signature that does not hold; ERR_NONE: there is none */
};
void log_cosigned(const struct trust *t, const struct checkpoint *c, struct cosigned *out);

/* -- what people signed ---------------------------------------------------------------------- */

/*
 * The event tells of the vote in this envelope: its digest is the event's, the voter signed it with
 * a key that counted at the event's time, and the vote says what the event says. ERR_REFUSED says
 * what is wrong. Whether the vote counts for its approval is quorum_holds's to say.
 */
bool vote_told(struct arena *a, const struct trust *t, const struct event_row *e,
    struct str envelope, struct signer *by, struct err *err);
/* The same of an act that counts for the store `origin`, with a key that is not revoked at `now_us`:
 * of act.made, and of an event that names the log or its key (adopt, rotate). */
bool act_told(struct arena *a, const struct trust *t, const struct event_row *e, struct str origin,
    struct str envelope, int64_t now_us, struct signer *by, struct err *err);

#endif
