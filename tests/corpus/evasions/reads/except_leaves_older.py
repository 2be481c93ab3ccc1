# reaches: an assignment that fails leaves the older value
import re

name = "/srv/secret"
try:
    name = re.sub(r"\W", "", None)
except TypeError:
    pass
print(open(f"{name}.txt").read())
