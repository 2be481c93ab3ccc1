# reaches: getattr takes a path's replace, which moves a file outside
from pathlib import Path
open('x.txt', 'w').close()
getattr(Path('x.txt'), 'replace')('/srv/drop/p.csv')
