# reaches: map touches paths out of map
from pathlib import Path
list(map(Path.touch, map(Path, ['/srv/drop/p.csv'])))
