import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd

df = pd.read_csv("energy.csv", parse_dates=["time"], index_col="time")
daily = df.resample("D").mean()

ax = df.plot(figsize=(9, 3), color={"load_kw": "black", "solar_kw": "orange"}, title="Load and solar")
ax.set_ylabel("kW")
plt.tight_layout()
plt.savefig("energy.png")

daily.plot(kind="bar", stacked=False, rot=0)
plt.savefig("daily.png")
df["load_kw"].plot.hist(bins=10, alpha=0.5)
plt.savefig("hist.png")
plt.close("all")

print(daily.round(1).rename(index=lambda t: t.day_name()[:3]).to_string())
