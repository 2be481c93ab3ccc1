# reaches: a path's own text is set to another
from pathlib import Path
p = Path('sales.csv')
p._str = '/srv/secret.txt'
print(open(p).read())
