# reaches: pipe calls to_csv with a path
import pandas as pd
pd.DataFrame({"a": [1]}).pipe(lambda d, p: d.to_csv(p), "/srv/drop/d.csv")
