# reaches: pandas.read_fwf of a climbing path
import pandas as pd
print(pd.read_fwf("../srv/secret.txt", header=None).to_string())
