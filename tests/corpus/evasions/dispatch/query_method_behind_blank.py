# reaches: a blank stands between the dot and the method in an expression
import pandas as pd
df = pd.DataFrame({'a': [1]})
try:
    df.query("a. to_csv('/srv/drop/p') == 1")
except Exception as e:
    print(e)
