import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd

df = pd.read_csv("weather.csv", parse_dates=["date"])

fig, axes = plt.subplots(nrows=3, ncols=1, figsize=(8, 9), sharex=True)
for ax, (city, group) in zip(axes, df.groupby("city")):
    ax.fill_between(group["date"], group["tmin"], group["tmax"], alpha=0.3, label="range")
    ax.plot(group["date"], group["tmax"], color="tab:red", linewidth=1)
    ax.set_title(city)
    ax.set_ylabel("°C")
    ax.grid(True, linestyle=":")
    wind = ax.twinx()
    wind.bar(group["date"], group["wind_kmh"], width=1.5, color="grey", alpha=0.4)
    wind.set_ylabel("km/h")
axes[-1].set_xlabel("date")
fig.autofmt_xdate()
fig.tight_layout()
fig.savefig("weather.png", dpi=90)
plt.close(fig)

print(f"panels: {len(axes)}, rows: {len(df)}")
