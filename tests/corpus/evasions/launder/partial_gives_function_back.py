# reaches: a partial gives its function back
from functools import partial
def load(path): print(open(path).read())
p = partial(load, 'sales.csv')
p.func('/srv/secret.txt')
