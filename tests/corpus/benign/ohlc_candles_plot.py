import pandas as pd
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

prices = pd.read_csv("prices.csv", parse_dates=["date"])
df = prices[prices.symbol == "CETA"].reset_index(drop=True)

up = df[df.close >= df.open]
down = df[df.close < df.open]

plt.figure(figsize=(10, 4))
for part, colour in ((up, "green"), (down, "red")):
    plt.bar(part.index, part.close - part.open, bottom=part.open, width=0.6, color=colour)
    plt.vlines(part.index, part.low, part.high, color=colour, linewidth=1)
plt.plot(df.index, df.close.rolling(5).mean(), color="black", label="5 day mean")
plt.xticks(df.index[::8], df.date.dt.strftime("%d %b")[::8], rotation=30)
plt.title("CETA")
plt.legend(loc="upper left")
plt.tight_layout()
plt.savefig("candles.png", dpi=100)

print("up days:", len(up), "down days:", len(down))
print("widest range:", df.loc[(df.high - df.low).idxmax(), "date"].date())
print("volume-weighted price: %.3f" % ((df.close * df.volume).sum() / df.volume.sum()))
