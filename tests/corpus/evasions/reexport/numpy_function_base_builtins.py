# reaches: numpy's function module carries builtins
import numpy.lib.function_base as fb
fb.builtins.eval(open("notes.txt").read())
