# reaches: a path below a path that is absolute
from pathlib import Path
print((Path("data") / Path("/srv/secret.txt")).read_text())
