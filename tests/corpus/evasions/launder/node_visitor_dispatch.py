# reaches: ast.NodeVisitor calls a method that is named after a node
import ast
class Walk(ast.NodeVisitor):
    def visit_Constant(self, node):
        exec(node.value)
Walk().visit(ast.Constant(open("steps.txt").read()))
