# reaches: read_csv with spread arguments
import pandas as pd
args = ("/srv/secret.txt",)
print(pd.read_csv(*args, header=None).iloc[0, 0])
