import pandas as pd

t = pd.to_datetime(pd.Series(["2024-01-01 10:00", "2024-01-01 10:05", "2024-01-01 11:30", "2024-01-01 11:31"]))
session = (t.diff() > pd.Timedelta(minutes=30)).cumsum()
length = t.groupby(session).agg(lambda s: (s.max() - s.min()).total_seconds() / 60)
print(session.tolist(), length.tolist(), t.dt.floor("H").nunique())
