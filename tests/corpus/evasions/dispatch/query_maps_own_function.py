# reaches: an expression hands column values to a function of the file
import pandas as pd
def f(p):
    print(open(p).read())
    return 1
f('sales.csv')
df = pd.DataFrame({'a': ['/srv/secret.txt']})
df.query('a.map(@f) == 1')
