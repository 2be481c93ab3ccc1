# reaches: re.sub takes out only the first
import re

name = re.sub(r"[^\w]", "", "!/srv/secret", count=1)
print(open(f"{name}.txt").read())
