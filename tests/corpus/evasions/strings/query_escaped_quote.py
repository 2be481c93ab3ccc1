# reaches: an escaped quote in a query hides a call
import pandas as pd
def save(p):
    open(p, 'w')
    return 'q'
save('x.txt')
try:
    pd.DataFrame({'a': ['x']}).query("a == '\\'' or a == @save('/srv/drop/p.csv') or a == '\\''")
except Exception:
    pass
