import numpy as np
import pandas as pd

df = pd.DataFrame({"t": [-5, 3, 18, 31]})
df["band"] = np.select([df["t"] < 0, df["t"] < 15, df["t"] < 25], ["ice", "cool", "mild"], default="hot")
df["freeze"] = np.where(df["t"].lt(0), "yes", "no")
print(df.to_dict("list"), df["band"].astype("category").cat.categories.tolist())
