# reaches: with_name after a climb
from pathlib import Path
print((Path(".") / ".." / "srv" / "x").with_name("secret.txt").read_text())
