# reaches: pandas.read_csv of a file: address
import pandas as pd
print(pd.read_csv("file:///srv/secret.txt").columns)
