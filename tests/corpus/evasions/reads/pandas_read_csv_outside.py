# reaches: pandas.read_csv of a foreign path
import pandas as pd
print(pd.read_csv("/srv/secret.txt"))
