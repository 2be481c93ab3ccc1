# reaches: format puts a union before a path
import pandas as pd
df = pd.DataFrame({'a': [1]})
for a in ("/srv", ""):
    df.to_csv("{}/drop/p.csv".format(a))
