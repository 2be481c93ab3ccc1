import numpy as np
from numpy.typing import NDArray
import pandas as pd
from pandas.errors import EmptyDataError, ParserError
FloatArray = NDArray[np.float64]
def read(name):
    try:
        return pd.read_csv(name)
    except (EmptyDataError, ParserError, FileNotFoundError) as exc:
        print("could not read:", type(exc).__name__)
        return pd.DataFrame()
def exponential_smoothing(x: FloatArray, alpha: float = 0.3) -> FloatArray:
    out = np.empty_like(x)
    out[0] = x[0]
    for t in range(1, len(x)):
        out[t] = alpha * x[t] + (1 - alpha) * out[t - 1]
    return out
w = read("climate.csv")
print(read("nope.csv").empty)
for st, g in w.groupby("station"):
    s = exponential_smoothing(g["temp_c"].to_numpy(float))
    print(st, s[-1].round(2), np.abs(np.fft.rfft(g["temp_c"]))[1].round(1))
print(w.pivot(index="month", columns="station", values="rain_mm").rank().sum(axis=1).idxmax())
