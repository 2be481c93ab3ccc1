# reaches: nothing is left after re.sub, so that the path begins with a slash
import re

name = re.sub(r"\W", "", "!")
print(open(f"{name}/srv/secret.txt").read())
