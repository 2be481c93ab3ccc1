# reaches: the else of a loop binds the clean name anew
import re

name = re.sub(r"\W", "", "none")
for _ in range(1):
    pass
else:
    name = "/srv/secret"
print(open(f"{name}.txt").read())
