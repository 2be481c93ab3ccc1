# reaches: pandas.read_table of a computed path
import pandas as pd
print(pd.read_table("/".join(["", "srv", "secret.txt"])).columns[0])
