# reaches: re.sub puts slashes in
import re

name = re.sub(r"\W", "/", "srv|secret")
print(open(f"..{'/' + name}.txt").read())
