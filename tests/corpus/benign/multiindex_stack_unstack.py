import pandas as pd

index = pd.MultiIndex.from_product([["N", "S"], [2023, 2024]], names=["region", "year"])
df = pd.DataFrame({"sales": [10, 12, 7, 9]}, index=index)
wide = df["sales"].unstack("year")
wide["growth"] = (wide[2024] / wide[2023] - 1).mul(100).round(1)
print(wide.to_dict("index"), df.xs("S", level="region")["sales"].sum(), df.groupby(level="year").sum().T.values.tolist())
