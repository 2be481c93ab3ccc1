# reaches: functools.update_wrapper copies a computed attribute of a library function
import functools, json
u = "_" * 2
class Shell:
    pass
s = Shell()
functools.update_wrapper(s, json.dumps, assigned=(u + "builtins" + u,), updated=())
vars(s)[u + "builtins" + u]["eval"](open("notes.txt").read())
