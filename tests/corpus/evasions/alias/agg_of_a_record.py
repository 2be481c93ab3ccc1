# reaches: a record's field named agg is a function
import pandas as pd
def change(items):
    items.append("/srv/secret.txt")
rows = pd.DataFrame({"a" + "gg": [change]}).to_records()
names = ["sales.csv"]
rows[0].agg(names)
for name in names:
    print(open(name).read())
