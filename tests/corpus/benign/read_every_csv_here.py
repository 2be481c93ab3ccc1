from pathlib import Path

import pandas as pd

sizes = {}
for path in sorted(Path(".").glob("*.csv"))[:4]:
    frame = pd.read_csv(path)
    sizes[path.stem] = frame.shape
print(all(rows > 0 for rows, _ in sizes.values()), len(sizes))
