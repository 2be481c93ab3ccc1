/* SPDX-License-Identifier: MIT */
/*
 * ledger_tree.c: the tree as it lies in the store.
 *
 * Theory: leaves stand with their events. Above them, only every fourth level is kept, and only
 * whole subtrees: a root of 16 leaves, of 256, and so on. An append writes one such row in 15, and
 * never changes one; whatever hash a root or a proof wants is made of at most 15 hashes of
 * each kept level.
 */
#include "ledger_parts.h"

#define STEP_BITS 4 /* as the guard of ledger_node and ledger_verify.c have it */
#define STEP (1 << STEP_BITS)
#define NO_LEAF "0000000000000000000000000000000000000000000000000000000000000000"

FORM(head_form, struct log_head, MEMBER(struct log_head, size),
    MEMBER(struct log_head, leaf_sha256));

bool
ledger_head_read(struct db *db, struct log_head *out, struct err *err)
{
	*out = (struct log_head){.size = 0, .leaf_sha256 = NO_LEAF};
	return db_item(db, NULL,
	    "SELECT seq + 1, leaf_sha256 FROM ledger_event ORDER BY seq DESC LIMIT 1", NULL, 0,
	    &head_form, out, NULL, err);
}

struct gathering {
	struct tree_range *range;
	unsigned level;
	int64_t taken;
	bool damaged;
};

static bool
take_hash(void *context, const struct db_row *row)
{
	struct gathering *g = context;
	struct digest hash;

	g->damaged = g->damaged || !digest_read(db_column_text(row, 0), &hash);
	if (!g->damaged)
		tree_range_add(g->range, &hash, g->level);
	g->taken++;
	return true;
}

/* The hashes at [from, to) of a level, in units of its subtrees. */
static bool
gather(struct db *db, struct tree_range *range, unsigned level, int64_t from, int64_t to,
    struct err *err)
{
	struct gathering g = {range, level, 0, false};
	bool asked =
	    level == 0
		? db_query(db,
		      "SELECT leaf_sha256 FROM ledger_event WHERE seq >= $1 AND seq < $2 ORDER BY "
		      "seq",
		      VALUES(db_int(from), db_int(to)), take_hash, &g, err)
		: db_query(db,
		      "SELECT sha256 FROM ledger_node WHERE level = $3 AND place >= $1 AND place < "
		      "$2 ORDER BY place",
		      VALUES(db_int(from), db_int(to), db_int(level)), take_hash, &g, err);

	if (!asked)
		return false;
	return (!g.damaged && g.taken == to - from) ||
	       err_set(err, ERR_INTERNAL, "the ledger's tree lacks hashes of level %u", level);
}

/* Up through the kept levels to the largest that fits, then down again to the rest. */
bool
ledger_tree_root(struct db *db, int64_t from, int64_t to, struct digest *out, struct err *err)
{
	struct tree_range range = {.count = 0};
	unsigned level = 0;
	int64_t at = from;

	while (level + STEP_BITS < TREE_DEPTH_MAX - STEP_BITS &&
	       (to - from) >> (level + STEP_BITS) > 0)
		level += STEP_BITS;
	for (;; level -= STEP_BITS) {
		int64_t first = at >> level, behind = to >> level;
		if (behind > first && !gather(db, &range, level, first, behind, err))
			return false;
		at = behind > first ? behind << level : at;
		if (level == 0)
			break;
	}
	tree_range_root(&range, out);
	return true;
}

/* The leaves that were just appended: they need not be read again. */
struct growth {
	const struct digest *leaves;
	int64_t from, to;
};

static bool
gather_leaves(struct db *db, struct tree_range *range, const struct growth *g, int64_t from,
    int64_t to, struct err *err)
{
	int64_t at = from < g->from ? g->from : from;

	if (from < at && !gather(db, range, 0, from, at, err))
		return false;
	for (; at < to; at++)
		tree_range_add(range, &g->leaves[at - g->from], 0);
	return true;
}

