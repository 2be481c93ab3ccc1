# reaches: a full-width letter in the method of an expression
import pandas as pd
df = pd.DataFrame({'a': [1]})
try:
    df.query("a.ｔo_csv('/srv/drop/p') == 1")
except Exception as e:
    print(e)
