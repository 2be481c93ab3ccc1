import numpy as np
import pandas as pd
from pandas.api.indexers import FixedForwardWindowIndexer
from pandas.testing import assert_frame_equal
from pandas.tseries.holiday import AbstractHolidayCalendar, Holiday, USFederalHolidayCalendar, nearest_workday
from pandas.tseries.offsets import CustomBusinessDay

pd.set_option("expand_frame_repr", False)
pd.set_option("max_colwidth", 30)


class PlantCalendar(AbstractHolidayCalendar):
    rules = [
        Holiday("maintenance", month=5, day=18, observance=nearest_workday),
        Holiday("anniversary", month=5, day=27),
    ]


public = CustomBusinessDay(calendar=USFederalHolidayCalendar())
plant = CustomBusinessDay(holidays=PlantCalendar().holidays("2024-01-01", "2024-12-31"))
orders = pd.DataFrame({"ordered": pd.to_datetime(["2024-05-16", "2024-05-24", "2024-07-03"]), "days": [2, 1, 1]})
orders["public"] = [o + d * public for o, d in zip(orders["ordered"], orders["days"])]
orders["plant"] = [o + d * plant for o, d in zip(orders["ordered"], orders["days"])]
print(orders.to_string(index=False))

load = pd.Series([3, 5, 2, 8, 1, 4], index=pd.date_range("2024-05-13", periods=6, freq=public))
ahead = load.rolling(FixedForwardWindowIndexer(window_size=3), min_periods=1).sum()
print(ahead.astype(int).tolist())
again = pd.DataFrame({"load": load, "ahead": ahead}).copy()
assert_frame_equal(again, pd.DataFrame({"load": load, "ahead": ahead}))
np.testing.assert_allclose(again["load"].mean(), 23 / 6)
rank = np.frompyfunc(lambda part, whole: "peak" if part * 3 > whole else "calm", 2, 1)
print(rank(load.to_numpy(), int(load.sum())).tolist(), pd.get_option("display.precision"))
shelf = pd.arrays.SparseArray([0, 0, 4, 0], fill_value=0)
print(shelf.density, pd.util.hash_pandas_object(load.reset_index(drop=True)).nunique())
