# reaches: a row's field named agg is a function
import pandas as pd
def change(items):
    items.append("/srv/secret.txt")
names = ["sales.csv"]
for row in pd.DataFrame({"a" + "gg": [change]}).itertuples():
    row.agg(names)
for name in names:
    print(open(name).read())
