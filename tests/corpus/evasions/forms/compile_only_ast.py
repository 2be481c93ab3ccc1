# reaches: compile to a tree with the AST flag
import ast
tree = compile(open("notes.txt").read(), "<tree>", "exec", ast.PyCF_ONLY_AST)
print(type(tree).__name__)
