# reaches: pandas.read_json of a computed address
import pandas as pd
try:
    pd.read_json("ht" + "tp://" + ".".join(map(str, (192, 0, 2, 20))))
except OSError:
    pass
