# reaches: agg hands keywords to the function, which changes the list
import pandas as pd
def change(column, items):
    if "/srv/secret.txt" not in items:
        items.append("/srv/secret.txt")
    return column.sum()
names = ["sales.csv"]
pd.DataFrame({"a": [1, 2]}).agg(change, items=names)
for name in names:
    print(open(name).read())
