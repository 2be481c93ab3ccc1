from pathlib import Path
import pandas as pd

folder = Path("parts")
folder.mkdir(exist_ok=True)
for k in range(3):
    pd.DataFrame({"k": [k]}).to_csv(folder / f"part_{k}.csv", index=False)
for p in sorted(folder.glob("*.csv")):
    d = pd.read_csv(p)
    d["source"] = p.stem
    d.to_json(folder / f"{p.stem}.json", orient="records")
print(sorted(x.name for x in folder.iterdir()))
