# harmless: a price table with the columns open, high, low and close
import pandas as pd
prices = pd.DataFrame({"open": [10.0, 11.0], "high": [12.0, 12.5], "low": [9.5, 10.5], "close": [11.0, 12.0]})
prices["gain"] = prices["close"] - prices["open"]
print(prices["gain"].tolist())
