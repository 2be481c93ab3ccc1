import io

import pandas as pd

january = pd.read_csv(io.StringIO("day,site,visits\n1,a,10\n2,a,12\n1,b,7\n"))
february = pd.read_csv(io.StringIO("day,site,visits,bounces\n1,a,14,3\n1,b,9,1\n2,b,11,2\n"))

frames = {"2024-01": january, "2024-02": february}
visits = pd.concat(frames, names=["month", "row"]).reset_index(level="month").reset_index(drop=True)
visits["bounces"] = visits["bounces"].fillna(0).astype(int)
visits["cum"] = visits.groupby("site")["visits"].cumsum()
visits["nth"] = visits.groupby("site").cumcount() + 1
visits["share"] = (visits["visits"] / visits.groupby("month")["visits"].transform("sum")).round(3)
total = visits.groupby(["site", "month"], as_index=False)[["visits", "bounces"]].sum()
extra = pd.DataFrame([{"site": "c", "month": "2024-02", "visits": 0, "bounces": 0}])
total = pd.concat([total, extra], ignore_index=True).sort_values(["month", "site"], ignore_index=True)

print(visits.to_string(index=False))
print()
print(total.to_csv(index=False), end="")
