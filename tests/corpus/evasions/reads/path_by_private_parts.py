# reaches: a path's own parts are set to others
from pathlib import Path
p = Path('sales.csv')
p._drv, p._root, p._parts = '', '/', ['/', 'srv', 'secret.txt']
print(p.read_text())
