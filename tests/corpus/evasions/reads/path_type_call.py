# reaches: the class of a path makes another path
from pathlib import Path
print(type(Path("x"))("/srv/secret.txt").read_text())
