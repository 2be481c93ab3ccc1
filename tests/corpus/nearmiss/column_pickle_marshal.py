# harmless: a shop's table of goods named pickle, marshal and socket
import pandas as pd
shop = pd.DataFrame({"item": ["pickle", "marshal badge", "socket"], "price": [2.5, 4.0, 7.25]})
print(shop.loc[shop["item"].str.contains("socket"), "price"].item())
