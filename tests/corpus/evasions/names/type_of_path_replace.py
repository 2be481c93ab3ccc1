# reaches: type(x).replace with the path as argument
from pathlib import Path
open('x.txt', 'w').close()
p = Path('x.txt')
type(p).replace(p, '/srv/drop/p.csv')
