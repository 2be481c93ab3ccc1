# reaches: getattr takes read_text of a path out of map
from pathlib import Path
print(getattr(next(map(Path, ['/srv/secret.txt'])), 'read_text')())
