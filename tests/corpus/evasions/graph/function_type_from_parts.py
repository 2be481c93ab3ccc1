# reaches: types.FunctionType builds a function with other globals
import types
g = types.FunctionType((lambda x: len(x)).__code__, {"len": __builtins__.eval})
g(open("notes.txt").read())
