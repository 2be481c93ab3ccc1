import os
import pandas as pd

INPUT = "sales.csv"
base, ext = os.path.splitext(INPUT)
output = base + "_clean" + ext
df = pd.read_csv(INPUT).drop_duplicates()
df.to_csv(output, index=False)
print(output, len(df))
