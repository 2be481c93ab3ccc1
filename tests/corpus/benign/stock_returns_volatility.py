import json
import math

import numpy as np
import pandas as pd

prices = pd.read_csv("prices.csv", parse_dates=["date"])
close = prices.pivot(index="date", columns="symbol", values="close")

log_returns = np.log(close / close.shift(1)).dropna()
annual = math.sqrt(252)

stats = pd.DataFrame({
    "mean_daily": log_returns.mean(),
    "volatility": log_returns.std() * annual,
    "sharpe": log_returns.mean() / log_returns.std() * annual,
    "max_drawdown": (close / close.cummax() - 1).min(),
})

print(json.dumps({
    "stats": stats.round(4).to_dict("index"),
    "correlation": log_returns.corr().round(3).to_dict(),
}, indent=2))
