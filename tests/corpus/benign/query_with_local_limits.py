import pandas as pd

df = pd.DataFrame({"price": [5, 15, 25], "stock": [0, 3, 8]})
print(df.query("price > 10 and stock < 5").to_dict("records"))
low, high = 4, 20
print(df[df["price"].between(low, high)].index.tolist(), df.nlargest(1, "stock")["price"].item())
