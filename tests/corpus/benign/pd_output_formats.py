import pandas as pd
df = pd.DataFrame({"a": [1.23456, 2], "b": ["x", "y"]})
print(df.to_string(index=False, float_format="{:.2f}".format), df.to_json(orient="records"), df.to_dict("list"), df.to_csv(index=False, sep="\t"), df.to_html(border=0)[:20])
df.to_csv("out.csv", index=False, float_format="%.2f", encoding="utf-8")
df.to_json("out.json", orient="split", indent=2)
print(pd.read_csv("out.csv").a.tolist(), pd.read_json("out.json", orient="split").b.tolist(), df.to_numpy().tolist(), df.to_records(index=False).tolist(), list(df.items())[1][0])
pd.set_option("display.max_rows", 5, "display.width", 120)
with pd.option_context("display.precision", 2, "display.max_columns", None):
    print(df)
print(df.info(), df.memory_usage(deep=True).sum() > 0, df.describe(include="all").shape)
