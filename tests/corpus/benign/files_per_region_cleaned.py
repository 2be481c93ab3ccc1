import pandas as pd
from pathlib import Path
import re

df = pd.read_csv("sales.csv")
out = Path("reports")
out.mkdir(parents=True, exist_ok=True)
for region, part in df.groupby("region"):
    safe = re.sub(r"[^A-Za-z0-9_-]+", "_", str(region))
    part.to_csv(out / f"{safe}.csv", index=False)
    print(region, len(part))
