# reaches: a name is clean when it is first read, and not the second time
import re

name = re.sub(r"\W", "", "none")
for _ in range(2):
    try:
        print(open(f"{name}.txt").read())
    except FileNotFoundError:
        pass
    name = "/srv/secret"
