/* SPDX-License-Identifier: MIT */
/*
 * run.h: the machine that checks a document against a program.
 *
 * A frame is a unit at a value. Each of its instructions is a function that may be called several
 * times: it asks for a child's verdict by machine_child, which answers at once (leaves, remembered
 * verdicts) or pushes a frame and returns false; then the instruction returns STEP_CALL and is
 * called again, at the same place, when the child is done.
 *
 * Without `report` a frame ends at its first NO. With it everything is evaluated and each cause is
 * noted; alternatives that did not count take their causes with them.
 *
 * The evaluated parts of a value (unevaluatedItems, unevaluatedProperties) are a set of bits a
 * frame, by position, kept on a stack of words; a frame has one only where it or a caller at the
 * same value needs it.
 *
 * Verdicts are remembered by (unit, value, dynamic scope), but only once a run has taken more steps
 * than an ordinary one would: so plain runs pay nothing, and schemas that would take exponential
 * time take polynomial.
 */
#ifndef VALIDATOR_RUN_H
#define VALIDATOR_RUN_H

#include "program.h"
#include "regex.h"

#define RUN_FUEL 50000000u
#define RUN_DEPTH_MAX 65536u
#define RUN_CAUSES_MAX 10000u
#define RUN_FRAMES_INLINE 24
#define RUN_SET_WORDS_MAX (1u << 22)
#define NO_SET UINT32_MAX

enum step {
	STEP_NEXT = 0,
	STEP_CALL,
};

/* How a unit is applied: what becomes of the marks that it leaves. */
enum how {
	TO_CHILD = 0,
	TO_SAME,     /* marks count where it is valid */
	TO_SAME_ALL, /* it must be valid anyway: in reports its marks count even so */
};

struct frame {
	uint32_t unit, node;
	uint32_t pc, end;
	uint32_t cursor, index; /* of the running instruction: a child's node and position */
	uint32_t phase;
	uint32_t yes, unknown;
	uint32_t set; /* word offset of the evaluated set, or NO_SET */
	uint32_t scope;
	uint32_t mark; /* of the running instruction: count of causes when it began */
	uint32_t best, best_from,
	    best_to;   /* the likeliest alternative's score and causes; or a scratch number */
	uint32_t from; /* count of causes when the running alternative began */
	uint8_t kind, truth, how;
	bool waiting, uncertain, found;
};

/* Why a value is not valid; made into a message by report.c. */
struct cause {
	uint32_t unit, op; /* op: index of the instruction, or OP_TYPE / OP_FALSE by `code` alone */
	uint32_t node;
	uint32_t detail; /* by code: a name's node in the schema, a position, a count */
	uint64_t number; /* likewise */
	uint8_t code, kind;
};

/* Kinds of causes beyond "the instruction's own assertion failed". */
enum cause_kind {
	CAUSE_PLAIN = 0,
	CAUSE_MISSING, /* detail: index among the required names */
	CAUSE_UNKNOWN, /* the member `node` (its name) is not declared */
	CAUSE_NAME,    /* the member's name does not fit propertyNames; detail: its cause's place in
			  the list */
	CAUSE_MANY,    /* oneOf: more than one; detail and number: the first two */
	CAUSE_NONE,    /* anyOf, oneOf: none, and nothing better is known */
	CAUSE_MERGED,  /* anyOf, oneOf: none, each for the type or the value itself */
	CAUSE_TOO_MANY, /* contains */
	CAUSE_EXCESS,   /* an item past the last; detail: how many there may be */
};

struct run {
	const struct schema *s;
	const struct json_doc *d;
	struct arena *a;
	bool report, failed, halted;
	uint64_t fuel, remember_below; /* fuel at which remembering starts */
	const char *reason;            /* of UNKNOWN: the first limit met */
	struct frame *frames;
	uint32_t depth, capacity;
	enum truth truth; /* of the child asked for last */
	uint64_t *words;
	uint32_t word_count, word_capacity;
	struct cause *causes;
	size_t cause_count, cause_capacity, causes_lost;
	/* The value of a discriminating member that each alternative requires; a constant's cause that
	 * stands for them all has their first (plus 1) in `number` and how many in `detail`. */
	struct cause *tags;
	size_t tag_count, tag_capacity;
	struct memo *memo;
	struct regex_scratch scratch;
	struct scope *scopes;
	size_t scope_count, scope_capacity;
	struct frame inline_frames[RUN_FRAMES_INLINE];
};

/* A dynamic scope: the resources entered, each once, outermost last. Equal scopes have equal
 * numbers; 0 is the empty one. */
struct scope {
	uint32_t parent, resource;
};

/* run.c */
enum truth machine_run(struct run *r);
bool machine_child(struct run *r, struct frame *f, uint32_t unit, uint32_t node, enum how how);
/* The frame's position `i` counts as evaluated. */
void machine_mark(struct run *r, const struct frame *f, uint32_t i);
bool machine_marked(const struct run *r, const struct frame *f, uint32_t i);
void machine_mark_all(struct run *r, const struct frame *f);
uint8_t kind_for(const struct unit *u, const struct json_node *n);

void run_init(struct run *r, const struct schema *s, struct arena *a, const struct json_doc *doc,
    bool report);
/* schema.c: one run, in either mode; for tests, which compare the two. */
enum truth schema_truth(
    const struct schema *s, struct arena *a, const struct json_doc *doc, bool report);

/* scope.c */
uint32_t scope_enter(struct run *r, uint32_t scope, uint32_t resource);
uint32_t scope_resolve(const struct run *r, uint32_t scope, const struct dynamic_target *t);

/* memo.c */
bool memo_find(
    struct run *r, struct frame *caller, uint32_t unit, uint32_t node, uint32_t scope, bool tracks);
void memo_keep(struct run *r, const struct frame *done);

/* cause.c */
void cause_add(struct run *r, struct cause cause);
/* The value, in the schema, of the keyword that is not met. */
uint32_t cause_keyword(const struct schema *s, const struct cause *c);
void cause_drop(struct run *r, size_t from);
void cause_keep(struct run *r, size_t from, size_t keep_from, size_t keep_to);
size_t cause_score(const struct run *r, size_t from, size_t to, uint32_t node);

/* run_leaf.c: the types and the instructions that look at the value alone. */
enum truth leaf_run(struct run *r, uint32_t unit, uint32_t node);
enum truth leaf_types(struct run *r, const struct unit *u, uint32_t node, uint8_t kind);
enum truth leaf_op(struct run *r, const struct unit *u, uint32_t op, uint32_t node, uint8_t kind);

/* run_apply.c */
enum step apply_ref(struct run *r, struct frame *f, const struct op *op);
enum step apply_dynamic_ref(struct run *r, struct frame *f, const struct op *op);
enum step apply_all_of(struct run *r, struct frame *f, const struct op *op);
enum step apply_any_of(struct run *r, struct frame *f, const struct op *op);
enum step apply_one_of(struct run *r, struct frame *f, const struct op *op);
enum step apply_not(struct run *r, struct frame *f, const struct op *op);
enum step apply_if(struct run *r, struct frame *f, const struct op *op);
enum step apply_dependent(struct run *r, struct frame *f, const struct op *op);

/* run_children.c */
enum step apply_members(struct run *r, struct frame *f, const struct op *op);
enum step apply_items(struct run *r, struct frame *f, const struct op *op);
enum step apply_contains(struct run *r, struct frame *f, const struct op *op);
enum step apply_unevaluated_items(struct run *r, struct frame *f, const struct op *op);
enum step apply_unevaluated_properties(struct run *r, struct frame *f, const struct op *op);

#endif
