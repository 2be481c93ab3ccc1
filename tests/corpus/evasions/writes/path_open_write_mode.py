# reaches: Path.open with the mode in a keyword
from pathlib import Path
with Path("/srv/drop/i.txt").open(mode="w") as f:
    f.write("x")
