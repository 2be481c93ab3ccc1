# reaches: a builtin is replaced for every module
import builtins
builtins.len = exec
len(open("steps.txt").read())
