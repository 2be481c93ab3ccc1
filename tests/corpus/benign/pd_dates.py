import pandas as pd
idx = pd.date_range("2024-01-01", periods=90, freq="D")
s = pd.Series(range(90), index=idx, name="v")
print(s.resample("M").sum(), s["2024-02"].mean(), s.loc["2024-01-30":"2024-02-02"].tolist())
print(s.rolling("7D").mean().iloc[-1], s.asfreq("30D").tolist(), s.shift(1, freq="D").index[0], s.diff(7).dropna().unique())
print(pd.to_datetime(["01/02/2024", "bad"], errors="coerce", dayfirst=True), pd.Timestamp("2024-02-29") + pd.DateOffset(years=1), pd.Timedelta("1h 30min").total_seconds())
print(idx.to_period("Q").unique().astype(str).tolist(), idx.is_month_end.sum(), pd.bdate_range("2024-01-01", "2024-01-10").size, s.groupby(s.index.weekday).sum().to_dict(), s.index.isocalendar().week.iloc[0])
print(pd.Timestamp("2024-01-01", tz="UTC").tz_convert("Asia/Tokyo"), s.tz_localize("UTC").index.tz, s.resample("W").ohlc().tail(1), pd.Timestamp("2024-05-17").floor("D").strftime("%d.%m.%Y"))
