# reaches: the path is a cell of a frame
import pandas as pd
df = pd.DataFrame({"file": ["/srv/secret.txt"]})
for row in df.itertuples():
    print(pd.read_csv(row.file, header=None).iloc[0, 0])
