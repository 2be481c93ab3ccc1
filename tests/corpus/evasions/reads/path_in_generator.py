# reaches: a generator yields the path
from pathlib import Path


def files():
    yield Path("sales.csv")
    yield Path("/srv/secret.txt")


for f in files():
    print(f.read_text())
