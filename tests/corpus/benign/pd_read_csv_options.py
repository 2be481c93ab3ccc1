import io
import pandas as pd
text = "# comment\nid;when;amount;flag\n1;2024-01-05;1.234,5;yes\n2;2024-02-05;NA;no\n"
df = pd.read_csv(io.StringIO(text), sep=";", comment="#", decimal=",", thousands=".", parse_dates=["when"], na_values=["NA"], true_values=["yes"], false_values=["no"], dtype={"id": "int32"}, index_col="id", usecols=lambda c: c != "x", skipinitialspace=True)
print(df, df.dtypes.astype(str).to_dict(), df.when.dt.month.tolist())
for chunk in pd.read_csv("sales.csv", chunksize=5, nrows=10):
    print(chunk.shape[0])
print(pd.read_csv("sales.csv", nrows=2, converters={0: str.strip}).shape, pd.read_csv(io.StringIO("a b\n1 2"), delim_whitespace=True, header=0, names=["p", "q"]).columns.tolist())
