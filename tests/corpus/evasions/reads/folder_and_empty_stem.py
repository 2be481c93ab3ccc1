# reaches: a hidden file's stem, the dot alone behind it
from pathlib import Path

name = Path("a/..b").stem
print(name)
print(open(f"{name}/srv/secret.txt").read() if name == ".." else open(f"{Path('....b').stem[:2]}/srv/secret.txt").read())
