# reaches: agg of a named tuple changes the list that it gets
from collections import namedtuple
def change(items):
    items.append("/srv/secret.txt")
Row = namedtuple("Row", ["a" + "gg"])
names = ["sales.csv"]
Row(change).agg(names)
for name in names:
    print(open(name).read())
