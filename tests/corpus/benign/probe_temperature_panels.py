import numpy as np
import pandas as pd
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import matplotlib.dates as mdates

df = pd.read_csv("probe_log.csv", parse_dates=["timestamp"]).set_index("timestamp")
wide = df.pivot_table(index=df.index, columns="sensor", values="temperature")
hourly = wide.resample("1H").mean().interpolate(method="time", limit_direction="both")
smooth = hourly.rolling(window=6, min_periods=1, center=True).mean()

fig, axes = plt.subplots(2, 2, figsize=(11, 7), sharex=True, constrained_layout=True)
for ax, column in zip(axes.flat, smooth.columns):
    ax.plot(hourly.index, hourly[column], lw=0.8, alpha=0.5, label="hourly")
    ax.plot(smooth.index, smooth[column], lw=2, label="smoothed")
    limit = hourly[column].mean() + 2 * hourly[column].std()
    ax.axhline(limit, color="crimson", ls="--")
    peak = smooth[column].idxmax()
    ax.annotate(
        f"peak {smooth.loc[peak, column]:.1f}",
        xy=(peak, smooth.loc[peak, column]),
        xytext=(10, 10),
        textcoords="offset points",
        arrowprops={"arrowstyle": "->", "color": "grey"},
    )
    ax.fill_between(hourly.index, hourly[column], limit, where=hourly[column] > limit, color="red", alpha=0.3)
    ax.set_title(f"Sensor {column}")
    ax.xaxis.set_major_formatter(mdates.DateFormatter("%d %b"))
    ax.grid(True, linestyle=":")
    ax.legend(loc="upper left", fontsize="small")
fig.suptitle("Temperatures")
fig.autofmt_xdate()
fig.savefig("temperatures.png", dpi=120, bbox_inches="tight")
plt.close(fig)
print(hourly.describe().T.round(2).to_string())
