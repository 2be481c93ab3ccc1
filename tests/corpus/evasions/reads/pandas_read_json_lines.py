# reaches: pandas.read_json of a foreign path
import pandas as pd
try:
    pd.read_json("/srv/secret.txt")
except ValueError as e:
    print(e)
