import pandas as pd

prices = pd.Series({"tea": 2.0, "milk": 1.2})
orders = pd.DataFrame({"item": ["tea", "milk", "cake"], "n": [3, 1, 2]})
orders["price"] = orders["item"].map(prices).fillna(0)
orders.loc[len(orders)] = ["total", orders["n"].sum(), (orders["n"] * orders["price"]).sum()]
print(orders.to_string(index=False))
