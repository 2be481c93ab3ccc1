/* SPDX-License-Identifier: MIT */
/* forbidden_retention.c: what nobody erases, and who lifts no hold. */
#include "forbidden.h"

#define ERASE(kind, sha, class, redaction)                                                         \
	"INSERT INTO erasure (id, kind, sha256, class, key_id, redaction_id, actor, begun_us) "    \
	"SELECT "                                                                                  \
	"'ers', '" kind "', '" sha                                                                 \
	"', '" class "', (SELECT key_id FROM content WHERE sha256 = '" sha "'), " redaction        \
		     ", 'ida', now_us()"
#define HOLD(id, who, when)                                                                        \
	"INSERT INTO legal_hold (id, matter, actor_id, reason, placed_by, placed_us) VALUES ('" id \
	"', 'case-2', 'ann', 'an authority has asked', '" who "', " when ")"
#define LIFT(who)                                                                                  \
	"UPDATE legal_hold SET lifted_by = '" who                                                  \
	"', lifted_us = now_us(), lift_reason = 'the case is "                                     \
	"closed' WHERE id = 'hold'"
#define BLANK ", bytes = NULL, erased_us = now_us()"

static const struct statement list[] = {
    {"what is due is erased", NULL, ERASE("content", "@due", "output", "NULL"), NULL, NULL},
    {"what is held is not, though it is due", NULL, ERASE("content", "@held", "output", "NULL"),
	"a legal hold protects it", NULL},
    {"what a hold on a person fits is not", HOLD("hold-2", "ida", "now_us()"),
	ERASE("content", "@due", "output", "NULL"), "a legal hold protects it", NULL},
    {"what a hold on a time fits is not",
	"INSERT INTO legal_hold (id, matter, from_us, until_us, reason, placed_by, placed_us) "
	"VALUES "
	"('hold-3', 'case-3', now_us() - 3600000000, now_us() + 3600000000, 'all of this hour', "
	"'ida', "
	"now_us())",
	ERASE("content", "@due", "output", "NULL"), "a legal hold protects it", NULL},
    {"what a hold on another time fits is",
	"INSERT INTO legal_hold (id, matter, from_us, until_us, reason, placed_by, placed_us) "
	"VALUES "
	"('hold-3', 'case-3', 1, 2, 'long ago, and not now', 'ida', now_us())",
	ERASE("content", "@due", "output", "NULL"), NULL, NULL},
    {"what nobody knows the use of is held by every hold", NULL,
	ERASE("content", "@stray", "output", "NULL"), "a legal hold protects it", NULL},
    {"nothing below its floor", NULL, ERASE("content", "@young", "input", "NULL"),
	"it has not expired yet", NULL},
    {"nothing below the floor of the day when it was used",
	"UPDATE retention_class SET floor_us = 0, keep_us = 0 WHERE name = 'input'",
	ERASE("content", "@young", "input", "NULL"), "it has not expired yet", NULL},
    {"no evidence", NULL, ERASE("content", "@proof", "evidence", "NULL"), "it has not expired yet",
	NULL},
    {"nothing that an open run needs", NULL, ERASE("content", "@needed", "output", "NULL"),
	"an open run needs it", NULL},
    {"nothing by a redaction that is only asked for", NULL,
	ERASE("content", "@secret", "input", "'rdc-asked'"), "two people have not approved it",
	NULL},
    {"nothing with the key of another", NULL,
	"INSERT INTO erasure (id, kind, sha256, class, key_id, actor, begun_us) SELECT 'ers', "
	"'content', '@due', 'output', key_id, 'ida', now_us() FROM content WHERE sha256 = '@held'",
	"the key is a different one", NULL},
    {"nothing yesterday", NULL,
	"INSERT INTO erasure (id, kind, sha256, class, key_id, actor, begun_us) SELECT 'ers', "
	"'content', sha256, 'output', key_id, 'ida', now_us() - 86400000000 FROM content WHERE "
	"sha256 "
	"= '@due'",
	"an erasure must begin now", NULL},
    {"bytes go with their erasure", ERASE("content", "@due", "output", "NULL"),
	"UPDATE content SET erased_by = 'ers'" BLANK " WHERE sha256 = '@due'", NULL, NULL},
    {"and not with another's", ERASE("content", "@due", "output", "NULL"),
	"UPDATE content SET erased_by = 'ers'" BLANK " WHERE sha256 = '@young'",
	"erased contents must have an erasure record", NULL},
    {"nor once a hold stands",
	ERASE("content", "@due", "output", "NULL") "; " HOLD("hold-2", "ida", "now_us()"),
	"UPDATE content SET erased_by = 'ers'" BLANK " WHERE sha256 = '@due'",
	"a legal hold protects it", NULL},
    {"an erasure that is changed", ERASE("content", "@due", "output", "NULL"),
	"UPDATE erasure SET key_id = 'x' WHERE id = 'ers'", "an erasure can not be repeated", NULL},
    {"an erasure that is deleted", ERASE("content", "@due", "output", "NULL"),
	"DELETE FROM erasure", "an erasure is not deleted", NULL},
    {"other bytes behind an erasure",
	ERASE("content", "@due", "output", "NULL") "; UPDATE content SET erased_by = 'ers'" BLANK
						   " WHERE sha256 = '@due'",
	"UPDATE content SET bytes = (SELECT bytes FROM content WHERE sha256 = '@young'), erased_us "
	"= "
	"NULL, erased_by = NULL, key_id = NULL, made_us = now_us() WHERE sha256 = '@due'",
	"a content is named by its digest", NULL},
    {"a sealed content of another length", NULL,
	"INSERT INTO content (sha256, size, media_type, bytes, key_id, made_us) SELECT '@nothing', "
	"1, "
	"'t', bytes, 'key', now_us() FROM content WHERE sha256 = '@young'",
	"a content is named by its digest", NULL},

    {"a hold is placed", NULL, HOLD("hold-2", "ida", "now_us()"), NULL, NULL},
    {"a hold that was placed yesterday", NULL, HOLD("hold-2", "ida", "now_us() - 86400000000"),
	"a hold must be placed now", NULL},
    {"a hold by somebody else", NULL, HOLD("hold-2", "bob", "now_us()"),
	"only a custodian can place a hold", NULL},
    {"the person who placed a hold", NULL, LIFT("jon"), NULL, NULL},
    {"a hold that its placer lifts", NULL, LIFT("ida"),
	"the person who placed a hold can not lift it", NULL},
    {"a hold that no custodian lifts", NULL, LIFT("bob"), "only a custodian can lift a hold", NULL},
    {"a hold that is lifted again", LIFT("jon"), LIFT("jon"), "a hold may only be lifted", NULL},
    {"a hold whose placer is another afterwards", NULL,
	"UPDATE legal_hold SET placed_by = 'jon', lifted_by = 'ida', lifted_us = now_us(), "
	"lift_reason "
	"= 'the case is closed'",
	"a hold may only be lifted", NULL},
    {"a hold that fits less", NULL, "UPDATE legal_hold SET run_id = 'fresh'",
	"a hold may only be lifted", NULL},
    {"a hold that is deleted", NULL, "DELETE FROM legal_hold", "a hold may only be lifted", NULL},

    {"a redaction that nobody decided begins", NULL,
	"UPDATE redaction SET begun_us = now_us() WHERE id = 'rdc-asked'",
	"two people have not approved it", NULL},
    {"a redaction that is about more by now",
	VOTE_ROW("vote-x", "apr-erase", "ann", "0", "@subject", "kim", "NULL, NULL", "peer",
	    "approve", "kim"),
	"INSERT INTO redaction_item (redaction_id, kind, sha256) VALUES ('rdc-asked', 'content', "
	"'@young')",
	"a redaction does not change", NULL},
    {"a redaction that is deleted", NULL, "DELETE FROM redaction", "a redaction is not deleted",
	NULL},
    {"a part that is deleted", NULL, "DELETE FROM redaction_item", "a redaction does not change",
	NULL},
    {"a redaction under the approval of another kind", NULL,
	"INSERT INTO redaction (id, run_id, approval_id, subject_sha256, asked_by, asked_us) "
	"VALUES "
	"('rdc', 'waits', 'apr-waits', '@subject', 'ida', now_us())",
	"a redaction begins with its approval", NULL},
    {"a goal that is made empty", NULL,
	"UPDATE run SET title = '', reason = '', version = version + 1 WHERE id = 'over'",
	"an ended run does not change", NULL},
    {"a note that is made empty", NULL, "UPDATE run_step SET note = ''", "history does not change",
	NULL},

    {"evidence for a year", NULL,
	"UPDATE retention_class SET floor_us = 0, keep_us = 31536000000000, redact_us = 0 WHERE "
	"name = "
	"'evidence'",
	"evidence must be kept as long as the log", NULL},
    {"a record for a month", NULL,
	"UPDATE retention_class SET floor_us = 2592000000000 WHERE name = 'record'",
	"a record must be kept for at least half a year", NULL},
    {"a class that is gone", NULL, "DELETE FROM retention_class WHERE name = 'words'",
	"the classes are fixed", NULL},
    {"a use with a floor of its own", NULL,
	"INSERT INTO content_use (sha256, class, run_id, made_us, floor_until_us) VALUES "
	"('@stray', "
	"'input', 'over', now_us(), now_us())",
	"a use must begin now and have the floor of its class", NULL},
    {"a use that was long ago", NULL,
	"INSERT INTO content_use (sha256, class, run_id, made_us, floor_until_us) VALUES "
	"('@stray', "
	"'output', 'over', 1, 1)",
	"a use must begin now and have the floor of its class", NULL},
    {"a use that is forgotten", NULL, "DELETE FROM content_use", "a use is not deleted", NULL},
    {"another vault", NULL, "UPDATE meta SET value = 'x' WHERE name = 'vault'",
	"the name of the vault does not change", NULL},
};

const struct statements on_retention = {list, ARRAY_LENGTH(list)};
