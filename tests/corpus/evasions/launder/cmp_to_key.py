# reaches: functools.cmp_to_key calls eval through a comparison
from functools import cmp_to_key
sorted([open("notes.txt").read(), "1"], key=cmp_to_key(lambda a, b, f=eval: f(max(a, b, key=len)) or 0))
