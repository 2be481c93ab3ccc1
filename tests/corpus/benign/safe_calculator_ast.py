"""Formulas from a price list, worked out over their syntax trees."""
import ast
import operator

BINARY = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
SIGNS = {ast.USub: operator.neg, ast.UAdd: operator.pos}


class Names(ast.NodeVisitor):
    def __init__(self):
        self.found = set()

    def visit_Name(self, node):
        self.found.add(node.id)
        self.generic_visit(node)


def work_out(node, values):
    if isinstance(node, ast.Expression):
        return work_out(node.body, values)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.Name):
        return values[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        return BINARY[type(node.op)](work_out(node.left, values), work_out(node.right, values))
    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:
        return SIGNS[type(node.op)](work_out(node.operand, values))
    raise ValueError("not a formula: " + type(node).__name__)


VALUES = {"list_price": 240.0, "rebate": 0.15, "freight": 12.5}
for formula in ("list_price * (1 - rebate) + freight", "-freight / 4", "open(list_price)"):
    tree = ast.parse(formula, mode="eval")
    names = Names()
    names.visit(tree)
    try:
        print(formula, "=", work_out(tree, VALUES), sorted(names.found))
    except ValueError as problem:
        print(formula, problem)
print(ast.dump(ast.parse("a + 1", mode="eval").body), ast.unparse(ast.parse("a  +1")))
print(sum(isinstance(n, ast.Constant) for n in ast.walk(ast.parse("1 + 2 * x"))))
