import json
import pandas as pd

inventory = pd.read_json("inventory.json", orient="records", typ="series")
items = pd.DataFrame(inventory["items"])
items["value"] = items["on_hand"] * items["cost"]

tags = items.explode("tags")
by_tag = tags.groupby("tags").agg(skus=("sku", list), value=("value", "sum"), lightest_stock=("on_hand", "min"))
by_tag["share"] = by_tag["value"] / items["value"].sum()
dummies = pd.crosstab(tags["sku"], tags["tags"])

print(by_tag.round(3).to_json(orient="index"))
print(dummies.sum().to_dict())
print(json.dumps({"untagged": int(items["tags"].str.len().eq(0).sum())}))
