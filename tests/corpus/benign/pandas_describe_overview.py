import pandas as pd

df = pd.read_csv("patients.csv", parse_dates=["admitted", "discharged"])

print("shape:", df.shape)
print(df.dtypes.astype(str).to_string())
print(df.describe(include="number").round(2).to_string())
print(df.describe(include="object").to_string())
print(df.head(3).to_string())
print("missing:", int(df.isnull().sum().sum()), "| duplicates:", int(df.duplicated().sum()))
print("memory is positive:", df.memory_usage(deep=True).sum() > 0)
print(df.select_dtypes("number").corr().loc["age"].drop("age").round(3).to_dict())
print(df.nunique().to_dict())
