# reaches: inspect.currentframe leads to builtins
import inspect
inspect.currentframe().f_builtins["eval"](open("notes.txt").read())
