import pandas as pd

pd.options.display.max_columns = 20
pd.options.mode.chained_assignment = None
df = pd.read_csv("branch_sales.csv", parse_dates=["date"], index_col="date", dtype={"region": "category"}, usecols=["date", "region", "units", "price"])
df.index.name = "day"
weekly = df.groupby("region", observed=True).resample("W")["units"].sum().unstack(level=0)
growth = weekly.pct_change().replace([float("inf")], None)
print(weekly.tail(3))
print(growth.mean().map("{:+.1%}".format).to_dict())
last = df.last("7D")
print(last.units.sum(), df.loc["2024-02"].shape, df.loc["2024-01-05":"2024-01-07", "units"].tolist())
df["weekend"] = df.index.weekday > 4
df["rev"] = df.eval("units * price")
print(df.groupby("weekend").rev.mean().rename({True: "weekend", False: "weekday"}).round(1))
styled = df.reset_index().groupby(df.index.to_period("M").strftime("%b %Y")).rev.agg(Total="sum", Mean="mean")
for month, total, mean in styled.itertuples():
    print(f"{month:<10}|{total:>10,.0f}|{mean:>8.1f}")
excluded = df[~df.region.isin(["North"])].region.cat.remove_unused_categories()
print(excluded.cat.categories.tolist(), excluded.value_counts().iloc[0])
