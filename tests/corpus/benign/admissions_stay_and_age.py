"""Length-of-stay report."""
import json
import sys

import numpy as np
import pandas as pd


def length_of_stay(df: pd.DataFrame) -> pd.Series:
    return (df["discharged"] - df["admitted"]).dt.days


def age_band(age: float) -> str:
    if age < 40:
        return "<40"
    elif age < 65:
        return "40-64"
    return "65+"


def main() -> int:
    try:
        df = pd.read_csv(
            "admissions.csv",
            parse_dates=["birth_date", "admitted", "discharged"],
            dtype={"ward": "category", "sex": "category", "diagnosis": "string"},
        )
    except FileNotFoundError as exc:
        print(f"error: {exc}", file=sys.stderr)
        return 1
    df["los"] = length_of_stay(df)
    df["age"] = ((df["admitted"] - df["birth_date"]).dt.days / 365.25).round(1)
    df["band"] = df["age"].apply(age_band)
    df["chapter"] = df["diagnosis"].str[0]
    df["hypertensive"] = np.where((df["systolic"] >= 140) | (df["diastolic"] >= 90), "yes", "no")
    open_cases = df["discharged"].isna().sum()
    table = pd.crosstab(df["ward"], df["hypertensive"], normalize="index").round(3)
    los = df.groupby(["ward", "band"], observed=True)["los"].agg(["count", "mean", "median", lambda s: s.quantile(0.9)])
    los.columns = ["n", "mean", "median", "p90"]
    print(table)
    print(los.round(2))
    print(json.dumps({"patients": int(len(df)), "still_admitted": int(open_cases),
                      "mean_los": round(float(df["los"].mean()), 2)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
