# reaches: re.sub puts a slash in by its number in a template
import re

name = re.sub(r"\W", r"\057", "|srv|secret")
print(open(f"{name}.txt").read())