static bool
keep_node(struct db *db, unsigned level, int64_t at, const struct growth *g, struct err *err)
{
	struct tree_range range = {.count = 0};
	char sha256[DIGEST_HEX_BYTES];
	struct digest root;

	if (level == STEP_BITS
		? !gather_leaves(db, &range, g, at * STEP, (at + 1) * STEP, err)
		: !gather(db, &range, level - STEP_BITS, at * STEP, (at + 1) * STEP, err))
		return false;
	tree_range_root(&range, &root);
	digest_hex(&root, sha256);
	return db_change(db, "INSERT INTO ledger_node (level, place, sha256) VALUES ($1, $2, $3)",
	    VALUES(db_int(level), db_int(at), db_zero(sha256)), NULL, err);
}

bool
ledger_tree_grow(
    struct db *db, int64_t old_size, const struct digest *leaves, size_t count, struct err *err)
{
	const struct growth g = {leaves, old_size, old_size + (int64_t)count};

	for (unsigned level = STEP_BITS; level < TREE_DEPTH_MAX - STEP_BITS; level += STEP_BITS) {
		if ((old_size >> level) == (g.to >> level))
			return true;
		for (int64_t at = old_size >> level; at < (g.to >> level); at++)
			if (!keep_node(db, level, at, &g, err))
				return false;
	}
	return true;
}

/* -- proofs ---------------------------------------------------------------------------------- */

/* A hash that the proof before it read: neighbours' proofs differ in their lowest hashes alone. */
static const struct digest *
known(const struct tree_known *k, const struct tree_span *span)
{
	for (size_t i = 0; k && i < k->count; i++)
		if (k->spans[i].from == span->from && k->spans[i].to == span->to)
			return &k->proof.path[i];
	return NULL;
}

static bool
prove(struct db *db, const struct tree_span *spans, size_t count, const struct tree_known *before,
    struct tree_proof *out, struct err *err)
{
	out->count = 0;
	for (size_t i = 0; i < count; i++) {
		const struct digest *there = known(before, &spans[i]);
		struct digest *to = &out->path[out->count++];
		if (there)
			*to = *there;
		else if (!ledger_tree_root(db, spans[i].from, spans[i].to, to, err))
			return false;
	}
	return true;
}

static bool
is_size(struct db *db, int64_t size, struct err *err)
{
	struct log_head head;

	if (!ledger_head_read(db, &head, err))
		return false;
	return size <= head.size || err_set(err, ERR_INPUT, "the ledger has %lld events, not %lld",
					(long long)head.size, (long long)size);
}

bool
ledger_inclusion_next(struct store *s, int64_t seq, int64_t size, struct tree_known *known,
    struct tree_proof *out, struct err *err)
{
	struct tree_known now = {.count = 0};

	if (!tree_inclusion_spans(seq, size, now.spans, &now.count))
		return err_set(err, ERR_INPUT, "event %lld is not among the first %lld",
		    (long long)seq, (long long)size);
	if (!is_size(s->db, size, err) ||
	    !prove(s->db, now.spans, now.count, known, &now.proof, err))
		return false;
	*known = now;
	*out = now.proof;
	return true;
}

bool
ledger_inclusion(
    struct store *s, int64_t seq, int64_t size, struct tree_proof *out, struct err *err)
{
	return ledger_inclusion_next(s, seq, size, &(struct tree_known){.count = 0}, out, err);
}

bool
ledger_consistency(
    struct store *s, int64_t old_size, int64_t size, struct tree_proof *out, struct err *err)
{
	struct tree_span spans[TREE_DEPTH_MAX];
	size_t count;

	*out = (struct tree_proof){.count = 0};
	if (old_size == 0 && size >= 0)
		return is_size(s->db, size, err);
	if (!tree_consistency_spans(old_size, size, spans, &count))
		return err_set(err, ERR_INPUT, "a ledger of %lld events can't extend one of %lld",
		    (long long)size, (long long)old_size);
	return is_size(s->db, size, err) && prove(s->db, spans, count, NULL, out, err);
}
