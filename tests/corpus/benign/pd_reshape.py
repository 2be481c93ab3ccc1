import pandas as pd
wide = pd.DataFrame({"id": [1, 2], "jan": [3, 4], "feb": [5, 6]})
long = wide.melt(id_vars="id", var_name="month", value_name="v")
print(long, long.pivot(index="id", columns="month", values="v"), long.pivot_table(index="month", values="v", aggfunc=["sum", "mean"], margins=True))
print(pd.crosstab(long.month, long.v > 4, normalize="index"), pd.get_dummies(long, columns=["month"], prefix="m", drop_first=True).columns.tolist())
print(pd.cut(long.v, bins=[0, 4, 10], labels=["low", "high"]).tolist(), pd.qcut(long.v, 2, labels=False).tolist(), pd.factorize(long.month)[0], long.set_index(["id", "month"]).v.unstack().T.to_dict())
print(pd.wide_to_long(pd.DataFrame({"i": [1], "s1": [5], "s2": [6]}), "s", i="i", j="t").reset_index(), pd.concat({"a": wide, "b": wide}, names=["src"]).shape, wide.T.iloc[0].tolist(), wide.explode("jan").shape)
