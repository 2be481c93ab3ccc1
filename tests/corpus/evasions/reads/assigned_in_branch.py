# reaches: a branch binds the clean name anew
import re

name = re.sub(r"\W", "", "none")
if name:
    name = "/srv/secret"
print(open(f"{name}.txt").read())
