# reaches: a with statement's target is a list's item
import contextlib
names = ["sales.csv"]
with contextlib.nullcontext("/srv/secret.txt") as names[0]:
    print(open(names[0]).read())
