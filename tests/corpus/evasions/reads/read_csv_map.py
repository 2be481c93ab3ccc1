# reaches: map over read_csv
import pandas as pd
for frame in map(pd.read_csv, ["/srv/secret.txt"]):
    print(frame.columns.tolist())
