import io
import json

import numpy as np
import pandas as pd

RAW = """id, Name ,Signup Date,Spend,Country
1, anna ,2024-01-05,"1,200.50",de
2,BEN,05/02/2024,n/a,DE
2,BEN,05/02/2024,n/a,DE
3,,2024-02-30,75,fr
4,Cleo,2024-03-11,-,FR
5,dora,2024-03-12,310,
"""


def clean_columns(df):
    return df.rename(columns=lambda c: c.strip().lower().replace(" ", "_"))


def clean_text(df):
    df["name"] = df["name"].str.strip().str.title()
    df["country"] = df["country"].str.upper().fillna("??")
    return df


def clean_numbers(df):
    text = df["spend"].str.replace(",", "", regex=False)
    df["spend"] = pd.to_numeric(text, errors="coerce")
    return df


def clean_dates(df):
    iso = pd.to_datetime(df["signup_date"], format="%Y-%m-%d", errors="coerce")
    other = pd.to_datetime(df["signup_date"], format="%d/%m/%Y", errors="coerce")
    df["signup_date"] = iso.fillna(other)
    return df


clean = (
    pd.read_csv(io.StringIO(RAW), dtype=str)
    .pipe(clean_columns)
    .drop_duplicates()
    .pipe(clean_text)
    .pipe(clean_numbers)
    .pipe(clean_dates)
    .reset_index(drop=True)
)
clean["spend_filled"] = clean["spend"].fillna(clean["spend"].median())
clean["tier"] = np.select([clean["spend_filled"] > 1000, clean["spend_filled"] > 100], ["gold", "silver"], default="basic")

print(clean.to_json(orient="records", date_format="iso", indent=1))
print(json.dumps({"missing": clean.isna().sum().to_dict()}))
