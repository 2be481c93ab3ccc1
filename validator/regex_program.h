/* SPDX-License-Identifier: MIT */
/*
 * regex_program.h: from a pattern's text to what the matchers run.
 *
 * regex_parse.c and regex_class.c make a tree; regex_compile.c makes a program of it, over code
 * points; regex_dfa.c makes a DFA over classes of code points where that stays small;
 * regex_search.c runs either. regex_backtrack.c is for patterns with lookaround or back references
 * alone.
 */
#ifndef VALIDATOR_REGEX_PROGRAM_H
#define VALIDATOR_REGEX_PROGRAM_H

#include "charset.h"
#include "regex.h"

#define REGEX_DEPTH_MAX 100
#define REGEX_REPEAT_MAX 1000
#define REGEX_OPS_MAX 10000
#define REGEX_GROUPS_MAX 100
#define REGEX_UNBOUNDED UINT32_MAX
#define NO_TREE UINT32_MAX

enum tree_kind {
	TREE_EMPTY = 0,
	TREE_SET,      /* one code point of `set` */
	TREE_SEQUENCE, /* left, then right */
	TREE_EITHER,   /* left or right */
	TREE_REPEAT,   /* left, min to max times */
	TREE_GROUP,    /* left, captured as `group` */
	TREE_LOOK,     /* left is (or, negated, is not) here */
	TREE_BACK,     /* what `group` captured */
	TREE_BEGIN,
	TREE_END,
	TREE_WORD_EDGE, /* \b, or negated \B */
};

struct tree {
	uint8_t kind;
	bool negated, lazy, behind;
	uint32_t left, right;
	uint32_t min, max;
	uint32_t group, group_end; /* of a repeat: the groups inside, [group, group_end) */
	uint32_t set;
};

enum rop_code {
	ROP_SET = 0,
	ROP_SPLIT, /* to x first, else y */
	ROP_JUMP,
	ROP_BEGIN,
	ROP_END,
	ROP_WORD_EDGE,
	ROP_NOT_WORD_EDGE,
	ROP_MATCH,
	/* for the backtracker */
	ROP_SAVE,  /* the position to register x */
	ROP_RESET, /* registers [x, y) to nothing */
	ROP_MOVED, /* fails where the position is still that of register x */
	ROP_BACK,  /* what lies between registers x and x + 1 */
	ROP_LOOK,  /* the program behind it, up to its MATCH, is run; y is where it goes on */
};

struct rop {
	uint8_t code;
	bool behind, negated;
	uint32_t x, y; /* ROP_SET: x is the set */
};

struct dfa;

struct regex {
	const struct rop *ops;
	uint32_t count, registers;
	const struct charset *sets;
	uint32_t set_count;
	const struct dfa *dfa; /* or NULL */
	bool backtracks;
};

struct regex_parser {
	struct arena *a;
	struct str pattern;
	size_t at;
	struct tree *trees;
	struct charset *sets;
	size_t tree_count, tree_capacity, set_count, set_capacity;
	uint32_t groups, groups_seen, names;
	struct group_name {
		struct str name;
		uint32_t group;
	} named[REGEX_GROUPS_MAX];
	bool backtracks, failed;
	struct regex_problem *problem;
};

/* Always returns false, so that a caller can return it. */
bool regex_fail(struct regex_parser *p, const char *message);
uint32_t regex_parse(struct regex_parser *p); /* the tree's root, or NO_TREE */
/* regex_class.c */
bool regex_parse_class(struct regex_parser *p, struct charset *out);
/* Behind a backslash: a set (\d, \p{..}), or one code point. False is no escape at all, or an
 * error. */
bool regex_parse_escape(
    struct regex_parser *p, bool in_class, struct charset *set, int32_t *codepoint);
int32_t regex_peek(const struct regex_parser *p);
int32_t regex_next(struct regex_parser *p);
bool regex_take(struct regex_parser *p, char c);

bool regex_emit(struct regex_parser *p, uint32_t root, struct regex *out);
bool regex_make_dfa(struct arena *a, struct regex *r); /* false: out of memory */
enum regex_result regex_run_dfa(const struct dfa *d, struct str text);
enum regex_result regex_backtrack(
    const struct regex *r, struct regex_scratch *s, struct str text, uint64_t *fuel);
bool regex_is_word(int32_t c);

#endif
