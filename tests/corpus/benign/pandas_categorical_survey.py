import json
import pandas as pd

with open("survey.json") as f:
    doc = json.load(f)

df = pd.DataFrame(doc["responses"]).set_index("id")
labels = {1: "very bad", 2: "bad", 3: "neutral", 4: "good", 5: "very good"}
dtype = pd.CategoricalDtype(list(labels.values()), ordered=True)
df["answer"] = df["score"].map(labels).astype(dtype)

counts = df["answer"].value_counts(sort=False, dropna=False)
print({str(k): int(v) for k, v in counts.items()})
print("median answer:", labels[int(df["score"].median())], "| best:", df["answer"].max(), "| worst:", df["answer"].min())
print("good or better:", int((df["answer"] >= "good").sum()))
print(pd.crosstab(df["channel"], df["answer"], normalize="index").round(2).to_string())

comments = df.loc[df["comment"].ne(""), "comment"].str.lower()
mentions = {word: int(comments.str.contains(word).sum()) for word in ("slow", "friendly", "waiting", "great")}
print(json.dumps(mentions))
lengths = df["comment"].str.split().map(len)
print("mean words by channel:", lengths.groupby(df["channel"]).mean().round(2).to_dict())
print(pd.get_dummies(df["channel"], prefix="via").sum().to_dict())
