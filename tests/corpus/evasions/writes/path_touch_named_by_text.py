# reaches: a path out of map is touched, and the file has the name as a text
from pathlib import Path
words = ['touch']
next(map(Path, ['/srv/drop/p.csv'])).touch()
