import json

import numpy as np
import pandas as pd

THRESHOLD = 2.5

readings = pd.read_csv("sensors.csv", parse_dates=["timestamp"])
good = readings[readings["status"] == "OK"].copy()

good["z"] = good.groupby("tag")["value"].transform(lambda s: (s - s.mean()) / s.std(ddof=0))
outliers = good[np.abs(good["z"]) > THRESHOLD]

report = {
    "checked": int(len(good)),
    "bad_quality": int((readings["status"] == "BAD").sum()),
    "outliers": [
        {"time": row.timestamp.isoformat(), "tag": row.tag, "value": row.value, "z": round(row.z, 2)}
        for row in outliers.itertuples(index=False)
    ],
}
print(json.dumps(report, indent=2))
