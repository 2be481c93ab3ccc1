# reaches: two names are swapped
import re

name, other = re.sub(r"\W", "", "none"), "/srv/secret"
name, other = other, name
print(open(f"{name}.txt").read())
