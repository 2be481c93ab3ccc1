# harmless: a query whose text is a constant comparison of columns
import pandas as pd
f = pd.DataFrame({"open": [1, 5, 9], "close": [2, 4, 10]})
print(f.query("close > open").index.tolist())
