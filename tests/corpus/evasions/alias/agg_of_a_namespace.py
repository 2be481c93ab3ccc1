# reaches: agg of a namespace is a list's append
from types import SimpleNamespace
box = []
holder = SimpleNamespace(**{"a" + "gg": box.append})
names = ["sales.csv"]
holder.agg(names)
box[0].append("/srv/secret.txt")
for name in names:
    print(open(name).read())
