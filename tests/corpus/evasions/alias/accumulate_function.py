# reaches: itertools.accumulate with a pair function made of eval
from itertools import accumulate
list(accumulate(["0", open("notes.txt").read()], lambda a, b, f=eval: f(b)))
