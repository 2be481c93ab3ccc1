# reaches: nothing is left of a name, so that what comes below a folder begins with a slash
import re
from pathlib import Path

name = re.sub(r"\W", "", "!")
print((Path("out") / f"{name}/srv/secret.txt").read_text())
