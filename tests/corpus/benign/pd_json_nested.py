import json
import pandas as pd
raw = '[{"id": 1, "user": {"name": "a", "geo": {"lat": 1.5}}, "items": [{"sku": "x", "n": 2}, {"sku": "y", "n": 1}]}, {"id": 2, "user": {"name": "b", "geo": {"lat": 2.5}}, "items": []}]'
data = json.loads(raw)
flat = pd.json_normalize(data, sep="_")
items = pd.json_normalize(data, record_path="items", meta=["id", ["user", "name"]], errors="ignore")
print(flat.columns.tolist(), items, items.groupby("user.name").n.sum().to_dict(), pd.DataFrame.from_records(data).shape, pd.DataFrame.from_dict({"r": [1, 2]}, orient="index", columns=["p", "q"]))
