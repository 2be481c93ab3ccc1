# reaches: eval in the expression of a with item
from contextlib import nullcontext
with nullcontext(eval(open("notes.txt").read())):
    pass
