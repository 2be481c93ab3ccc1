# reaches: a function reads the name after it was bound anew
import re

name = re.sub(r"\W", "", "none")
read = lambda: open(f"{name}.txt").read()
name = "/srv/secret"
print(read())
