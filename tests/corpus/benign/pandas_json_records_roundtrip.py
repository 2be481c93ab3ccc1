import json
import pandas as pd

with open("survey.json") as f:
    responses = json.load(f)["responses"]

df = pd.DataFrame(responses)
by_channel = df.groupby("channel")["score"].agg(n="count", mean="mean", low="min", high="max").round(2)

as_records = by_channel.reset_index().to_dict(orient="records")
text = by_channel.reset_index().to_json(orient="records")
split = json.loads(by_channel.to_json(orient="split"))

assert json.loads(text) == json.loads(json.dumps(as_records))
again = pd.DataFrame(split["data"], index=split["index"], columns=split["columns"])
print(text)
print("same shape:", again.shape == by_channel.shape, "| same values:", bool((again.values == by_channel.values).all()))
print(json.dumps({"best": by_channel["mean"].idxmax(), "unanswered": int(df["score"].isna().sum())}))
