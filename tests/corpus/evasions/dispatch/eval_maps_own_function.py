# reaches: pandas.eval finds a function of the file by its bare name
import pandas as pd
def f(p):
    print(open(p).read())
    return 1
f('sales.csv')
s = pd.Series(['/srv/secret.txt'])
pd.eval("s.map(f)")
