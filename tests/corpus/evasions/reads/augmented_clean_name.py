# reaches: a clean name is extended in place
import re

name = re.sub(r"\W", "", "!")
name += "/srv/secret"
print(open(f"{name}.txt").read())
