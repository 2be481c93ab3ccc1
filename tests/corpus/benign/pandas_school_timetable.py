import pandas as pd

lessons = [
    ("Mon", 1, "8a", "maths", "R1"), ("Mon", 1, "8b", "music", "R4"), ("Mon", 2, "8a", "english", "R1"),
    ("Tue", 1, "8b", "maths", "R1"), ("Tue", 1, "8a", "sport", "GYM"), ("Tue", 2, "8b", "sport", "GYM"),
    ("Tue", 1, "8c", "maths", "R1"),
]
df = pd.DataFrame(lessons, columns=["day", "hour", "class", "subject", "room"])
df["day"] = pd.Categorical(df["day"], ["Mon", "Tue"], ordered=True)

clash = df[df.duplicated(["day", "hour", "room"], keep=False)]
print("clashes:")
print(clash.to_string(index=False))

grid = df.pivot_table(index=["day", "hour"], columns="class", values="subject", aggfunc="first", observed=True).fillna("-")
print(grid.to_string())
load = df.groupby("subject").size().sort_values(ascending=False, kind="stable")
print(load.to_dict())
used = df.groupby("room")[["day", "hour"]].apply(lambda g: len(g.drop_duplicates()))
print("room use:", used.to_dict())
