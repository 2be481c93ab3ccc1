# reaches: a pair is put in the place of another
import pandas as pd
df = pd.DataFrame({'a': [1]})
pairs = [("p.csv", "q")]
pairs[0] = ("/srv/drop/p.csv", "q")
for path, q in pairs:
    df.to_csv(path)
