# reaches: a function puts a path into a listing
from pathlib import Path


def add(x):
    x.insert(0, "/srv/secret.txt")


files = list(Path(".").glob("*.csv"))
add(files)
print(open(files[0]).read())
