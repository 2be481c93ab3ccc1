# reaches: two unions make one text that leads outside
import pandas as pd
df = pd.DataFrame({'a': [1]})
for a in ("/srv", ""):
    for b in ("/drop/p", "x"):
        df.to_csv("%s%s.csv" % (a, b))
