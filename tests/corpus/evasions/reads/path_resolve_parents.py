# reaches: resolve and parents lead to the root
from pathlib import Path
p = Path("sales.csv").resolve()
print((p.parents[len(p.parents) - 1] / "srv" / "secret.txt").read_text())
