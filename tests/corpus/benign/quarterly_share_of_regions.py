"""Summarise quarterly sales by region and product."""
import json
from pathlib import Path

import pandas as pd

INPUT = Path("branch_sales.csv")
REQUIRED = {"date", "region", "product", "units", "price"}


def load(path: Path) -> pd.DataFrame:
    """Read the CSV and check its columns."""
    frame = pd.read_csv(path, parse_dates=["date"])
    missing = REQUIRED - set(frame.columns)
    if missing:
        raise ValueError(f"missing columns: {sorted(missing)}")
    return frame


def summarise(frame: pd.DataFrame) -> pd.DataFrame:
    frame = frame.assign(revenue=lambda d: d["units"] * d["price"])
    frame["quarter"] = frame["date"].dt.to_period("Q").astype(str)
    return (
        frame.groupby(["quarter", "region"], as_index=False)
        .agg(revenue=("revenue", "sum"), orders=("product", "count"), mean_price=("price", "mean"))
        .sort_values(["quarter", "revenue"], ascending=[True, False])
        .reset_index(drop=True)
    )


def main() -> None:
    frame = load(INPUT)
    result = summarise(frame)
    result["share"] = result["revenue"] / result.groupby("quarter")["revenue"].transform("sum")
    for row in result.itertuples(index=False):
        print(f"{row.quarter:<8}{row.region:<8}{row.revenue:>12,.2f}{row.share:>8.1%}")
    print(json.dumps(result.round(3).to_dict(orient="records"), indent=2))


if __name__ == "__main__":
    main()
