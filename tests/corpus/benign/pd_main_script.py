import sys
import numpy as np
import pandas as pd
def load(path="sales.csv") -> pd.DataFrame:
    try:
        return pd.read_csv(path)
    except FileNotFoundError as err:
        print(f"cannot read {path}: {err}", file=sys.stderr)
        sys.exit(2)
def summarise(df: pd.DataFrame, by: str, how="mean") -> pd.DataFrame:
    numeric = df.select_dtypes(include=[np.number]).columns
    return df.groupby(by)[list(numeric)].agg(how)
def main():
    df = load()
    by = next(c for c in df.columns if df[c].dtype == object)
    for how in ("mean", "max", "count"):
        print(how, summarise(df, by, how).shape)
if __name__ == "__main__":
    main()
