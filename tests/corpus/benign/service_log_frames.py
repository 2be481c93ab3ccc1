import re
import pandas as pd
log = pd.read_csv("service.log", sep=r"\] |\[", engine="python", header=None, names=["ts", "level", "rest"])
log["ts"] = pd.to_datetime(log["ts"].str.strip())
log[["module", "message"]] = log["rest"].str.extract(r"^(\w+): (.*)$")
log = log.drop(columns="rest").set_index("ts")
print(log.groupby([pd.Grouper(freq="H"), "level"]).size().unstack(fill_value=0).head(3))
log["ms"] = log["message"].str.extract(r"took (\d+) ms", expand=False).astype(float)
log["template"] = log["message"].str.replace(r"\d+", "<n>", regex=True)
print(log.template.value_counts().to_dict())
err = log[log.level.eq("ERROR")]
print(err.index.to_series().diff().dt.total_seconds().describe()[["mean", "max"]].round(1).to_dict())
codes = err["message"].str.findall(r"E\d{3}").explode().dropna().value_counts()
print(codes.head(3).index.tolist(), log["ms"].quantile([0.5, 0.95, 0.99]).round(0).tolist())
pattern = re.compile(r"user=(?P<user>\d+)", flags=re.I | re.M)
users = {int(m["user"]) for m in map(pattern.match, log["message"]) if m}
print(len(users), log.rolling("10min")["ms"].mean().dropna().iloc[-1].round(1), log.resample("30min").agg({"ms": "mean", "module": "count"}).shape)
