# reaches: a tree built by ast is compiled and run
import ast
tree = ast.parse(open("notes.txt").read())
exec(compile(ast.fix_missing_locations(tree), "t", "exec"))
