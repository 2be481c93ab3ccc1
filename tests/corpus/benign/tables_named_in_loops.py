import os
from pathlib import Path

import pandas as pd

table = pd.DataFrame({"city": ["Oslo", "Rome"], "sales": [3, 5]})
FOLDER = "out"
os.makedirs(FOLDER, exist_ok=True)

for i, city in enumerate(["oslo", "rome"]):
    table.iloc[[i]].to_csv(f"{i:02d}_{city}.csv", index=False)
    table.iloc[[i]].to_csv("part_" + str(i) + ".csv")
    table.iloc[[i]].to_csv("part_%03d.csv" % i)
    table.iloc[[i]].to_csv("part_{:d}_{name}.csv".format(i, name=city))

frames = {"head": table.head(1), "tail": table.tail(1)}
for n, (name, frame) in enumerate(sorted(frames.items(), key=lambda pair: pair[0])):
    frame.to_csv(os.path.join(FOLDER, name + ".csv"))
    frame.to_json(Path(FOLDER) / f"{n}_{name}.json")

for label, target in [("all", "all.csv"), ("totals", "totals.csv")]:
    table.to_csv(target)
    print(label, len(pd.read_csv(target)))

sources = {"a": "all.csv", "t": "totals.csv"}
print(sum(len(pd.read_csv(path)) for path in sources.values()))
