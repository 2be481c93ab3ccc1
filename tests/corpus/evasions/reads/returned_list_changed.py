# reaches: a list that a function gives is changed
from functools import partial

NAMES = ['rows.csv']


def names():
    return NAMES


partial(names)().append('/srv/secret.txt')
for n in NAMES:
    print(open(n).read())
