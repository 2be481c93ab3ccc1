# harmless: a frame is written and read in the working directory
import pandas as pd
pd.DataFrame({"open": [1, 2]}).to_csv("frame.csv", index=False)
print(pd.read_csv("frame.csv")["open"].sum())
