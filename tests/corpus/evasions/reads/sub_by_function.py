# reaches: re.sub gets a function that gives back what it found
import re

name = re.sub(r"\W", lambda m: m.group(), "../srv/secret")
print(open(f"{name}.txt").read())
