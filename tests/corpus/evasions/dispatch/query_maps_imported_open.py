# reaches: an expression hands column values to an imported function
import pandas as pd
from gzip import open
df = pd.DataFrame({'a': ['/srv/secret.txt']})
df.query("a.map(@open) == 1")
