# one file a group, an archive and a workbook with pandas -- ok
# with: packages guard memory_mb=700 file_mb=16 disk_mb=32 modules=pandas,os results=*.csv,out/*,*.xlsx,*.json,*.zip
import os

import pandas as pd

df = pd.DataFrame({"region": ["n", "s", "n"], "x": [1, 2, 3], "t": pd.date_range("2024-01-01", periods=3, tz="Europe/Berlin")})
os.makedirs("out", exist_ok=True)
for region, part in df.groupby("region"):
    part.to_csv(f"out/{region}.csv", index=False)
    part.to_csv(os.path.join("out", f"{region}.csv.gz"), index=False)
df.to_json("a.json")
df.to_csv("b.zip")
assert pd.read_csv("out/n.csv").x.sum() == 4 and pd.read_csv("out/n.csv.gz").x.sum() == 4
assert pd.read_csv("b.zip").x.sum() == 6 and len(pd.read_json("a.json")) == 3
naive = df.assign(t=df.t.dt.tz_localize(None))
with pd.ExcelWriter("w.xlsx") as writer:
    for region, part in naive.groupby("region"):
        part.to_excel(writer, sheet_name=region)
with pd.ExcelFile("w.xlsx") as book:
    assert book.sheet_names == ["n", "s"] and book.parse("n").x.sum() == 4
print("contained", pd.read_csv("input.csv").a[0], df.query("x > 1").x.sum(), df.pivot_table(index="region", values="x").x["n"])
