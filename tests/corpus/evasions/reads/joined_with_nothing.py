# reaches: nothing is left of a name, so that what is joined begins with a slash
import os
import re

name = re.sub(r"\W", "", "!")
print(open(os.path.join("out", f"{name}/srv/secret.txt")).read())
