# reaches: a function's path is bound by partial
import functools
def read(path):
    return open(path).read()
read("sales.csv")
print(functools.partial(read, "/srv/secret.txt")())
