# reaches: a with statement binds the clean name anew
import re
from contextlib import nullcontext

name = re.sub(r"\W", "", "none")
with nullcontext("/srv/secret") as name:
    print(open(f"{name}.txt").read())
