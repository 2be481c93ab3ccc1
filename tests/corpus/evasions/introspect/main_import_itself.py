# reaches: the program imports itself under its module name
import __main__ as me
me.__dict__["work"] = getattr(me.__builtins__, "exec")
work(open("steps.txt").read())
