# reaches: functools.wraps with a name of the program's choice reads an attribute of print
import functools
name = "_%s_" % "_self_"
@functools.wraps(print, assigned=(name,), updated=())
class Shell:
    pass
Shell.__dict__[name].eval(open("notes.txt").read())
