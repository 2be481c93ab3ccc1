import pandas as pd
df = pd.DataFrame({"name": ["a", "b", "c"], "m": [50, 75, 90]})
grade = {True: "pass", False: "fail"}
df["res"] = (df.m > 60).map(grade)
df["band"] = df["m"].apply(lambda v: "A" if v >= 85 else "B" if v >= 70 else "C")
df["label"] = df.apply(lambda r: f"{r['name']}:{r.m}", axis=1)
df["cum"] = df.m.cumsum()
df[["lo", "hi"]] = df["m"].apply(lambda v: pd.Series([v - 5, v + 5]))
print(df, df.applymap(str).values.tolist()[0], df.m.map("{:.1f}%".format).tolist(), df.apply("sum", axis=0)["m"], df.m.agg("mean"), df.select_dtypes("number").apply(sum).to_dict())
def scale(col, factor=1.0):
    return col * factor
print(df[["m"]].apply(scale, factor=2).m.tolist(), df.m.apply(scale, args=(3,)).tolist(), df.transform({"m": lambda x: x - x.min()}).m.tolist())
