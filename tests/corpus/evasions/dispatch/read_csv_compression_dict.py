# reaches: read_csv opens a path given in a dictionary of options
import pandas as pd
print(pd.read_csv(**{"filepath_or_buffer": "/srv/secret.txt"}).columns)
