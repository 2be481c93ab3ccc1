# reaches: a full-width letter in the name that an expression takes
import pandas as pd
def f(p):
    print(open(p).read())
    return 1
f('sales.csv')
df = pd.DataFrame({'a': ['/srv/secret.txt']})
df.query("a.map(@ｆ) == 1")
