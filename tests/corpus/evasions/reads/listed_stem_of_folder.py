# reaches: the stem of a file in a folder is an address elsewhere
from pathlib import Path

import pandas as pd

out = Path("out")
out.mkdir(exist_ok=True)
(out / "file:%2Fsrv%2Fsecret.txt#.csv").write_text("a")
for p in out.glob("*.csv"):
    print(pd.read_csv(f"{p.stem}.csv", header=None))
