import pandas as pd, numpy as np
mi = pd.MultiIndex.from_product([["x", "y"], [1, 2, 3]], names=["letter", "num"])
df = pd.DataFrame({"a": range(6), "b": np.arange(6) ** 2}, index=mi)
print(df.loc["x"], df.loc[("y", 2), "b"], df.xs(2, level="num"), df.unstack("letter"), df.groupby(level=0).sum())
print(df.stack().head(2), df.swaplevel().sort_index().index[0], df.index.get_level_values("num").unique().tolist(), df.droplevel(0).shape, df.reset_index().columns.tolist())
idx = pd.IndexSlice
print(df.loc[idx[:, 2:3], "a"].tolist(), df.index.nlevels, df.index.names, df.index.levels[0].tolist(), df.reindex([("x", 9)], fill_value=-1))
