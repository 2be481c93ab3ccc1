# reaches: a column's apply passes the path
import pandas as pd
def read(path="sales.csv"):
    return open(path).read()
read("sales.csv")
print(pd.Series(["/srv/secret.txt"]).map(read).iloc[0])
