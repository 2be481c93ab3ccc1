/* SPDX-License-Identifier: MIT */
#include "program.h"

uint32_t
op_call(const struct op *op, uint32_t n)
{
	const struct condition *i = op->as.condition;
	switch (op->code) {
	case OP_REF:
	case OP_NOT:
		return n == 0 ? op->as.unit : NO_UNIT;
	case OP_DYNAMIC_REF:
		return n == 0 && op->as.dynamic->anchor == NO_UNIT ? op->as.dynamic->otherwise
								   : NO_UNIT;
	case OP_ALL_OF:
	case OP_ANY_OF:
	case OP_ONE_OF:
		return n < op->as.choices.count ? op->as.choices.units[n] : NO_UNIT;
	case OP_DEPENDENT:
		return n < op->as.dependents->count ? op->as.dependents->items[n].unit : NO_UNIT;
	case OP_IF:
		if (n == 0)
			return i->test;
		if (n == 1 && i->then != NO_UNIT)
			return i->then;
		return n == (i->then != NO_UNIT ? 2u : 1u) ? i->otherwise : NO_UNIT;
	default:
		return NO_UNIT;
	}
}
