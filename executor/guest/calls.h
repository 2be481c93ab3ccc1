/* SPDX-License-Identifier: MIT */
/* calls.h: what becomes of each system call; the table is calls.def. */
#ifndef GUEST_CALLS_H
#define GUEST_CALLS_H

#include <stddef.h>
#include <stdint.h>

enum call_class {
	CALL_ATTACK = 0, /* no program makes it by mistake: a violation, which nobody repairs */
	CALL_FORBIDDEN,  /* ordinary programs make it where they may: a violation */
	CALL_QUESTION,   /* what libraries ask by habit: told, and no violation */
	CALL_HARMLESS,   /* not permitted, without a word */
	CALL_ABSENT,     /* not implemented, without a word: libraries fall back */
	CALL_START,      /* allowed until the interpreter runs, then harmless */
	CALL_ALLOWED,
	CALL_LOOKED_AT, /* sluice-init looks at more than one argument (answer.c) */
};

enum call_rule { CALL_RULE_NONE = 0, CALL_RULE_NETWORK, CALL_RULE_PROCESS, CALL_RULE_NATIVE };

#define CALL_SELF UINT64_MAX /* as a value: 0, or the process that calls */
#define CALL_ROWS_MAX 512
#define CLONE_NAMESPACES 0x7e020080 /* CLONE_NEW*, NEWTIME with them */

struct call_row {
	int number;
	const char *name, *words; /* words: of which arguments; NULL: of all others */
	enum call_class class;
	enum call_rule rule;
	unsigned argument; /* where words are: argument & mask == value */
	uint64_t mask, value;
};

extern const struct call_row CALLS[]; /* those of one call stand together */
extern const size_t CALLS_COUNT;      /* below CALL_ROWS_MAX */

/* The row for these arguments; `self` and `program` are what CALL_SELF stands for. CALLS_COUNT:
 * none. */
size_t calls_find(int number, const uint64_t *args, uint64_t self, uint64_t program);

#endif
