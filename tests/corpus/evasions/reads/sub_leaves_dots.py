# reaches: what is left after re.sub is two dots before a slash
import re

name = re.sub(r"[^\w.]", "", ".!.")
print(open(f"{name}/srv/secret.txt").read())
