# reaches: a path climbs by its parents
from pathlib import Path
print((Path("sales.csv").resolve().parents[1] / "srv" / "secret.txt").read_text())
