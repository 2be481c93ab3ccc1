import pandas as pd
import matplotlib.pyplot as plt
import matplotlib.dates as mdates

df = pd.read_csv("sensors.csv", parse_dates=["timestamp"])
tags = df["tag"].unique()

fig, axs = plt.subplots(len(tags), 2, figsize=(10, 7), gridspec_kw={"width_ratios": [3, 1]})
summary = []
for (line, hist), tag in zip(axs, tags):
    s = df[df["tag"] == tag].set_index("timestamp")["value"]
    line.plot(s.index, s, drawstyle="steps-post")
    line.axhspan(s.quantile(0.05), s.quantile(0.95), color="lightgreen", alpha=0.3)
    line.xaxis.set_major_formatter(mdates.DateFormatter("%H:%M"))
    line.set_title(tag, loc="left")
    hist.hist(s.dropna(), bins=8, orientation="horizontal", color="grey")
    hist.yaxis.tick_right()
    summary.append((tag, int(s.notna().sum()), round(s.max() - s.min(), 2)))
fig.text(0.5, 0.01, "hour of day", ha="center")
fig.subplots_adjust(hspace=0.5)
fig.savefig("grid.png")

for tag, n, span in summary:
    print(f"{tag}: {n} values, span {span}")
