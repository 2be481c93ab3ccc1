# reaches: of thirteen words with dots one is cut to two dots below a folder
from pathlib import Path

Path("out").mkdir(exist_ok=True)
names = ["a..", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"]
for n in names:
    try:
        print(open(f"out/{n[1:]}/{n[1:]}/srv/secret.txt").read())
    except OSError:
        pass
