/* SPDX-License-Identifier: MIT */
/* tree.c: RFC 6962's hash tree and RFC 9162's ways to verify a proof (2.1.3.2, 2.1.4.2). */
#include "tree.h"

#define NODE_MARK 0x01

void
tree_leaf(struct str bytes, struct digest *out)
{
	digest_of_parts((const struct str[]){{"\0", 1}, bytes}, 2, out);
}

void
tree_proof_put(const struct tree_proof *proof, struct json_writer *w)
{
	char hex[DIGEST_HEX_BYTES];

	json_open_array(w, "path");
	for (size_t i = 0; i < proof->count; i++) {
		digest_hex(&proof->path[i], hex);
		json_text(w, hex);
	}
	json_end_array(w);
}

void
tree_node(const struct digest *left, const struct digest *right, struct digest *out)
{
	char both[1 + 2 * DIGEST_BYTES];

	both[0] = NODE_MARK;
	memcpy(both + 1, left->bytes, DIGEST_BYTES);
	memcpy(both + 1 + DIGEST_BYTES, right->bytes, DIGEST_BYTES);
	digest_of((struct str){both, sizeof(both)}, out);
}

/* -- growing --------------------------------------------------------------------------------- */

void
tree_range_add(struct tree_range *r, const struct digest *hash, unsigned level)
{
	struct digest sum = *hash;

	for (; r->count > 0 && r->levels[r->count - 1] == level; level++)
		tree_node(&r->hashes[--r->count], &sum, &sum);
	r->hashes[r->count] = sum;
	r->levels[r->count++] = level;
}

void
tree_range_root(const struct tree_range *r, struct digest *out)
{
	if (r->count == 0) {
		digest_of(STR(""), out);
		return;
	}
	*out = r->hashes[r->count - 1];
	for (size_t i = r->count - 1; i-- > 0;)
		tree_node(&r->hashes[i], out, out);
}

/* -- which subtrees make a proof ------------------------------------------------------------- */

/* The largest power of two below n, for n > 1. */
static int64_t
split(int64_t n)
{
	int64_t k = 1;

	while (k < n - k)
		k *= 2;
	return k;
}

static void
reverse(struct tree_span *spans, size_t count)
{
	for (size_t i = 0, j = count; i + 1 < j; i++) {
		struct tree_span kept = spans[i];
		spans[i] = spans[--j];
		spans[j] = kept;
	}
}

bool
tree_inclusion_spans(int64_t index, int64_t size, struct tree_span *out, size_t *count)
{
	int64_t from = 0, to = size;

	*count = 0;
	if (index < 0 || index >= size)
		return false;
	while (to - from > 1) {
		int64_t middle = from + split(to - from);
		bool left = index < middle;
		out[(*count)++] =
		    left ? (struct tree_span){middle, to} : (struct tree_span){from, middle};
		*(left ? &to : &from) = middle;
	}
	reverse(out, *count);
	return true;
}

/* The old tree ends inside of [from, to); where it begins at 0 its root is known. */
bool
tree_consistency_spans(int64_t old_size, int64_t size, struct tree_span *out, size_t *count)
{
	int64_t from = 0, to = size;

	*count = 0;
	if (old_size < 1 || old_size > size)
		return false;
	while (old_size < to) {
		int64_t middle = from + split(to - from);
		bool left = old_size <= middle;
		out[(*count)++] =
		    left ? (struct tree_span){middle, to} : (struct tree_span){from, middle};
		*(left ? &to : &from) = middle;
	}
	if (from > 0)
		out[(*count)++] = (struct tree_span){from, to};
	reverse(out, *count);
	return true;
}

/* -- verifying ------------------------------------------------------------------------------- */

bool
tree_verify_inclusion(const struct digest *leaf, int64_t index, int64_t size,
    const struct tree_proof *proof, const struct digest *root)
{
	int64_t fn = index, sn = size - 1;
	struct digest sum = *leaf;

	if (index < 0 || index >= size || proof->count > TREE_DEPTH_MAX)
		return false;
	for (size_t i = 0; i < proof->count; i++, fn >>= 1, sn >>= 1) {
		if (sn == 0)
			return false;
		if (!(fn & 1) && fn != sn) {
			tree_node(&sum, &proof->path[i], &sum);
			continue;
		}
		tree_node(&proof->path[i], &sum, &sum);
		while (!(fn & 1) && fn != 0) {
			fn >>= 1;
			sn >>= 1;
		}
	}
	return sn == 0 && digest_eq(&sum, root);
}

/* The two roots that a path leads to; false where the path has another length. */
static bool
both_roots(int64_t fn, int64_t sn, const struct digest *seed, const struct digest *path,
    size_t count, struct digest roots[2])
{
	roots[0] = roots[1] = *seed;
	for (size_t i = 0; i < count; i++, fn >>= 1, sn >>= 1) {
		if (sn == 0)
			return false;
		if (!(fn & 1) && fn != sn) {
			tree_node(&roots[1], &path[i], &roots[1]);
			continue;
		}
		tree_node(&path[i], &roots[0], &roots[0]);
		tree_node(&path[i], &roots[1], &roots[1]);
		while (!(fn & 1) && fn != 0) {
			fn >>= 1;
			sn >>= 1;
		}
	}
	return sn == 0;
}

bool
tree_verify_consistency(int64_t old_size, const struct digest *old_root, int64_t size,
    const struct digest *root, const struct tree_proof *proof)
{
	struct digest roots[2];
	int64_t fn = old_size - 1, sn = size - 1;

	if (old_size < 0 || old_size > size || proof->count > TREE_DEPTH_MAX)
		return false;
	if (old_size == size)
		return proof->count == 0 && digest_eq(old_root, root);
	if (old_size == 0)
		return proof->count == 0;
	for (; fn & 1; fn >>= 1)
		sn >>= 1;
	/* A whole old tree is its own first hash. */
	bool whole = (old_size & (old_size - 1)) == 0;
	if (!whole && proof->count == 0)
		return false;
	return both_roots(fn, sn, whole ? old_root : &proof->path[0],
		   whole ? proof->path : proof->path + 1, whole ? proof->count : proof->count - 1,
		   roots) &&
	       digest_eq(&roots[0], old_root) && digest_eq(&roots[1], root);
}
