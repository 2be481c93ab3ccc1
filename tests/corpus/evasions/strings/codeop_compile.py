# reaches: codeop compiles text to a code object that a function carries
import codeop, types
types.FunctionType(codeop.compile_command(open("steps.txt").read(), symbol="exec"), {})()
