# reaches: pandas.eval calls a function of the file with another path
import pandas as pd
def save(p):
    open(p, 'w')
    return 1
save('x.txt')
pd.eval("save('/srv/drop/p.csv')")
