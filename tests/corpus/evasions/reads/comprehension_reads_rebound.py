# reaches: a generator expression reads the name after it was bound anew
import re

name = re.sub(r"\W", "", "none")
found = (open(f"{name}.txt").read() for _ in range(1))
name = "/srv/secret"
print(list(found))
