# reaches: a list in a namespace is changed
from types import SimpleNamespace

names = ['rows.csv']
SimpleNamespace(names=names).names.append('/srv/secret.txt')
for n in names:
    print(open(n).read())
