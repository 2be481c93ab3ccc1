import math
import operator

BINARY = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow, "%": operator.mod}
UNARY = {"sqrt": math.sqrt, "neg": operator.neg, "abs": abs, "!": lambda x: math.factorial(int(x))}
CONSTANTS = {"pi": math.pi, "e": math.e}


class StackError(Exception):
    pass


def evaluate(expression):
    stack = []
    for token in expression.split():
        if token in BINARY:
            if len(stack) < 2:
                raise StackError(f"'{token}' needs two operands")
            b, a = stack.pop(), stack.pop()
            stack.append(BINARY[token](a, b))
        elif token in UNARY:
            if not stack:
                raise StackError(f"'{token}' needs an operand")
            stack.append(UNARY[token](stack.pop()))
        else:
            stack.append(CONSTANTS[token] if token in CONSTANTS else float(token))
    if len(stack) != 1:
        raise StackError(f"{len(stack)} values left")
    return stack[0]


for line in ["3 4 + 2 *", "5 1 2 + 4 * + 3 -", "2 3 ^ sqrt", "5 !", "pi 2 / neg", "1 +", "1 2", "4 0 /", "two 2 +", "-9 sqrt"]:
    try:
        print(f"{line:<20} {evaluate(line):.6g}")
    except StackError as e:
        print(f"{line:<20} stack error: {e}")
    except (ValueError, ZeroDivisionError) as e:
        print(f"{line:<20} {type(e).__name__}: {e}")
