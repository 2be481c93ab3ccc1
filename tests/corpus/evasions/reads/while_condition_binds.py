# reaches: the condition of a loop binds the clean name anew
import re

name = re.sub(r"\W", "", "none")
n = 0
while (name := ["none", "/srv/secret"][n]) == "none":
    n += 1
print(open(f"{name}.txt").read())
