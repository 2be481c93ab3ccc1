# reaches: a subinterpreter runs text
import _xxsubinterpreters as sub
sub.run_string(sub.create(), open("steps.txt").read())
