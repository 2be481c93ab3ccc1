# reaches: with_suffix on a path that climbed
from pathlib import Path
p = Path("..") / "srv" / "secret.csv"
print(p.with_suffix(".txt").read_text())
