import pandas as pd

def clean(df, min_qty=1):
    return df[df["qty"] >= min_qty]

out = (
    pd.DataFrame({"item": list("abca"), "qty": [1, 0, 3, 4], "price": [2.0, 3.5, 1.25, 2.0]})
    .assign(total=lambda d: d.qty * d.price, upper=lambda d: d["item"].str.upper())
    .pipe(clean, min_qty=1)
    .groupby("item", as_index=False)
    .agg({"total": "sum", "qty": ["mean", "max"]})
)
out.columns = ["_".join(c).strip("_") for c in out.columns]
print(out.sort_values("total_sum", ascending=False).reset_index(drop=True))
