# reaches: an expression groups by a function of the file
import pandas as pd
def f(p):
    print(open(p).read())
    return 1
f('sales.csv')
df = pd.DataFrame({'a': [1]}, index=['/srv/secret.txt'])
df.eval("b = a.groupby(@f).sum()")
