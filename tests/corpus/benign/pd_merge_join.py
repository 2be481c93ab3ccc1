import pandas as pd
a = pd.DataFrame({"k": [1, 2, 3], "va": list("xyz")})
b = pd.DataFrame({"k": [2, 3, 4], "vb": [20, 30, 40]})
print(a.merge(b, on="k", how="outer", indicator=True), a.merge(b, how="left", left_on="k", right_on="k", validate="1:1", suffixes=("_l", "_r")))
print(a.set_index("k").join(b.set_index("k"), how="inner"), pd.merge(a, b, how="cross").shape, pd.merge_ordered(a, b, on="k", fill_method="ffill"), a.append(b).shape if hasattr(a, "append") and False else "")
print(pd.concat([a, b], axis=1, keys=["a", "b"]).columns.tolist(), a.k.isin(b.k).tolist(), a.compare(a.assign(va="q")).shape, a.update(b), a.equals(a.copy()), a.merge(b, on="k").eq(3).any().any())
