import json
import re

import pandas as pd

pattern = r'(?P<ip>\S+) - - \[(?P<time>.+?)\] "(?P<method>\w+) (?P<path>\S+) .*?" (?P<status>\d+) (?P<size>\d+)'
with open("access.log") as f:
    records = [m.groupdict() for m in re.finditer(pattern, f.read())]

df = pd.DataFrame(records)
df["time"] = pd.to_datetime(df["time"], format="%d/%b/%Y:%H:%M:%S %z")
df = df.astype({"status": int, "size": int})
df["subnet"] = df["ip"].str.rsplit(".", n=1).str[0]
df["ok"] = df["status"].lt(400)

summary = df.groupby("subnet").agg(hits=("ip", "size"), clients=("ip", "nunique"), ok=("ok", "mean"), kb=("size", lambda s: s.sum() / 1024))
quarter = df.set_index("time").resample("15min")["size"].sum()
quarter.index = quarter.index.strftime("%H:%M")

print(summary.round(2).to_string())
print(json.dumps({"bytes_per_quarter": quarter.to_dict(), "methods": df["method"].value_counts().to_dict()}))
