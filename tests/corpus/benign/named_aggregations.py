import pandas as pd

df = pd.DataFrame({"k": list("aabb"), "v": [1.0, 3.0, 5.0, 9.0], "w": [1, 1, 2, 2]})
out = df.groupby("k").agg(total=("v", "sum"), spread=("v", lambda s: s.max() - s.min()), weight=("w", "first"))
out["average"] = df.groupby("k").apply(lambda g: (g["v"] * g["w"]).sum() / g["w"].sum())
print(out.to_dict("index"))
