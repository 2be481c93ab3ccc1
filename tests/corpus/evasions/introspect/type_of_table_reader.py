# reaches: the class of a table reader opens any table
import pandas as pd
class H:
    pass
h = H()
h.make = type(pd.read_csv('sales.csv', chunksize=1))
print(h.make('/srv/secret.txt').read())
