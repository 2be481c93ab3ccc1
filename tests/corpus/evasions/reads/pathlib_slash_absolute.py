# reaches: the slash operator with an absolute right side drops the left
from pathlib import Path
print((Path("data") / "/srv/secret.txt").read_bytes())
