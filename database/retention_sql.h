/* SPDX-License-Identifier: MIT */
/*
 * retention_sql.h: what may be erased, as conditions that the guards and the queries share. Private
 * to this folder. `sha` and its like are SQL.
 */
#ifndef STORE_RETENTION_SQL_H
#define STORE_RETENTION_SQL_H

/* Had the person of hold `h` a part in the run? */
#define HOLD_ACTS(run)                                                                             \
	"(EXISTS (SELECT 1 FROM run hr WHERE hr.id = " run                                         \
	" AND hr.requester_id = h.actor_id) OR "                                                   \
	"EXISTS (SELECT 1 FROM run_author hw WHERE hw.run_id = " run " AND hw.principal_id = "     \
	"h.actor_id) OR EXISTS (SELECT 1 FROM approval_vote hv JOIN approval ha ON ha.id = "       \
	"hv.approval_id WHERE ha.run_id = " run " AND hv.voter_id = h.actor_id))"

/* A content that nobody knows the use of is held by every hold. */
#define CONTENT_IS_HELD(sha)                                                                       \
	"EXISTS (SELECT 1 FROM legal_hold h WHERE h.lifted_us IS NULL AND (NOT EXISTS (SELECT 1 "  \
	"FROM content_use hu WHERE hu.sha256 = " sha ") OR EXISTS (SELECT 1 FROM content_use hu "  \
	"JOIN content hc ON hc.sha256 = hu.sha256 WHERE hu.sha256 = " sha                          \
	" AND (h.run_id IS NULL "                                                                  \
	"OR hu.run_id = h.run_id) AND (h.actor_id IS NULL OR " HOLD_ACTS(                          \
	    "hu.run_id") ") AND (h.from_us IS NULL OR (hc.made_us >= h.from_us AND hc.made_us < "  \
			 "h.until_us) OR (hu.made_us >= h.from_us AND hu.made_us < "               \
			 "h.until_us)))))"

#define WORDS_ARE_HELD(sha)                                                                        \
	"EXISTS (SELECT 1 FROM legal_hold h JOIN ledger_words hl ON hl.sha256 = " sha              \
	" WHERE h.lifted_us IS NULL AND (h.run_id IS NULL OR hl.run_id IS NULL OR hl.run_id = "    \
	"h.run_id) AND (h.actor_id IS NULL OR hl.actor IS NULL OR hl.actor = h.actor_id "          \
	"OR " HOLD_ACTS("hl.run_id") ") AND (h.from_us IS NULL OR (hl.made_us >= h.from_us AND "   \
				     "hl.made_us < h.until_us)))"

/* Every use's time is over: by the floor of the day when it began, and by today's rule. What
 * nobody uses is kept as long as the class that is kept longest. */
#define CONTENT_TIME_IS_OVER(sha)                                                                  \
	"(NOT EXISTS (SELECT 1 FROM content_use tu JOIN retention_class tk ON tk.name = tu.class " \
	"WHERE tu.sha256 = " sha                                                                   \
	" AND (tu.floor_until_us > now_us() OR tu.made_us + tk.keep_us > "                         \
	"now_us())) AND (EXISTS (SELECT 1 FROM content_use tu WHERE tu.sha256 = " sha              \
	") OR EXISTS (SELECT 1 FROM content tc WHERE tc.sha256 = " sha                             \
	" AND tc.made_us + (SELECT max(tk.keep_us) FROM retention_class tk WHERE tk.name <> "      \
	"'evidence') <= now_us())))"

#define WORDS_TIME_IS_OVER(sha)                                                                    \
	"EXISTS (SELECT 1 FROM ledger_words tl JOIN retention_class tk ON tk.name = 'words' "      \
	"WHERE "                                                                                   \
	"tl.sha256 = " sha " AND COALESCE(tl.floor_until_us, tl.made_us + 221356800000000) <= "    \
	"now_us() AND tl.made_us + tk.keep_us <= now_us())"

#define RUN_STATES_OVER                                                                            \
	"('answered', 'refused', 'rejected', 'failed', 'expired', 'cancelled', 'halted')"
#define CONTENT_IS_NEEDED(sha)                                                                     \
	"EXISTS (SELECT 1 FROM content_use nu JOIN run nr ON nr.id = nu.run_id WHERE nu.sha256 "   \
	"= " sha " AND nr.state NOT IN " RUN_STATES_OVER ")"

#endif
