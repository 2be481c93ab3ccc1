# reaches: re.sub puts the found character back by its number
import re

name = re.sub(r"(\W)", r"\1", "../srv/secret")
print(open(f"{name}.txt").read())
