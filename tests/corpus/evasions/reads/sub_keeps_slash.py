# reaches: re.sub with a class that keeps the slash
import re

name = re.sub(r"[^\w/.]", "", "..!/srv!/secret.txt")
print(open(f"{name}").read())
