import pandas as pd


def clean_names(df):
    df.columns = (
        df.columns.str.strip()
        .str.lower()
        .str.replace(" ", "_", regex=False)
        .str.replace(r"[^a-z0-9_]", "", regex=True)
    )
    return df


def add_age(df, ref="2024-06-30"):
    ref = pd.Timestamp(ref)
    return df.assign(age=((ref - df["birth_date"]) / pd.Timedelta(days=365.25)).astype(int))


def flag_missing(df, columns):
    for c in columns:
        df[f"{c}_missing"] = df[c].isna().astype(int)
    return df


def winsorize(s, lower=0.05, upper=0.95):
    lo, hi = s.quantile([lower, upper])
    return s.clip(lo, hi)


df = (
    pd.read_csv("admissions.csv", parse_dates=["birth_date", "admitted"])
    .pipe(clean_names)
    .pipe(add_age, ref="2024-12-31")
    .pipe(flag_missing, columns=["systolic", "discharged"])
)
df["systolic"] = df.groupby("sex")["systolic"].transform(lambda s: s.fillna(s.median()))
df["sys_w"] = winsorize(df["systolic"])
df["map"] = df.eval("(systolic + 2 * diastolic) / 3")
print(df[["systolic", "sys_w", "map", "age"]].describe().loc[["mean", "std", "min", "max"]].round(1))
readmit = df.sort_values("admitted").groupby("diagnosis")["admitted"].diff().dt.days
print(readmit.describe()["50%"], df["admitted"].dt.strftime("%Y-%m").value_counts().sort_index().to_dict())
names = {"I10": "Hypertension", "E11.9": "Type 2 diabetes", "J18.9": "Pneumonia", "N39.0": "UTI"}
df["diagnosis_name"] = df["diagnosis"].map(names).astype("category")
tbl = df.pivot_table(values=["age", "map"], index="diagnosis_name", columns="sex", aggfunc={"age": "mean", "map": ["median", "count"]})
tbl.columns = ["/".join(c) for c in tbl.columns.to_flat_index()]
print(tbl.round(1).to_string())
print(df.groupby("diagnosis_name", observed=True).ngroups, df["ward"].str.extract(r"^([A-Z]+)(\d*)$").fillna("").agg("-".join, axis=1).unique().tolist())
for (ward, sex), g in df.groupby(["ward", "sex"]):
    if len(g) > 15:
        print(ward, sex, len(g), g["age"].mean().round(1))
df.drop(columns=df.filter(like="_missing").columns, inplace=True)
df.set_index("patient_id", inplace=True)
print(df.loc["P0003":"P0005", ["sex", "age"]].to_dict(orient="index"), df.iloc[0, :3].tolist(), df.index.is_unique)
