# reaches: agg of an enumeration that is made by a call is a function
import enum
def change(items):
    items.append("/srv/secret.txt")
Kind = enum.Enum("Kind", {"a" + "gg": change})
names = ["sales.csv"]
Kind.agg(names)
for name in names:
    print(open(name).read())
