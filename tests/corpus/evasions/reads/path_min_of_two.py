# reaches: min chooses the path
from pathlib import Path
p = min([Path("z.csv"), Path("/srv/secret.txt")])
print(p.read_text())
