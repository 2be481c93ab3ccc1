import matplotlib; matplotlib.use("Agg")
import matplotlib.dates as mdates
import matplotlib.pyplot as plt
import pandas as pd
s = pd.DataFrame({"v": range(60), "w": range(60, 0, -1)}, index=pd.date_range("2024-01-01", periods=60))
ax = s.plot(figsize=(6, 3), title="Series", style=["-", "--"], secondary_y="w", grid=True)
fig, ax2 = plt.subplots(); ax2.plot(s.index, s.v); ax2.xaxis.set_major_locator(mdates.MonthLocator()); ax2.xaxis.set_major_formatter(mdates.DateFormatter("%b %Y")); fig.autofmt_xdate()
s.resample("M").sum().plot.bar(ax=ax2, rot=0); s.plot(kind="scatter", x="v", y="w", ax=ax2); s.v.plot.hist(bins=5); s.hist(); s.boxplot(column=["v"])
ax2.get_figure().savefig("dates.png"); print(ax.get_title(), ax2.get_xlabel())
