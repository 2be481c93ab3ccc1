# reaches: a context manager hands out the path
import contextlib
path = "sales.csv"
with contextlib.nullcontext("/srv/secret.txt") as path:
    print(open(path).read())
