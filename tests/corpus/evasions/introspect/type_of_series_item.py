# reaches: an item of a series is a file's class, called as a method
import gzip
import pandas as pd
with gzip.open('x.gz', 'wb') as f:
    s = pd.Series({'make': f}).map(lambda x: type(x))
    s.make('/srv/drop/p.gz', 'wb').close()
