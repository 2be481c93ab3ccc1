# reaches: joinpath with a part that begins with a slash when nothing is left before it
import re
from pathlib import Path

name = re.sub(r"\W", "", "!")
print(Path("out").joinpath("a", f"{name}/srv/secret.txt").read_text())
