# harmless: aggregates named by constant strings
import pandas as pd
s = pd.DataFrame({"k": ["a", "b", "a"], "v": [1, 2, 3]})
print(s.groupby("k")["v"].agg(["sum", "mean"]).values.tolist())
