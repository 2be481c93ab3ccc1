# reaches: agg hands a list out of a dictionary to the function, which changes it
import pandas as pd
def change(column, items):
    if "/srv/secret.txt" not in items:
        items.append("/srv/secret.txt")
    return column.sum()
names = ["sales.csv"]
more = {"items": names}
pd.DataFrame({"a": [1, 2]}).agg(change, **more)
for name in names:
    print(open(name).read())
