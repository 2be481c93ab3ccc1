# harmless: apply with a lambda over rows
import pandas as pd
f = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
print(f.apply(lambda r: r["a"] * r["b"], axis=1).tolist())
